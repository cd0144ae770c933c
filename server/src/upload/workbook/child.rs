//! The child process that reads a workbook from stdin. It first sets resource limits for itself.

use super::{Order, REFUSED};
use anyhow::Context as _;
use nix::sys::resource::{Resource, setrlimit};
use shared::upload::reading::limits::HEAD_ROWS;
use shared::upload::reading::{Format, ReadError};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::os::fd::AsFd;
use std::process::ExitCode;
use workbook::Workbook;

/// Address space for the binary, a workbook of the maximum size, and the memory of its reader. The parent
/// configures the allocator so that it does not reserve all of it in advance.
const MEMORY_BYTES: u64 = 1024 * 1024 * 1024;
/// Lower limit for XLS, whose reader allocates every cell between the first and the last in advance. Two cells in
/// opposite corners would take 640 MiB and seconds to fill. About 2.75 million cells fit.
const XLS_MEMORY_BYTES: u64 = 576 * 1024 * 1024;
const CPU_SECONDS: u64 = 30;
const OPEN_FILES: u64 = 16;

/// Executes the order in the argument. A rejection is written to stderr.
///
/// # Errors
/// Returns an error if the order cannot be parsed or the output cannot be written.
pub fn run(order: &str) -> anyhow::Result<ExitCode> {
    take_limits()?;
    let order: Order = serde_json::from_str(order).context("cannot parse the order")?;
    if order.format() == Format::Xls {
        setrlimit(Resource::RLIMIT_AS, XLS_MEMORY_BYTES, XLS_MEMORY_BYTES)?;
    }
    match fulfil(order) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ReadError::File(error)) => {
            serde_json::to_writer(std::io::stderr(), &error)?;
            Ok(ExitCode::from(u8::try_from(REFUSED)?))
        }
        Err(ReadError::Io(error)) => Err(error.into()),
    }
}

fn take_limits() -> nix::Result<()> {
    for (resource, most) in [
        (Resource::RLIMIT_AS, MEMORY_BYTES),
        (Resource::RLIMIT_CPU, CPU_SECONDS),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_FSIZE, 0),
        (Resource::RLIMIT_CORE, 0),
    ] {
        setrlimit(resource, most, most)?;
    }
    Ok(())
}

fn fulfil(order: Order) -> Result<(), ReadError> {
    let mut out = BufWriter::with_capacity(64 * 1024, std::io::stdout().lock());
    match order {
        Order::Head { format, choices } => {
            let head = open(format)?.head(HEAD_ROWS, &choices)?;
            serde_json::to_writer(&mut out, &head).map_err(std::io::Error::from)?;
        }
        Order::Rows { format, sheet } => {
            let mut rows = csv::WriterBuilder::new().flexible(true).from_writer(&mut out);
            let mut written = Ok(());
            open(format)?.each_row(&sheet, &mut |row| {
                let number = row.number.to_string();
                written = rows.write_record(std::iter::once(number.as_str()).chain(&row.cells));
                written.is_ok()
            })?;
            written.map_err(std::io::Error::from)?;
            rows.flush()?;
        }
    }
    out.flush()?;
    Ok(())
}

fn open(format: Format) -> Result<Workbook, ReadError> {
    // A workbook is read at random positions, which requires a file.
    let file = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    Ok(Workbook::open(format, BufReader::new(file))?)
}
