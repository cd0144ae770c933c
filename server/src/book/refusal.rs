//! Errors in a book's files, by file, row and column.

use std::fmt;
use std::sync::Arc;

/// Maximum number of errors kept. All errors are counted.
pub const SHOWN: usize = 1_000;

/// An error in a row. Rows are numbered as in a spreadsheet: the header is row 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    pub file: Arc<str>,
    pub row: u64,
    pub column: Option<String>,
    /// Stable snake-case code.
    pub code: String,
    pub message: String,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, row {}", self.file, self.row)?;
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {} ({})", self.message, self.code)
    }
}

/// Warnings, which do not stop a load.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Warnings {
    /// The first [`SHOWN`] warnings.
    pub warnings: Vec<RowError>,
    pub count: u64,
}

/// Errors that prevented a load. Nothing is stored.
#[derive(Debug, Default, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// The first [`SHOWN`] errors.
    pub errors: Vec<RowError>,
    pub count: u64,
    pub warnings: Warnings,
}

impl Refusal {
    pub(super) fn add(&mut self, error: RowError) {
        self.count += 1;
        if self.errors.len() < SHOWN {
            self.errors.push(error);
        }
    }

    pub(super) fn warn(&mut self, warning: RowError) {
        self.warnings.count += 1;
        if self.warnings.warnings.len() < SHOWN {
            self.warnings.warnings.push(warning);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(f, "{warning}")?;
        }
        let more = self.count - self.warnings.len() as u64;
        if more > 0 {
            writeln!(f, "and {more} more")?;
        }
        let warnings = if self.count == 1 { "warning" } else { "warnings" };
        write!(f, "{} {warnings}", self.count)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.errors {
            writeln!(f, "{error}")?;
        }
        let more = self.count - self.errors.len() as u64;
        if more > 0 {
            writeln!(f, "and {more} more")?;
        }
        let errors = if self.count == 1 { "error" } else { "errors" };
        write!(f, "{} {errors}: nothing was loaded", self.count)
    }
}
