//! Size limits of files. Each limit has its own error.

pub const FILE_BYTES: u64 = 25 * 1024 * 1024;
/// Non-blank rows below the header.
pub const ROWS: u32 = 100_000;
pub const COLUMNS: usize = 300;
pub const CELL_BYTES: usize = 32 * 1024;
pub const SHEETS: usize = 100;
/// Uncompressed size of a workbook, counted while decompressing.
pub const INFLATED_BYTES: u64 = 300 * 1000 * 1000;
/// Maximum compression ratio for workbooks above [`RATIO_FROM_BYTES`]. Real data does not compress that well.
pub const RATIO: u64 = 100;
pub const RATIO_FROM_BYTES: u64 = 32 * 1000 * 1000;

/// Number of rows shown to the user and used to detect the delimiter and header.
pub const HEAD_ROWS: usize = 100;
/// Part of a text file that contains these rows.
pub const HEAD_BYTES: usize = 256 * 1024;
