//! Runs SQL with pgbench on the benchmark's database.

use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Pgbench {
    program: PathBuf,
    /// Directory of the PostgreSQL socket.
    host: PathBuf,
    script: PathBuf,
}

impl Pgbench {
    pub fn find(host: &Path) -> anyhow::Result<Self> {
        let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
            .into_iter()
            .flatten()
            .flatten()
            .map(|version| version.path().join("bin/pgbench"))
            .filter(|program| program.exists())
            .collect();
        found.sort();
        let program = match found.pop() {
            Some(program) => program,
            None => bail!("pgbench is not installed: install the package postgresql-contrib or postgresql"),
        };
        Ok(Self {
            program,
            host: host.to_owned(),
            script: std::env::temp_dir().join("firmbook-bench.sql"),
        })
    }

    /// Writes a script that runs the server's transaction in one pipeline: set the firm for row security, run
    /// the statement, end the transaction.
    pub fn prepare(&self, firm_id: i32, sql: &str) -> anyhow::Result<()> {
        let text = format!(
            "\\startpipeline\nBEGIN;\nSELECT set_config('firmbook.firm', '{firm_id}', true);\n{sql};\nROLLBACK;\n\
             \\endpipeline\n"
        );
        std::fs::write(&self.script, text)?;
        Ok(())
    }

    /// Writes a script of pgbench commands.
    pub fn prepare_script(&self, text: &str) -> anyhow::Result<()> {
        Ok(std::fs::write(&self.script, text)?)
    }

    /// Runs the script with the database role that requests use. Returns the mean latency in milliseconds and the
    /// transactions per second.
    pub fn run(&self, clients: usize, seconds: u64) -> anyhow::Result<(f64, f64)> {
        self.run_as("firmbook_app", "", clients, seconds)
    }

    /// Like [`Pgbench::run`], as the database owner and without triggers.
    pub fn run_without_triggers(&self, clients: usize, seconds: u64) -> anyhow::Result<(f64, f64)> {
        self.run_as(
            "postgres",
            "-c session_replication_role=replica",
            clients,
            seconds,
        )
    }

    fn run_as(&self, user: &str, options: &str, clients: usize, seconds: u64) -> anyhow::Result<(f64, f64)> {
        let output = Command::new(&self.program)
            .env("PGOPTIONS", options)
            .args(["-n", "-M", "prepared", "-U", user, "-h"])
            .arg(&self.host)
            .args([
                "-c",
                &clients.to_string(),
                "-j",
                &clients.min(2).to_string(),
                "-T",
                &seconds.to_string(),
                "-f",
            ])
            .arg(&self.script)
            .arg("firmbook")
            .output()
            .context("failed to start pgbench")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(
            output.status.success(),
            "pgbench: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let number = |name: &str| {
            text.lines()
                .find_map(|line| {
                    line.strip_prefix(name)?
                        .trim()
                        .split(' ')
                        .next()?
                        .parse::<f64>()
                        .ok()
                })
                .with_context(|| format!("no `{name}` in the output of pgbench"))
        };
        Ok((number("latency average =")?, number("tps =")?))
    }
}
