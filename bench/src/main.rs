//! Benchmarks: `cargo xtask bench NAME`.

mod http;
mod hub;
mod import;
mod lists;
mod machine;
mod pgbench;
mod program;
mod reading;
mod reports;
mod scroll;
mod stack;
mod tasks;

use anyhow::bail;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("lists") => lists::run(),
        Some("hub") => hub::run(),
        Some("reports") => reports::run(),
        Some("import") => import::run(),
        // Child processes of the hub benchmark.
        Some("hub-load") => hub::load(&words[1..]),
        Some("hub-floor") => hub::floor(&words[1..]),
        Some(other) => bail!("unknown benchmark `{other}`: use lists, hub, reports or import"),
        None => bail!("missing benchmark name: lists, hub, reports or import"),
    }
}
