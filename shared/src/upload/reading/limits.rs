//! Size limits for uploaded files. Each limit has its own error.

pub const FILE_BYTES: u64 = 25 * 1024 * 1024;
/// Maximum number of non-blank rows below the header. `Rows` in `rows.rs` checks it. Before a workbook is
/// uploaded, `OpenWorkbook` in `wasm/src/workbook.rs` checks it in the browser.
pub const ROWS: u32 = 100_000;
pub const COLUMNS: usize = 300;
pub const CELL_BYTES: usize = 32 * 1024;
pub const SHEETS: usize = 100;
/// Maximum uncompressed size of a workbook, counted while decompressing.
pub const INFLATED_BYTES: u64 = 300 * 1000 * 1000;
/// Maximum compression ratio for workbooks above [`RATIO_FROM_BYTES`]. Real data does not compress that well.
pub const RATIO: u64 = 100;
pub const RATIO_FROM_BYTES: u64 = 32 * 1000 * 1000;

/// Number of rows shown to the user and used to detect the delimiter and header.
pub const HEAD_ROWS: usize = 100;
/// Number of bytes of a text file that are read to get these rows.
pub const HEAD_BYTES: usize = 256 * 1024;
