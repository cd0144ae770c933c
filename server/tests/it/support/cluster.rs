//! One PostgreSQL cluster per run, one database per test, cloned from a migrated template.

use server::db::embedded::{Embedded, Options};
use server::db::{connect_raw, migrate};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use uuid::Uuid;

const TEMPLATE: &str = "it_template";
/// A loaded machine makes a database in seconds; one backend that stands still stops it for ever.
const PATIENCE: Duration = Duration::from_secs(120);
/// What the files of a run and its processes may come to take of the memory, amply.
const ROOM_IN_MEMORY: u64 = 8 << 30;

/// The cluster of this run. The kernel stops it when the process ends.
pub fn cluster() -> &'static Embedded {
    static CLUSTER: OnceLock<Embedded> = OnceLock::new();
    // In a thread of its own: starting blocks, and a test's runtime must not.
    CLUSTER.get_or_init(|| std::thread::spawn(start).join().expect("the cluster starts"))
}

fn start() -> Embedded {
    let (home, is_memory) = home();
    remove_leftovers(&home);
    let data_dir = home.join(format!("it-{}", std::process::id()));
    if is_memory {
        remove_in_the_end(&data_dir);
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

/// Where the files of clusters lie, and whether that is memory: a database is a thousand files, and to make them takes
/// some file systems longer than all that is tested with them.
fn home() -> (PathBuf, bool) {
    let memory = Path::new("/dev/shm");
    let free = nix::sys::statvfs::statvfs(memory).map_or(0, |fs| fs.blocks_available() * fs.fragment_size());
    if free.min(available_memory()) < ROOM_IN_MEMORY {
        return (env!("CARGO_TARGET_TMPDIR").into(), false);
    }
    (
        memory.join(format!("firmbook-tests-{}", nix::unistd::getuid())),
        true,
    )
}

/// In bytes.
fn available_memory() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = told.lines().find_map(|line| {
        let value = line.strip_prefix("MemAvailable:")?;
        value.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    kib.unwrap_or(0) * 1024
}

/// Leaves nothing in memory: a process that outlives this one, however it ends, removes the files.
fn remove_in_the_end(dir: &Path) {
    let sweeper = Command::new("sh")
        .args(["-c", "read -r _; until rm -rf \"$0\"; do sleep 1; done"])
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    // The end of this process closes what it reads.
    std::mem::forget(sweeper);
}

/// Clusters of runs that are over.
fn remove_leftovers(home: &Path) {
    for entry in std::fs::read_dir(home).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix("it-")) else {
            continue;
        };
        if Path::new("/proc").join(pid).exists() {
            continue;
        }
        if let Ok(far) = entry.path().join("elsewhere").canonicalize() {
            _ = std::fs::remove_dir_all(far);
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

/// A migrated database with two firms and one carrier; dropped with this value.
pub struct Database {
    pub name: String,
    pub owner_url: String,
    pub app_url: String,
}

impl Database {
    pub async fn create() -> Self {
        Self::clone_of(TEMPLATE).await
    }

    /// Without any table.
    pub async fn empty() -> Self {
        Self::clone_of("template1").await
    }

    async fn clone_of(template: &str) -> Self {
        let name = format!("it_{}", Uuid::now_v7().simple());
        let admin = connect_raw(&cluster().url("postgres", "postgres")).await.unwrap();
        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
        tokio::time::timeout(PATIENCE, admin.batch_execute(&create))
            .await
            .expect("a database of its own in time: does a backend of the cluster stand still?")
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

    /// As the role that answers requests.
    pub async fn app_role(&self) -> tokio_postgres::Client {
        connect_raw(&self.app_url).await.unwrap()
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
            eprintln!("a test's database stays behind: {error:#}");
        }
    }
}
