//! Benchmarks: `cargo xtask bench NAME`.

mod documents;
mod faults;
mod http;
mod hub;
mod import;
mod lists;
mod machine;
mod others;
mod pages;
mod pgbench;
mod program;
mod reading;
mod reports;
mod resolution;
mod scroll;
mod stack;
mod tasks;
mod widgets;
mod writes;

use clap::Parser;

/// Benchmarks of Firmbook, run by `cargo xtask bench`.
#[derive(Parser)]
enum Bench {
    /// Measures list pages against the same SQL in pgbench.
    Lists,
    /// Measures 10,000 connections and a push to all of them, against ws and socket.io.
    Hub,
    /// Measures report totals against their SQL, and exports against COPY.
    Reports,
    /// Measures an import of 100,000 contacts against COPY.
    Import,
    /// Measures pages of one firm while a user of another firm runs heavy filters.
    Faults,
    /// Measures changes, creates and feeds against plain statements in pgbench.
    Writes,
    /// Measures the comparison of all contacts of a firm, and merges against plain SQL.
    Resolution,
    /// Measures a book of business as PDF, against Chromium and ReportLab.
    Documents,
    /// Measures the first load of a list and the opening of its records in Chromium, against React-Admin.
    Pages,
    /// Measures a widget on a partner's page in Chromium, against the portal's list.
    Widgets,
    #[command(hide = true)]
    HubLoad(hub::LoadOptions),
    #[command(hide = true)]
    HubFloor(hub::FloorOptions),
}

fn main() -> anyhow::Result<()> {
    match Bench::parse() {
        Bench::Lists => lists::run(),
        Bench::Hub => hub::run(),
        Bench::Reports => reports::run(),
        Bench::Import => import::run(),
        Bench::Faults => faults::run(),
        Bench::Writes => writes::run(),
        Bench::Resolution => resolution::run(),
        Bench::Documents => documents::run(),
        Bench::Pages => pages::run(),
        Bench::Widgets => widgets::run(),
        Bench::HubLoad(options) => hub::load(options),
        Bench::HubFloor(options) => hub::floor(&options),
    }
}
