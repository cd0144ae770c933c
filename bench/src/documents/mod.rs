//! Renders a book of business as PDF, and the same rows with Chromium, ReportLab and plain Typst. Each document is
//! rendered in a new process, as on the server. Also measures the live preview of a text in Chromium, and the sending
//! of books to a cohort.

mod book;
mod measure;
mod sends;

use crate::machine::{self, bar, median};
use crate::program::in_browser;
use crate::stack::{self, Stack};
use anyhow::Context;
use measure::Run;
use sends::Sends;
use shared::deliverable::layout::{Format, Layout, RenderOrder};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

/// Rows that fill about 40 pages.
const ROWS: usize = 1_350;
/// Rows that fill three pages.
const FEW_ROWS: usize = 12;
const ROUNDS: usize = 5;
/// Number of small books that two renderers create in parallel.
const BOOKS: usize = 40;
/// The user who edits an agent's cover page.
const USER: &str = "Dana Whitfield";

struct Figures {
    seconds: f64,
    memory_mb: f64,
    bytes: usize,
    pages: usize,
}

pub fn run() -> anyhow::Result<()> {
    let root = std::env::current_dir()?;
    let machine = machine::describe();
    let renderer = std::env::current_exe()?.with_file_name("server");
    let dir = std::env::temp_dir().join(format!("firmbook-documents-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    eprintln!("documents: {ROWS} rows with the renderer");
    let own = measured(&mut || with_renderer(&renderer, book::layout(ROWS)))?;
    let small = measured(&mut || with_renderer(&renderer, book::layout(FEW_ROWS)))?;
    let text = measured(&mut || with_renderer(&renderer, book::text_only()?))?;
    eprintln!("documents: {ROWS} rows with Chromium");
    let chromium = measured(&mut || chromium(&dir))?;
    eprintln!("documents: {ROWS} rows with ReportLab");
    let reportlab = measured(&mut || in_python(&root, &dir, "with_reportlab"))?;
    eprintln!("documents: {ROWS} rows with Typst alone");
    let typst = measured(&mut || in_python(&root, &dir, "with_typst"))?;
    eprintln!("documents: {BOOKS} small books");
    let rate = books_per_second(&renderer)?;
    std::fs::remove_dir_all(&dir)?;
    eprintln!("documents: the live preview");
    let preview_ms = live_preview(&root)?;
    eprintln!("documents: sends to a cohort");
    let sends = sends::measure(&root)?;
    let figures = [&own, &small, &text, &chromium, &reportlab, &typst];
    let report = report(&machine, figures, rate, preview_ms, &sends)?;
    print!("{report}");
    std::fs::write(root.join("bench/results/documents.md"), report)?;
    Ok(())
}

/// A command, its standard input, and the file that it writes if it does not write to standard output.
type Prepared = (Command, Vec<u8>, Option<PathBuf>);
type Measure<'a> = &'a mut dyn FnMut() -> anyhow::Result<Prepared>;

/// Times several runs of a program, then runs it once more to measure its memory.
fn measured(prepare: Measure<'_>) -> anyhow::Result<Figures> {
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let (mut command, input, _) = prepare()?;
        seconds.push(measure::run(&mut command, &input, false)?.seconds);
    }
    let (mut command, input, file) = prepare()?;
    let Run {
        memory_mb, output, ..
    } = measure::run(&mut command, &input, true)?;
    let pdf = match file {
        Some(file) => std::fs::read(file)?,
        None => output,
    };
    Ok(Figures {
        seconds: median(&mut seconds),
        memory_mb,
        bytes: pdf.len(),
        pages: pages(&pdf)?,
    })
}

fn with_renderer(renderer: &Path, layout: Layout) -> anyhow::Result<Prepared> {
    let format = Format::Pdf;
    let order = serde_json::to_vec(&RenderOrder { format, layout })?;
    let mut command = Command::new(renderer);
    command.arg(server::deliverables::COMMAND);
    Ok((command, order, None))
}

fn chromium(dir: &Path) -> anyhow::Result<Prepared> {
    let program = std::env::var("FIRMBOOK_CHROMIUM").context("FIRMBOOK_CHROMIUM is not set")?;
    let (page, pdf) = (dir.join("book.html"), dir.join("chromium.pdf"));
    std::fs::write(&page, book::page(ROWS))?;
    let mut command = Command::new(program);
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-quic",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .args(["--generate-pdf-document-outline", "--no-pdf-header-footer"])
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(&page);
    Ok((command, Vec::new(), Some(pdf)))
}

/// Prepares a script in `bench/documents` that writes the table.
fn in_python(root: &Path, dir: &Path, script: &str) -> anyhow::Result<Prepared> {
    let python = std::env::var_os("FIRMBOOK_PYTHON").context("FIRMBOOK_PYTHON is not set")?;
    let pdf = dir.join(script).with_extension("pdf");
    let mut command = Command::new(python);
    let script = root.join("bench/documents").join(script).with_extension("py");
    command.arg(script).arg(&pdf);
    Ok((command, serde_json::to_vec(&book::table(ROWS))?, Some(pdf)))
}

/// Returns how many small books two renderers create per second.
fn books_per_second(renderer: &Path) -> anyhow::Result<f64> {
    let begun = Instant::now();
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let renderer = renderer.to_owned();
            thread::spawn(move || -> anyhow::Result<()> {
                for _ in 0..BOOKS / 2 {
                    let (mut command, input, _) = with_renderer(&renderer, book::layout(FEW_ROWS))?;
                    measure::run(&mut command, &input, false)?;
                }
                Ok(())
            })
        })
        .collect();
    for worker in workers {
        worker
            .join()
            .map_err(|_| anyhow::anyhow!("a renderer failed"))??;
    }
    Ok(BOOKS as f64 / begun.elapsed().as_secs_f64())
}

