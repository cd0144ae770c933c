//! Child processes of a benchmark and their CPU usage.

use anyhow::{Context, ensure};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that is controlled through lines on its standard input and output. Stopped when dropped.
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("failed to start {}", command.get_program().display()))?;
        let input = child.stdin.take().context("no input")?;
        let output = BufReader::new(child.stdout.take().context("no output")?);
        Ok(Self { child, input, output })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn tell(&mut self, line: &str) -> anyhow::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        Ok(self.input.flush()?)
    }

    pub fn ask(&mut self, line: &str) -> anyhow::Result<String> {
        self.tell(line)?;
        self.answer()
    }

    pub fn answer(&mut self) -> anyhow::Result<String> {
        let mut answer = String::new();
        ensure!(self.output.read_line(&mut answer)? > 0, "the process ended");
        Ok(answer.trim_end().to_owned())
    }

    pub fn until_it_listens(&mut self, address: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            if let Some(status) = self.child.try_wait()? {
                anyhow::bail!("the process ended: {status}");
            }
            ensure!(
                start.elapsed() < Duration::from_secs(60),
                "nothing is listening at {address}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // SIGTERM lets the server shut down its database cleanly.
        _ = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status();
        _ = self.child.wait();
    }
}

/// CPU seconds used by a process, in user mode and in the kernel.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cpu {
    pub user: f64,
    pub kernel: f64,
}

impl Cpu {
    /// Reads the CPU time of all threads. The total is exact to the nanosecond. The split between user and
    /// kernel time is the kernel's estimate.
    pub fn of(pid: u32) -> anyhow::Result<Self> {
        let mut total_ns = 0.0;
        for task in fs::read_dir(format!("/proc/{pid}/task"))?.flatten() {
            let told = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            total_ns += told
                .split(' ')
                .next()
                .and_then(|ns| ns.parse::<f64>().ok())
                .unwrap_or(0.0);
        }
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let (_, fields) = stat.rsplit_once(") ").context("no such process")?;
        let mut ticks = fields
            .split(' ')
            .skip(11)
            .map_while(|ticks| ticks.parse::<f64>().ok());
        let (user, kernel) = (ticks.next().unwrap_or(0.0), ticks.next().unwrap_or(0.0));
        let share = user / (user + kernel).max(1.0);
        Ok(Self {
            user: total_ns / 1e9 * share,
            kernel: total_ns / 1e9 * (1.0 - share),
        })
    }

    pub fn total(self) -> f64 {
        self.user + self.kernel
    }
}

impl std::ops::Sub for Cpu {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            user: self.user - before.user,
            kernel: self.kernel - before.kernel,
        }
    }
}
