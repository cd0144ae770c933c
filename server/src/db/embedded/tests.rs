use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::*;

/// A temporary directory that is removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "firmbook-embedded-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let dir = std::env::temp_dir().join(name);
        fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Ok(far) = self.0.join("elsewhere").canonicalize() {
            let _ = fs::remove_dir_all(far);
        }
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(dir: &Path) -> Options {
    Options {
        data_dir: dir.to_path_buf(),
        binaries: None,
        durable: false,
        settings: vec![("max_connections".into(), "20".into())],
    }
}

fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "timed out waiting for {what}");
        sleep(Duration::from_millis(20));
    }
}

/// Runs one statement by speaking the wire protocol directly. With trust authentication a startup message is
/// enough.
fn query(embedded: &Embedded, sql: &str) -> std::io::Result<String> {
    use std::io::{Read, Write};
    let socket = Path::new(&embedded.data_directory.socket_dir()).join(".s.PGSQL.5432");
    let mut stream = std::os::unix::net::UnixStream::connect(socket)?;
    let body = b"\0\x03\0\0user\0postgres\0database\0postgres\0\0";
    stream.write_all(&u32::try_from(body.len() + 4).unwrap().to_be_bytes())?;
    stream.write_all(body)?;
    stream.write_all(b"Q")?;
    stream.write_all(&u32::try_from(sql.len() + 5).unwrap().to_be_bytes())?;
    stream.write_all(sql.as_bytes())?;
    stream.write_all(b"\0X\0\0\0\x04")?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply)?;
    Ok(String::from_utf8_lossy(&reply).into_owned())
}

#[test]
fn keeps_data_across_restarts() {
    let dir = Scratch::new();
    let first = Embedded::start(options(&dir.0)).unwrap();
    assert!(first.is_alive());
    assert!(
        first.url("app", "a b").starts_with("postgres://app@%2F"),
        "{}",
        first.url("app", "a b")
    );
    assert!(first.url("app", "a b").ends_with("/a%20b"));
    assert!(
        query(&first, "create table kept as select 'quince' as fruit")
            .unwrap()
            .contains("SELECT 1")
    );
    let pid = Pid::from_raw(first.process_id().unwrap());
    first.stop();
    assert!(kill(pid, None).is_err(), "the postmaster outlived its owner");

    let second = Embedded::start(options(&dir.0)).unwrap();
    assert!(
        query(&second, "select fruit from kept")
            .unwrap()
            .contains("quince")
    );
}

#[test]
fn restarts_a_killed_postmaster_without_losing_commits() {
    let dir = Scratch::new();
    let embedded = Embedded::start(Options {
        durable: true,
        ..options(&dir.0)
    })
    .unwrap();
    query(&embedded, "create table kept as select 'medlar' as fruit").unwrap();
    for _ in 0..3 {
        let pid = embedded.process_id().unwrap();
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
        until("a new postmaster", || {
            embedded.process_id().is_some_and(|new| new != pid)
        });
        assert!(
            query(&embedded, "select fruit from kept")
                .unwrap()
                .contains("medlar")
        );
    }
}

#[test]
fn starts_despite_stale_lock_files() {
    let dir = Scratch::new();
    let embedded = Embedded::start(options(&dir.0)).unwrap();
    let (cluster, socket_dir) = (
        embedded.data_directory.cluster(),
        embedded.data_directory.socket_dir(),
    );
    embedded.stop();
    // The process id of this test: alive, but not PostgreSQL.
    let me = std::process::id();
    fs::write(
        cluster.join("postmaster.pid"),
        format!(
            "{me}\n{}\n0\n5432\n{socket_dir}\n\n0 0\nready\n",
            cluster.display()
        ),
    )
    .unwrap();
    fs::write(
        Path::new(&socket_dir).join(".s.PGSQL.5432.lock"),
        format!("{me}\n"),
    )
    .unwrap();
    let again = Embedded::start(options(&dir.0)).unwrap();
    assert!(query(&again, "select 'here'").unwrap().contains("here"));
}

