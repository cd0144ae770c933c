//! Compares the hub with two npm servers and with bare system calls: one push to many connections.
//!
//! All servers use the same load generator and alternate within each round.

mod floor;
mod issuer;
mod limits;
mod load;
mod process;
mod report;
mod server;
mod socket;

pub use floor::{Options as FloorOptions, run as floor};
pub use load::{Options as LoadOptions, run as load};

use crate::machine;
use anyhow::{Context, ensure};
use issuer::Issuer;
use load::Speech;
use process::{Cpu, Process};
use server::Server;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Connections per server.
const CONNECTIONS: usize = 10_000;
/// Connections opened before memory is measured, so that one-time allocations are not attributed to
/// connections.
const FIRST: usize = 500;
const A_SECOND: u32 = 500;
const ROUNDS: u32 = 15;
/// Characters per message. The resulting record has about 300 bytes.
const MESSAGE: usize = 190;

struct Subject {
    name: &'static str,
    // Field order is the shutdown order.
    load: Process,
    process: Process,
    /// One entry per round.
    pushes: Vec<Push>,
    kib_a_connection: f64,
    connect: Cpu,
    idle: Cpu,
    lost: usize,
}

/// Cost of one push to all connections.
struct Push {
    last_ms: f64,
    /// CPU seconds up to the last delivery.
    cpu: Cpu,
    /// `cpu` plus the CPU time of the acknowledgements and pings that follow.
    cpu_with_echo: Cpu,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    limits::raise_open_files()?;
    let issuer = Issuer::start()?;
    let tokens = std::env::temp_dir().join(format!("firmbook-bench-{}", std::process::id()));
    server::write_tokens(&issuer, CONNECTIONS, &tokens)?;
    let Server { process, outbox } = runtime.block_on(Server::start(&root, &issuer))?;
    runtime.block_on(outbox.add_user(&issuer))?;
    let mut subjects = vec![
        subject("Firmbook", process, Speech::Hub, server::ADDRESS, Some(&tokens))?,
        peer(&root, "ws", Speech::Plain, 4321)?,
        peer(&root, "socket.io", Speech::SocketIo, 4322)?,
        floor_subject(4323)?,
    ];
    let measured = (|| {
        for subject in &mut subjects {
            subject.connect()?;
        }
        for round in 1..=ROUNDS {
            eprintln!("round {round} of {ROUNDS}");
            for subject in &mut subjects {
                let is_ours = subject.name == "Firmbook";
                subject.push(round, |process, text| {
                    if is_ours {
                        runtime.block_on(outbox.push(text))
                    } else {
                        process.tell(&record(text))
                    }
                })?;
            }
        }
        anyhow::Ok(())
    })();
    _ = std::fs::remove_file(&tokens);
    measured?;
    let report = report::write(&machine, &subjects)?;
    println!("{report}");
    std::fs::write(root.join("bench/results/hub.md"), report)?;
    Ok(())
}

fn subject(
    name: &'static str,
    process: Process,
    speech: Speech,
    address: &str,
    tokens: Option<&Path>,
) -> anyhow::Result<Subject> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["hub-load", &speech.to_string(), address])
        .args(tokens);
    Ok(Subject {
        name,
        process,
        load: Process::start(&mut command)?,
        pushes: Vec::new(),
        kib_a_connection: 0.0,
        connect: Cpu::default(),
        idle: Cpu::default(),
        lost: 0,
    })
}

fn peer(root: &Path, name: &'static str, speech: Speech, port: u16) -> anyhow::Result<Subject> {
    let file = format!("dev/bench/{}.mjs", name.replace('.', "-"));
    let mut command = Command::new("node");
    command
        .current_dir(root.join("webapp"))
        .args([&file, &port.to_string()]);
    let address = format!("127.0.0.1:{port}");
    let mut process = Process::start(&mut command)?;
    process.until_it_listens(&address)?;
    subject(name, process, speech, &address, None)
}

fn floor_subject(port: u16) -> anyhow::Result<Subject> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["hub-floor", &port.to_string()]);
    let address = format!("127.0.0.1:{port}");
    let process = Process::start(&mut command)?;
    // Waits a fixed time, because a probe connection would stay in the list of sockets.
    std::thread::sleep(Duration::from_millis(300));
    subject("write(2) alone", process, Speech::Frames, &address, None)
}

/// Builds the hub record of a message, for servers that send their input unchanged.
fn record(text: &str) -> String {
    format!(
        "{{\"type\":1,\"target\":\"TransientNotification\",\"arguments\":[{{\"heading\":\"Bench\",\"id\":1,\
         \"message\":\"{text}\",\"notificationType\":47}}]}}"
    )
}

impl Subject {
    fn connect(&mut self) -> anyhow::Result<()> {
        eprintln!("{}: {CONNECTIONS} connections", self.name);
        let pid = self.process.pid();
        self.ask_for(FIRST, FIRST)?;
        settle();
        let (memory_mb, _) = machine::memory_mb(pid);
        let cpu = Cpu::of(pid)?;
        self.ask_for(CONNECTIONS - FIRST, CONNECTIONS)?;
        self.connect = Cpu::of(pid)? - cpu;
        settle();
        let grown_mb = machine::memory_mb(pid).0 - memory_mb;
        self.kib_a_connection = grown_mb * 1024.0 / (CONNECTIONS - FIRST) as f64;
        let cpu = Cpu::of(pid)?;
        std::thread::sleep(Duration::from_secs(5));
        let idle = Cpu::of(pid)? - cpu;
        self.idle = Cpu {
            user: idle.user / 5.0,
            kernel: idle.kernel / 5.0,
        };
        Ok(())
    }

    fn ask_for(&mut self, more: usize, whole: usize) -> anyhow::Result<()> {
        let answer = self.load.ask(&format!("connect {more} {A_SECOND}"))?;
        ensure!(
            answer == format!("connected {whole} 0"),
            "{}: {answer}",
            self.name
        );
        Ok(())
    }

    fn push(
        &mut self,
        number: u32,
        send: impl FnOnce(&mut Process, &str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let pid = self.process.pid();
        let text = format!("#{number} {}", "x".repeat(MESSAGE));
        let before = Cpu::of(pid)?;
        let pushed_ns = load::now_ns();
        send(&mut self.process, &text)?;
        let answer = self.load.ask(&format!("await {number}"))?;
        let cpu = Cpu::of(pid)? - before;
        // Clients acknowledge after one second.
        std::thread::sleep(Duration::from_millis(1_500));
        let cpu_with_echo = Cpu::of(pid)? - before;
        let ["arrived", arrived, last_ns, strays] = answer.split(' ').collect::<Vec<_>>()[..] else {
            anyhow::bail!("{}: {answer}", self.name)
        };
        let (arrived, strays): (usize, usize) = (arrived.parse()?, strays.parse()?);
        ensure!(
            strays == 0,
            "{}: {strays} messages arrived twice or out of order",
            self.name
        );
        self.lost += CONNECTIONS
            .checked_sub(arrived)
            .context("a message arrived more than once")?;
        self.pushes.push(Push {
            last_ms: last_ns.parse::<u64>()?.saturating_sub(pushed_ns) as f64 / 1e6,
            cpu,
            cpu_with_echo,
        });
        Ok(())
    }
}

/// Waits for timers, garbage collection and freed memory after a burst.
fn settle() {
    std::thread::sleep(Duration::from_secs(3));
}
