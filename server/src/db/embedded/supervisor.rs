//! The thread that starts the postmaster, restarts it after a crash and stops it at shutdown.
//!
//! It is an operating system thread that lives as long as the database, because the kernel sends the
//! parent-death signal when the forking thread ends.

use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::cluster::Cluster;
use super::error::{At, EmbeddedError};
use super::lock_files;

/// How long to retry a failed start. A previous postmaster may still be shutting down.
const START_PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(10);
const WATCH: Duration = Duration::from_millis(100);
/// Log messages for which a retry is pointless.
const FINAL: [&str; 4] = [
    "No space left on device",
    "ermission denied",
    "configuration parameter",
    "incompatible",
];

#[derive(Debug)]
pub(super) struct Supervisor {
    pid: Arc<AtomicI32>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    pub fn start(cluster: Cluster) -> Result<Self, EmbeddedError> {
        let pid = Arc::new(AtomicI32::new(0));
        let (stop, stopped) = mpsc::channel();
        let (report, reported) = mpsc::sync_channel(1);
        let dir = cluster.data_directory.dir().to_path_buf();
        let shared = Arc::clone(&pid);
        let body = move || match start(&cluster, &stopped) {
            Ok(child) => {
                shared.store(child.id().cast_signed(), Ordering::Release);
                let _ = report.send(Ok(()));
                supervise(&cluster, child, &shared, &stopped);
            }
            Err(error) => {
                let _ = report.send(Err(error));
            }
        };
        let thread = thread::Builder::new()
            .name("postgres".to_owned())
            .spawn(body)
            .at("supervise", &dir)?;
        let started = reported.recv().unwrap_or(Err(EmbeddedError::InUse(dir)));
        started.map(|()| Self {
            pid,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    pub fn is_alive(&self) -> bool {
        self.process_id().is_some()
    }

    pub fn process_id(&self) -> Option<i32> {
        Some(self.pid.load(Ordering::Acquire)).filter(|pid| *pid != 0)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Watches the postmaster and restarts it after a crash. Returns when the owner drops the [`Supervisor`].
fn supervise(cluster: &Cluster, mut child: Child, pid: &AtomicI32, stopped: &Receiver<()>) {
    loop {
        let ended = watch(&mut child, stopped);
        pid.store(0, Ordering::Release);
        let Some(status) = ended else {
            return stop(&mut child);
        };
        tracing::warn!(%status, "database exited, restarting it");
        let mut pause = Duration::from_millis(100);
        child = loop {
            match start(cluster, stopped) {
                Ok(child) => break child,
                Err(error) => tracing::error!(%error, "failed to restart the database"),
            }
            if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            pause = (pause * 2).min(Duration::from_secs(5));
        };
        pid.store(child.id().cast_signed(), Ordering::Release);
        tracing::info!("restarted the database");
    }
}

/// Waits for the postmaster to exit and returns its status, or `None` if the owner requests the shutdown.
fn watch(child: &mut Child, stopped: &Receiver<()>) -> Option<ExitStatus> {
    while stopped.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
    }
    None
}

/// Starts the postmaster and waits until it accepts connections, without a limit on crash recovery.
fn start(cluster: &Cluster, stopped: &Receiver<()>) -> Result<Child, EmbeddedError> {
    let deadline = Instant::now() + START_PATIENCE;
    loop {
        lock_files::clean_up(
            &cluster.data_directory.cluster(),
            cluster.data_directory.socket_dir().as_ref(),
        );
        let mut command = cluster.command()?;
        let log_length = cluster.log_length();
        let mut child = command.spawn().at("run", &cluster.binaries.program("postgres"))?;
        loop {
            if cluster.is_ready(child.id()) {
                return Ok(child);
            }
            if let Ok(Some(_)) = child.try_wait() {
                break;
            }
            if stopped.recv_timeout(POLL) != Err(RecvTimeoutError::Timeout) {
                stop(&mut child);
                return Err(cluster.refusal("start the database", "FATAL: the server is shutting down"));
            }
        }
        let said = cluster.log_since(log_length);
        if Instant::now() > deadline || FINAL.iter().any(|complaint| said.contains(complaint)) {
            return Err(cluster.refusal("start the database", &said));
        }
        sleep(Duration::from_millis(200));
    }
}

/// Requests a fast shutdown. Kills a database that does not stop within 35 seconds; it recovers at the next
/// start.
fn stop(child: &mut Child) {
    let pid = Pid::from_raw(child.id().cast_signed());
    for (signal, patience) in [(Signal::SIGINT, 30), (Signal::SIGQUIT, 5), (Signal::SIGKILL, 5)] {
        let _ = kill(pid, signal);
        let deadline = Instant::now() + Duration::from_secs(patience);
        while Instant::now() < deadline {
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            sleep(POLL);
        }
    }
}
