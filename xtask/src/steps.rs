//! Prints the progress and duration of each step.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::signals::Stopped;

pub fn on_terminal() -> bool {
    stderr().is_terminal()
}

pub struct Steps {
    done: usize,
    of: usize,
    started: Instant,
}

impl Steps {
    pub fn new(of: usize) -> Self {
        Self {
            done: 0,
            of,
            started: Instant::now(),
        }
    }

    /// Runs a step whose commands print nothing. On a terminal, its line shows the elapsed seconds.
    pub fn quiet<T>(&mut self, title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let label = self.next(title);
        if !on_terminal() {
            return timed(&label, work);
        }
        let (end, ended) = mpsc::channel::<()>();
        let line = label.clone();
        let ticker = thread::spawn(move || {
            let started = Instant::now();
            loop {
                eprint!("\r{line} … {} s", started.elapsed().as_secs());
                let _ = stderr().flush();
                if ended.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                    eprint!("\r\x1b[K");
                    return;
                }
            }
        });
        let started = Instant::now();
        let result = work();
        drop(end);
        let _ = ticker.join();
        eprintln!(
            "{label}{}: {:.1} s",
            outcome(&result),
            started.elapsed().as_secs_f64()
        );
        result
    }

    /// Runs a step whose commands print their output.
    pub fn loud<T>(&mut self, title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let label = self.next(title);
        timed(&label, work)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn next(&mut self, title: &str) -> String {
        self.done += 1;
        format!("[{}/{}] {title}", self.done, self.of)
    }
}

fn timed<T>(label: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("{label} …");
    let started = Instant::now();
    let result = work();
    eprintln!(
        "{label}{}: {:.1} s",
        outcome(&result),
        started.elapsed().as_secs_f64()
    );
    result
}

fn outcome<T>(result: &Result<T>) -> &'static str {
    match result {
        Ok(_) => "",
        Err(error) if error.is::<Stopped>() => " stopped",
        Err(_) => " FAILED",
    }
}
