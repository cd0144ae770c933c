//! Measures the run time and memory of a program and its child processes.

use anyhow::{Context, ensure};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Interval between memory samples.
const READING: Duration = Duration::from_millis(10);

pub struct Run {
    pub seconds: f64,
    /// Peak memory of the process and its children (PSS, which counts shared pages once). 0 if it was not sampled.
    pub memory_mb: f64,
    pub output: Vec<u8>,
}

/// Runs a program with the given input. Sampling memory slows the program down, so time it in a run without.
pub fn run(command: &mut Command, input: &[u8], reads_memory: bool) -> anyhow::Result<Run> {
    let name = command.get_program().to_string_lossy().into_owned();
    let begun = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("failed to start {name}"))?;
    let (mut stdin, mut stdout) = (
        child.stdin.take().context("no input")?,
        child.stdout.take().context("no output")?,
    );
    let id = child.id();
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let reader = thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    let mut memory_mb: f64 = 0.0;
    let status = if reads_memory {
        loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            memory_mb = memory_mb.max(memory_of_family(id));
            thread::sleep(READING);
        }
    } else {
        child.wait()?
    };
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(status.success(), "{name} ended with {status}");
    // Chromium reads no input.
    _ = writer.join();
    let output = reader
        .join()
        .map_err(|_| anyhow::anyhow!("{name} had no output"))??;
    Ok(Run {
        seconds,
        memory_mb,
        output,
    })
}

/// Returns the memory of a process and its descendants in MB.
fn memory_of_family(id: u32) -> f64 {
    let mut family = vec![id];
    let mut known = 0;
    while known < family.len() {
        let children = format!("/proc/{0}/task/{0}/children", family[known]);
        let ids = fs::read_to_string(children).unwrap_or_default();
        family.extend(ids.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        known += 1;
    }
    family.iter().map(|id| proportional_set_size(*id)).sum()
}

fn proportional_set_size(id: u32) -> f64 {
    let usage = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
    let kib = usage.lines().find_map(|line| {
        let size = line.strip_prefix("Pss:")?.trim().strip_suffix(" kB")?;
        size.parse::<f64>().ok()
    });
    kib.unwrap_or(0.0) / 1024.0
}
