//! Workbooks are read by a process of their own, which may need too much and die of it. It is handed the workbook as its
//! input, in memory: what lies sealed in the store is never written in the clear.

pub mod child;
mod gate;
mod parent;

pub use parent::{ChildRows, Children};

use serde::{Deserialize, Serialize};
use shared::upload::reading::{Format, ReadingChoice};

/// The subcommand of the server that reads workbooks; its argument is an [`Order`] as JSON.
pub const COMMAND: &str = "read-workbook";

/// The exit code with which a refusal stands on stderr, a `FileError` as JSON.
const REFUSED: i32 = 3;

/// What a child is to do.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// Writes a `Head` as JSON.
    Head {
        format: Format,
        choices: Vec<ReadingChoice>,
    },
    /// Writes rows as CSV: the row's number, then its cells.
    Rows { format: Format, sheet: String },
}

impl Order {
    const fn format(&self) -> Format {
        match self {
            Self::Head { format, .. } | Self::Rows { format, .. } => *format,
        }
    }
}
