//! How much is read of a file. What is larger is refused by name.

pub const FILE_BYTES: u64 = 25 * 1024 * 1024;
/// Rows below the header that hold anything.
pub const ROWS: u32 = 100_000;
pub const COLUMNS: usize = 300;
pub const CELL_BYTES: usize = 32 * 1024;
pub const SHEETS: usize = 100;
/// What the parts of a workbook may hold once they are unpacked, counted as they are.
pub const INFLATED_BYTES: u64 = 300 * 1000 * 1000;
/// Above [`RATIO_FROM_BYTES`] nothing that people type packs so well.
pub const RATIO: u64 = 100;
pub const RATIO_FROM_BYTES: u64 = 32 * 1000 * 1000;

/// How many rows of a file a person is shown, and its delimiter and its header are found from.
pub const HEAD_ROWS: usize = 100;
/// How much of a text file these are sought in.
pub const HEAD_BYTES: usize = 256 * 1024;