/// Returns the median milliseconds from the last key press until the new pages are visible.
fn live_preview(root: &Path) -> anyhow::Result<f64> {
    let _stack = Stack::start_on(root, "small", &[])?;
    let mut times: Vec<f64> = in_browser(root, "preview", &[stack::ORIGIN, USER])?;
    Ok(median(&mut times))
}

fn pages(pdf: &[u8]) -> anyhow::Result<usize> {
    Ok(lopdf::Document::load_mem(pdf)?.get_pages().len())
}

fn report(
    machine: &str,
    [own, small, text_only, chromium, reportlab, typst]: [&Figures; 6],
    rate: f64,
    preview_ms: f64,
    sends: &Sends,
) -> anyhow::Result<String> {
    let mut text = format!(
        "# Documents\n\n`cargo xtask bench documents`: {machine}. A book of business with {ROWS} contracts, and the \
         same rows in a table of Chromium, of ReportLab, and of Typst alone, which lays out the book. Each document has a new process. Times are medians of \
         {ROUNDS} runs. Memory is the peak of the process and its children, with shared pages counted once. Only the \
         first three files are checked for PDF/UA.\n\n\
         | | seconds | memory, MB | pages | size, KB |\n|---|---:|---:|---:|---:|\n"
    );
    for (name, figures) in [
        ("Firmbook", own),
        ("Firmbook, a small book", small),
        ("Firmbook, text only", text_only),
        ("Chromium, tagged", chromium),
        ("ReportLab, not tagged", reportlab),
        ("Typst, a table without styles", typst),
    ] {
        let Figures {
            seconds,
            memory_mb,
            bytes,
            pages,
        } = figures;
        writeln!(
            text,
            "| {name} | {seconds:.3} | {memory_mb:.0} | {pages} | {:.0} |",
            *bytes as f64 / 1000.0
        )?;
    }
    let Sends {
        per_second,
        idle_p99_ms,
        p99_ms,
    } = *sends;
    let faster = chromium.seconds / own.seconds;
    let memory = own.memory_mb / chromium.memory_mb;
    let of_40_pages = |figures: &Figures| figures.bytes as f64 * 40.0 / figures.pages as f64 / 1000.0;
    let (text_kb, table_kb) = (of_40_pages(text_only), of_40_pages(own));
    writeln!(text, "\n| | figure | target |\n|---|---:|---|")?;
    for (name, figure, target, holds) in [
        (
            "the book, s",
            format!("{:.3}", own.seconds),
            "< 0.5",
            own.seconds < 0.5,
        ),
        (
            "times faster than Chromium",
            format!("{faster:.1}"),
            "≥ 4",
            faster >= 4.0,
        ),
        (
            "memory in that of Chromium",
            format!("{memory:.2}"),
            "≤ 0.4",
            memory <= 0.4,
        ),
        (
            "40 pages of text, KB",
            format!("{text_kb:.0}"),
            "< 300",
            text_kb < 300.0,
        ),
        (
            "40 pages of a table, KB",
            format!("{table_kb:.0}"),
            "< 300",
            table_kb < 300.0,
        ),
        (
            "a small book, ms",
            format!("{:.0}", small.seconds * 1000.0),
            "< 100",
            small.seconds < 0.1,
        ),
        ("small books per second", format!("{rate:.1}"), "≥ 5", rate >= 5.0),
        (
            "preview of a text after the last key press, ms",
            format!("{preview_ms:.0}"),
            "< 300",
            preview_ms < 300.0,
        ),
        (
            "books per second sent to a cohort of 500 owners",
            format!("{per_second:.1}"),
            "≥ 5",
            per_second >= 5.0,
        ),
        (
            "pages of another user, p99 in ms: idle, and during the send",
            format!("{idle_p99_ms:.1}, {p99_ms:.1} ({:.1} x)", p99_ms / idle_p99_ms),
            "≤ 3 x",
            p99_ms <= 3.0 * idle_p99_ms,
        ),
    ] {
        writeln!(text, "| {name} | {figure} | {} |", bar(target, holds))?;
    }
    Ok(text)
}
