//! Compares the policy list on a partner's page in Chromium with the portal's list in a tab.

use crate::machine::{bar, median};
use crate::program::in_browser;
use crate::{machine, stack};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::fmt::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Each round starts the browser with an empty profile.
const ROUNDS: usize = 9;
const USER: &str = "Dana Whitfield";
const PARTNER_PORT: &str = "4312";
const PARTNER: &str = "http://127.0.0.1:4312";
const LOADER: &str = "webapp/dist/embed/v1.js.gz";
const LOADER_KB: f64 = 6.0;
/// Shortest task that the browser reports, in milliseconds.
const REPORTED_MS: f64 = 50.0;
const PATIENCE: Duration = Duration::from_secs(30);

/// One load of the partner's page. Excludes long tasks in its frames.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Load {
    ready_ms: f64,
    /// Zero if no task took 50 ms or longer.
    longest_task_ms: f64,
    /// Sum of the layout shifts after `ready`.
    shift: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Round {
    cold: Load,
    warm: Load,
    portal_cold: f64,
    portal_warm: f64,
}

/// The Node process that serves the partner's site. Stopped when dropped.
struct Site(Child);

impl Site {
    fn start(root: &Path, issuer: &str) -> anyhow::Result<Self> {
        let node = Command::new("node")
            .current_dir(root)
            .args(["webapp/dev/partner-site.mjs", "--port", PARTNER_PORT])
            .args(["--portal", stack::ORIGIN, "--issuer", issuer])
            .spawn()
            .context("failed to start node")?;
        let site = Self(node);
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", 4312)).is_err() {
            if start.elapsed() > PATIENCE {
                bail!("the partner's site was not served in time");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(site)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let loader = std::fs::metadata(root.join(LOADER)).context("the web app is not built")?;
    let loader_bytes = u32::try_from(loader.len()).context("the loader is too large")?;
    let stack = stack::Stack::start(&root)?;
    let _site = Site::start(&root, &stack.issuer())?;
    let mut rounds = Vec::new();
    for round in 1..=ROUNDS {
        eprintln!("widgets: round {round} of {ROUNDS}");
        let words = [PARTNER, stack::ORIGIN, USER];
        rounds.push(in_browser(&root, "widgets", &words)?);
    }
    let report = report(&machine, f64::from(loader_bytes) / 1e3, &rounds)?;
    println!("{report}");
    std::fs::write(root.join("bench/results/widgets.md"), report)?;
    Ok(())
}

fn report(machine: &str, loader_kb: f64, rounds: &[Round]) -> anyhow::Result<String> {
    let today = server::clock::Clock::System.today_in("UTC");
    let mut text = format!(
        "# Widgets\n\n`cargo xtask bench widgets` on {today}: {machine}. Large demo data, 300,000 policies in the list. \
         Chromium loads a page of a partner at another origin, which embeds `<firmbook-policy-list>` from the release \
         server. The page's backend creates the session. Times are from the start of the navigation until the event \
         `ready` is painted. *Cold* is with an empty cache in a browser that is already running, *warm* is the next load, \
         in another tab. Tasks are those of the partner's page, without its frames; the browser reports none under 50 ms. \
         The layout shift is that of the partner's page from 100 ms after `ready`. The portal cannot be shown in a frame \
         of another site, so that its list of policies is loaded in a tab of a signed-in user, until its first rows are \
         visible. Figures are medians of {ROUNDS} rounds, and the maximum of the shift.\n\n\
         | | widget | limit | ratio | target | portal | widget / portal |\n|---|---:|---:|---:|---|---:|---:|\n"
    );
    let of = |figure: fn(&Round) -> f64| median(&mut rounds.iter().map(figure).collect::<Vec<_>>());
    let task = |load: &Load| load.longest_task_ms.max(REPORTED_MS);
    let longest = rounds
        .iter()
        .flat_map(|round| [task(&round.cold), task(&round.warm)])
        .fold(0.0, f64::max);
    let shift = rounds
        .iter()
        .flat_map(|round| [round.cold.shift, round.warm.shift])
        .fold(0.0, f64::max);
    for (name, own, limit, portal) in [
        ("script, gzip, KB", loader_kb, Some(LOADER_KB), None),
        (
            "first rows, cold, ms",
            of(|round| round.cold.ready_ms),
            Some(1_000.0),
            Some(of(|round| round.portal_cold)),
        ),
        (
            "first rows, warm, ms",
            of(|round| round.warm.ready_ms),
            Some(400.0),
            Some(of(|round| round.portal_warm)),
        ),
        ("longest task of the page, maximum, ms", longest, Some(50.0), None),
    ] {
        writeln!(text, "{}", row(name, own, limit, portal))?;
    }
    let holds = bar("0", shift == 0.0);
    writeln!(
        text,
        "| layout shift after `ready`, maximum | {shift:.4} | 0 | | {holds} | | |"
    )?;
    Ok(text)
}

fn row(name: &str, own: f64, limit: Option<f64>, portal: Option<f64>) -> String {
    let target = limit.map_or_else(
        || " | | ".to_owned(),
        |limit| {
            let ratio = own / limit;
            format!("{limit:.0} | {ratio:.2} | {}", bar("≤ 1", ratio <= 1.0))
        },
    );
    let compared = portal.map_or_else(
        || " | ".to_owned(),
        |portal| format!("{portal:.0} | {:.2}", own / portal),
    );
    let decimals = usize::from(own < 10.0);
    format!("| {name} | {own:.decimals$} | {target} | {compared} |")
}
