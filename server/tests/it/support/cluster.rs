//! One PostgreSQL cluster per run, one database per test, cloned from a migrated template.

use server::db::embedded::{Embedded, Options};
use server::db::{connect_raw, migrate};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use tokio::sync::OnceCell;
use tokio_postgres::config::Host;
use uuid::Uuid;

const TEMPLATE: &str = "it_template";
/// Creating a database takes seconds on a loaded machine, and forever if a backend is stopped.
const CREATE_TIMEOUT: Duration = Duration::from_secs(120);
/// Free memory required to keep the cluster in memory. A generous limit for a run's files and processes.
const MIN_FREE_MEMORY: u64 = 8 << 30;

/// Returns the cluster of this test run. The kernel stops it when the process ends.
pub fn cluster() -> &'static Embedded {
    static CLUSTER: OnceLock<Embedded> = OnceLock::new();
    // On a separate thread, because starting blocks.
    CLUSTER.get_or_init(|| {
        std::thread::spawn(start)
            .join()
            .expect("the cluster failed to start")
    })
}

fn start() -> Embedded {
    let (home, is_memory) = data_home();
    remove_leftovers(&home);
    let data_dir = home.join(format!("it-{}", std::process::id()));
    if is_memory {
        remove_on_exit(&data_dir);
    }
    let cluster = Embedded::start(Options {
        data_dir,
        binaries: None,
        durable: false,
        settings: vec![
            ("max_connections".into(), "500".into()),
            ("max_wal_size".into(), "256MB".into()),
        ],
    })
    .unwrap();
    block_on(async {
        let admin = connect_raw(&cluster.url("postgres", "postgres")).await.unwrap();
        admin
            .batch_execute(&format!("CREATE DATABASE {TEMPLATE}"))
            .await
            .unwrap();
        migrate::migrate(&cluster.url("postgres", TEMPLATE))
            .await
            .unwrap();
        let template = connect_raw(&cluster.url("postgres", TEMPLATE)).await.unwrap();
        template
            .batch_execute(
                "INSERT INTO firm (firm_id, name) VALUES (1, 'Alder Advisors'), (2, 'Birch Brokers');
                 INSERT INTO carrier (uuid, name, short_name, naic_code) VALUES
                   ('00000000-0000-0000-0000-00000000000a', 'Cedar Life', 'Cedar', '12345');",
            )
            .await
            .unwrap();
    });
    cluster
}

/// Returns the directory for cluster files, and whether it is in memory. A database has a thousand files, and creating
/// them takes longer on some file systems than running the tests.
fn data_home() -> (PathBuf, bool) {
    let memory = Path::new("/dev/shm");
    let free = nix::sys::statvfs::statvfs(memory).map_or(0, |fs| fs.blocks_available() * fs.fragment_size());
    if free.min(available_memory()) < MIN_FREE_MEMORY {
        return (env!("CARGO_TARGET_TMPDIR").into(), false);
    }
    (
        memory.join(format!("firmbook-tests-{}", nix::unistd::getuid())),
        true,
    )
}

/// Returns the available memory in bytes.
fn available_memory() -> u64 {
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = meminfo.lines().find_map(|line| {
        let value = line.strip_prefix("MemAvailable:")?;
        value.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    kib.unwrap_or(0) * 1024
}

/// Starts a process that removes the directory when this process ends for any reason.
fn remove_on_exit(dir: &Path) {
    let sweeper = Command::new("sh")
        .args(["-c", "read -r _; until rm -rf \"$0\"; do sleep 1; done"])
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    // The read returns when this process ends, because that closes the pipe.
    std::mem::forget(sweeper);
}

/// Removes clusters of earlier runs.
fn remove_leftovers(home: &Path) {
    for entry in std::fs::read_dir(home).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix("it-")) else {
            continue;
        };
        if Path::new("/proc").join(pid).exists() {
            continue;
        }
        if let Ok(outside) = entry.path().join("elsewhere").canonicalize() {
            _ = std::fs::remove_dir_all(outside);
        }
        _ = std::fs::remove_dir_all(entry.path());
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// Returns the socket directory in a cluster's URL.
pub fn socket_dir(url: &str) -> PathBuf {
    let config: tokio_postgres::Config = url.parse().unwrap();
    match &config.get_hosts()[0] {
        Host::Unix(path) => path.clone(),
        Host::Tcp(_) => panic!("the cluster listens on a Unix socket"),
    }
}

/// A migrated database with two firms and one carrier. Dropped with this value.
pub struct Database {
    pub name: String,
    pub owner_url: String,
    pub app_url: String,
}

impl Database {
    pub async fn create() -> Self {
        Self::clone_of(TEMPLATE).await
    }

    /// Creates a database without tables.
    pub async fn empty() -> Self {
        Self::clone_of("template1").await
    }

    async fn clone_of(template: &str) -> Self {
        let name = format!("it_{}", Uuid::now_v7().simple());
        let admin = connect_raw(&cluster().url("postgres", "postgres")).await.unwrap();
        // Copying files takes a quarter of the CPU time of the default, which logs every page.
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY");
        tokio::time::timeout(CREATE_TIMEOUT, admin.batch_execute(&create))
            .await
            .expect("timed out creating a database: a backend of the cluster may be stopped")
            .unwrap();
        let (owner_url, app_url) = (
            cluster().url("postgres", &name),
            cluster().url("firmbook_app", &name),
        );
        Self {
            name,
            owner_url,
            app_url,
        }
    }

    pub async fn owner(&self) -> tokio_postgres::Client {
        connect_raw(&self.owner_url).await.unwrap()
    }

    /// Connects with the application's role.
    pub async fn app_role(&self) -> tokio_postgres::Client {
        connect_raw(&self.app_url).await.unwrap()
    }
}

/// A database that is filled once per run and cloned by each test that needs its rows.
pub struct Filled(OnceCell<Database>);

impl Filled {
    pub const fn new() -> Self {
        Self(OnceCell::const_new())
    }

    /// Clones the database. The first caller fills it and must close its connections.
    pub async fn copy<F: Future<Output = Database>>(&self, fill: impl FnOnce() -> F) -> Database {
        let filled = self.0.get_or_init(fill).await;
        Database::clone_of(&filled.name).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let dropping = std::thread::spawn(move || {
            block_on(async {
                let admin = connect_raw(&cluster().url("postgres", "postgres")).await?;
                admin.batch_execute(&sql).await.map_err(anyhow::Error::from)
            })
        });
        if let Ok(Err(error)) = dropping.join() {
            eprintln!("failed to drop a test database: {error:#}");
        }
    }
}
