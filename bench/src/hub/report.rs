//! Writes the results as a Markdown table.

use super::{A_SECOND, CONNECTIONS, Push, ROUNDS, Subject};
use crate::machine::{bar, median};
use anyhow::Context;
use std::fmt::Write;

fn micros(subject: &Subject, of: impl Fn(&Push) -> f64) -> f64 {
    let mut values: Vec<f64> = subject
        .pushes
        .iter()
        .map(|push| of(push) * 1e6 / CONNECTIONS as f64)
        .collect();
    median(&mut values)
}

/// Returns the microseconds of user CPU time per delivery, averaged over all rounds. A single round is too short,
/// because the kernel counts in ticks of 10 ms.
fn own_micros(subject: &Subject) -> f64 {
    let seconds: f64 = subject.pushes.iter().map(|push| push.cpu.user).sum();
    seconds * 1e6 / (CONNECTIONS * subject.pushes.len()) as f64
}

fn last_ms(subject: &Subject) -> f64 {
    median(&mut subject.pushes.iter().map(|push| push.last_ms).collect::<Vec<_>>())
}

fn connect_ms(subject: &Subject) -> f64 {
    subject.connect.total() * 1e3 / (CONNECTIONS - super::FIRST) as f64
}

pub fn write(machine: &str, subjects: &[Subject]) -> anyhow::Result<String> {
    let find = |name: &str| subjects.iter().find(|subject| subject.name == name);
    let (hub, ws, floor) = (
        find("Firmbook").context("no hub")?,
        find("ws").context("no ws")?,
        find("write(2) alone").context("no floor")?,
    );
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = String::new();
    writeln!(text, "# One push to {CONNECTIONS} connections\n")?;
    writeln!(
        text,
        "`cargo xtask bench hub` on {today}: {machine}. Each server has {CONNECTIONS} connections from its own load \
         generator on the same machine. In each of {ROUNDS} rounds, each server in turn pushes one record of about \
         300 bytes; values are medians. Firmbook uses hub protocol version 2 with negotiation, a separate token for each \
         connection, pings and acknowledgements, and reads each push from its outbox. The npm servers send the same \
         bytes on command. “write(2) alone” calls write(2) in a loop over the same number of sockets: the kernel's \
         minimum cost of sending a frame to a local socket on this machine.\n"
    )?;
    writeln!(
        text,
        "| server | lost | CPU µs/delivery | in user mode | last delivery ms | CPU µs/delivery with acknowledgements | \
         KiB/connection | CPU ms/connect | idle CPU |"
    )?;
    writeln!(text, "|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    for subject in subjects {
        writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.0} | {:.2} | {:.1} | {:.3} | {:.1} % |",
            subject.name,
            subject.lost,
            micros(subject, |push| push.cpu.total()),
            own_micros(subject),
            last_ms(subject),
            micros(subject, |push| push.cpu_with_echo.total()),
            subject.kib_a_connection,
            connect_ms(subject),
            subject.idle.total() * 100.0
        )?;
    }
    let whole = micros(hub, |push| push.cpu.total());
    let above = whole - micros(floor, |push| push.cpu.total());
    writeln!(
        text,
        "\nClients connect at {A_SECOND} per second, each with negotiation, token check, upgrade, handshake \
         and notification list.\n\nTargets:\n"
    )?;
    for line in [
        bar("lost: 0", hub.lost == 0),
        bar(&format!("CPU per delivery < 3 µs ({whole:.2})"), whole < 3.0),
        bar(
            &format!("CPU per delivery minus the system call < 3 µs ({above:.2})"),
            above < 3.0,
        ),
        bar(
            &format!(
                "CPU per delivery ≤ ws ({:.2} x)",
                whole / micros(ws, |push| push.cpu.total())
            ),
            whole <= micros(ws, |push| push.cpu.total()),
        ),
        bar(
            &format!("last delivery ≤ ws ({:.2} x)", last_ms(hub) / last_ms(ws)),
            last_ms(hub) <= last_ms(ws),
        ),
        bar(
            &format!("memory < 12 KiB per connection ({:.1})", hub.kib_a_connection),
            hub.kib_a_connection < 12.0,
        ),
        bar(
            &format!("CPU per connect < 0.5 ms ({:.3})", connect_ms(hub)),
            connect_ms(hub) < 0.5,
        ),
    ] {
        writeln!(text, "- {line}")?;
    }
    Ok(text)
}
