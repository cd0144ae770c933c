//! The process that reads a workbook from its input: it takes limits on itself first.

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

/// Address space: the binary, a workbook of the largest size that is read, and what its reader keeps of it. The
/// allocator is kept from setting as much aside at once by whoever starts the child.
const MEMORY_BYTES: u64 = 1024 * 1024 * 1024;
/// The same for XLS, whose reader makes every cell between the first and the last before it gives one: two cells in
/// opposite corners would be 640 MiB, and seconds to fill them. Two and three quarter million cells fit.
const XLS_MEMORY_BYTES: u64 = 576 * 1024 * 1024;
const CPU_SECONDS: u64 = 30;
const OPEN_FILES: u64 = 16;

/// Does what the argument orders. A refusal goes to stderr.
///
/// # Errors
/// When the order cannot be read, or nobody reads what is written.
pub fn run(order: &str) -> anyhow::Result<ExitCode> {
    take_limits()?;
    let order: Order = serde_json::from_str(order).context("the order")?;
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
    // As a file, for a workbook is read here and there.
    let file = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    Ok(Workbook::open(format, BufReader::new(file))?)
}
