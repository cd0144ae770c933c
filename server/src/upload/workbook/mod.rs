//! Reads workbooks in child processes, because a workbook can exhaust memory or crash its reader. The child
//! receives the decrypted workbook in memory. It is never written to disk in plaintext.

pub mod child;
mod parent;

pub use parent::{ChildRows, Children, Slot};

use serde::{Deserialize, Serialize};
use shared::upload::reading::{Format, ReadingChoice};

/// Subcommand of the server that reads workbooks. Its argument is an [`Order`] as JSON.
pub const COMMAND: &str = "read-workbook";

/// Exit code for a rejected workbook. stderr then contains a `FileError` as JSON.
const REFUSED: i32 = 3;

/// Task of a child process.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// Write a `Head` as JSON.
    Head {
        format: Format,
        choices: Vec<ReadingChoice>,
    },
    /// Write rows as CSV: the row number, followed by the cells.
    Rows { format: Format, sheet: String },
}

impl Order {
    const fn format(&self) -> Format {
        match self {
            Self::Head { format, .. } | Self::Rows { format, .. } => *format,
        }
    }
}