#[test]
fn recreates_the_cluster_after_an_interrupted_initdb() {
    let dir = Scratch::new();
    fs::create_dir(dir.0.join("cluster.new")).unwrap();
    fs::write(dir.0.join("cluster.new/PG_VERSION"), "18\n").unwrap();
    let embedded = Embedded::start(options(&dir.0)).unwrap();
    assert!(query(&embedded, "select 'whole'").unwrap().contains("whole"));
    assert!(!dir.0.join("cluster.new").exists());
}

#[test]
fn moves_the_socket_if_its_path_is_too_long() {
    let dir = Scratch::new();
    let deep = dir.0.join("d".repeat(120));
    let embedded = Embedded::start(options(&deep)).unwrap();
    assert!(query(&embedded, "select 'deep'").unwrap().contains("deep"));
    let socket_dir = embedded.data_directory.socket_dir();
    embedded.stop();
    fs::remove_dir_all(socket_dir).unwrap();
}

#[test]
fn moves_the_data_if_the_database_user_cannot_reach_it() {
    if !nix::unistd::geteuid().is_root() {
        return; // Only root switches to another user, who may lack access.
    }
    use std::os::unix::fs::PermissionsExt;
    let dir = Scratch::new();
    fs::set_permissions(&dir.0, fs::Permissions::from_mode(0o700)).unwrap();
    let inner = Scratch(dir.0.join("data"));
    let embedded = Embedded::start(options(&inner.0)).unwrap();
    query(&embedded, "create table kept as select 'sorb' as fruit").unwrap();
    embedded.stop();
    let again = Embedded::start(options(&inner.0)).unwrap();
    assert!(query(&again, "select fruit from kept").unwrap().contains("sorb"));
}

#[test]
fn rejects_data_of_another_major_version() {
    let dir = Scratch::new();
    Embedded::start(options(&dir.0)).unwrap().stop();
    fs::write(dir.0.join("cluster/PG_VERSION"), "11\n").unwrap();
    let error = Embedded::start(options(&dir.0)).unwrap_err();
    assert!(
        matches!(&error, EmbeddedError::WrongVersion { made_by, .. } if made_by == "11"),
        "{error}"
    );
}

#[test]
fn reports_an_invalid_setting_without_retrying() {
    let dir = Scratch::new();
    let mut options = options(&dir.0);
    options.settings.push(("no_such_thing".into(), "1".into()));
    let started = Instant::now();
    let error = Embedded::start(options).unwrap_err().to_string();
    assert!(error.contains("unrecognized configuration parameter"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(8));
}

#[test]
fn rejects_a_directory_without_binaries() {
    let dir = Scratch::new();
    let error = Embedded::start(Options {
        binaries: Some("/nonexistent".into()),
        ..options(&dir.0)
    })
    .unwrap_err();
    assert!(matches!(error, EmbeddedError::WrongBinaries(_)), "{error}");
}

#[test]
fn stops_the_database_if_the_server_is_killed() {
    if let Some(dir) = std::env::var_os("FIRMBOOK_TEST_OWNER") {
        let embedded = Embedded::start(options(Path::new(&dir))).unwrap();
        fs::write(
            Path::new(&dir).join("started"),
            embedded.process_id().unwrap().to_string(),
        )
        .unwrap();
        sleep(Duration::from_secs(60));
        return;
    }
    let dir = Scratch::new();
    let started = dir.0.join("started");
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg(
            concat!(module_path!(), "::stops_the_database_if_the_server_is_killed")
                .split_once("::")
                .unwrap()
                .1,
        )
        .env("FIRMBOOK_TEST_OWNER", &dir.0)
        .spawn()
        .unwrap();
    until("the server to start", || {
        fs::read_to_string(&started).is_ok_and(|text| !text.is_empty())
    });
    let pid = Pid::from_raw(fs::read_to_string(&started).unwrap().parse().unwrap());
    owner.kill().unwrap();
    owner.wait().unwrap();
    // Start again immediately, while the old postmaster is still shutting down.
    let again = Embedded::start(options(&dir.0)).unwrap();
    assert!(query(&again, "select 'heir'").unwrap().contains("heir"));
    assert_ne!(again.process_id(), Some(pid.as_raw()));
    assert!(
        !Path::new(&format!("/proc/{pid}")).exists() || fs::read_link(format!("/proc/{pid}/cwd")).is_err()
    );
}
