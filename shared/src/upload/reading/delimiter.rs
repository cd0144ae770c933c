//! Detects the delimiter and quote that split a text into the most regular table.

use super::encoding::Charset;
use super::limits::HEAD_ROWS;
use super::rows::{DELIMITER_PREFIX, Dialect, Row, SheetRows};
use super::{FileError, ReadError};
use encoding_rs::UTF_8;

const DELIMITERS: [u8; 7] = [b',', b';', b'\t', b'|', b'^', b'~', b'`'];
/// Delimiters that rarely occur inside cells, unlike commas.
const RARE_IN_CELLS: [char; 3] = [';', '\t', '|'];

/// The user's choices. `None` means that the value is detected.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chosen {
    pub delimiter: Option<Option<u8>>,
    pub quote: Option<Option<u8>>,
}

/// Returns the dialect and first rows of a decoded text.
///
/// `is_whole` tells whether the text is complete. Otherwise its last line may be cut off.
pub fn find(
    text: &str,
    is_whole: bool,
    ending: &str,
    chosen: Chosen,
) -> Result<(Dialect, Vec<Row>), FileError> {
    let delimiters: Vec<Option<u8>> = match chosen.delimiter.or_else(|| named(text).map(Some)) {
        Some(delimiter) => vec![delimiter],
        None => DELIMITERS.map(Some).to_vec(),
    };
    let quotes: Vec<Option<u8>> = match chosen.quote {
        Some(quote) => vec![quote],
        None if has_single_quotes(text) => vec![Some(b'"'), Some(b'\'')],
        None => vec![Some(b'"')],
    };
    let usual = match ending {
        "tsv" => Some(b'\t'),
        "csv" => Some(b','),
        _ => None,
    };
    let mut best: Option<(f64, Dialect, SplitTable)> = None;
    for quote in quotes {
        for delimiter in &delimiters {
            let dialect = Dialect {
                delimiter: *delimiter,
                quote,
            };
            if !dialect.is_possible() {
                continue;
            }
            let cut = cut(text, is_whole, dialect);
            let mut score = cut.score(dialect);
            if *delimiter == usual {
                score *= 1.1;
            }
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, dialect, cut));
            }
        }
    }
    let (score, mut dialect, mut cut_best) = best.ok_or(FileError::BadChoice)?;
    if score == 0.0 && delimiters.len() > 1 {
        // The text has a single column.
        dialect.delimiter = usual;
        cut_best = cut(text, is_whole, dialect);
    }
    // A quote that is never closed is text.
    if matches!(
        cut_best.end,
        Some(FileError::UnclosedQuote { .. } | FileError::CellTooLong { .. })
    ) && chosen.quote.is_none()
    {
        let without = Dialect {
            quote: None,
            ..dialect
        };
        let cut = cut(text, is_whole, without);
        if cut.end.is_none() {
            (dialect, cut_best) = (without, cut);
        }
    }
    match cut_best.end {
        Some(error) => Err(error),
        None => Ok((dialect, cut_best.rows)),
    }
}

/// Returns the valid delimiter named by a first line such as `sep=;`.
fn named(text: &str) -> Option<u8> {
    let line = text.lines().next()?;
    match (
        line.get(..DELIMITER_PREFIX.len())?,
        line.as_bytes().get(DELIMITER_PREFIX.len()..)?,
    ) {
        (prefix, [delimiter]) if prefix.eq_ignore_ascii_case(DELIMITER_PREFIX) => {
            Dialect::of(Some(char::from(*delimiter)), Some('"'))
                .ok()?
                .delimiter
        }
        _ => None,
    }
}

/// Returns whether some cells are in single quotes and none start with a double quote.
fn has_single_quotes(text: &str) -> bool {
    let mut cells = text
        .lines()
        .take(HEAD_ROWS)
        .flat_map(|line| line.split([',', ';', '\t', '|']));
    let is_quoted =
        |cell: &str, quote: char| cell.len() > 1 && cell.starts_with(quote) && cell.ends_with(quote);
    cells.clone().any(|cell| is_quoted(cell, '\'')) && !cells.any(|cell| cell.starts_with('"'))
}

/// The first rows under a dialect, and the error that ended reading.
struct SplitTable {
    rows: Vec<Row>,
    end: Option<FileError>,
}

fn cut(text: &str, is_whole: bool, dialect: Dialect) -> SplitTable {
    let mut rows = Vec::new();
    let mut end = None;
    for row in SheetRows::with(text.as_bytes(), Charset::Standard(UTF_8), dialect) {
        match row {
            Ok(row) => rows.push(row),
            // The closing quote may follow after the end of this text.
            Err(ReadError::File(FileError::UnclosedQuote { .. })) if !is_whole && !rows.is_empty() => {
                return SplitTable { rows, end };
            }
            Err(ReadError::File(error)) => end = Some(error),
            Err(ReadError::Io(_)) => end = Some(FileError::Unreadable),
        }
        if rows.len() > HEAD_ROWS {
            rows.truncate(HEAD_ROWS);
            return SplitTable { rows, end };
        }
    }
    if !is_whole && end.is_none() {
        rows.pop();
    }
    SplitTable { rows, end }
}

impl SplitTable {
    /// Rates the table from 0 (one column) to 1 (many columns, all rows of the same width).
    #[expect(clippy::cast_precision_loss, reason = "a hundred rows of a thousand cells")]
    fn score(&self, dialect: Dialect) -> f64 {
        let Some(width) = self.usual_width() else {
            return 0.0;
        };
        let regular =
            self.rows.iter().filter(|row| row.cells.len() == width).count() as f64 / self.rows.len() as f64;
        let (mut cells, mut quality) = (0.0, 0.0);
        for cell in self.rows.iter().flat_map(|row| row.cells.iter()) {
            cells += 1.0;
            quality += quality_of(cell, dialect);
        }
        let columns = (width - 1) as f64 / width as f64;
        regular * columns * quality / cells
    }

    /// Returns the most frequent row width greater than one. The first one wins a tie.
    fn usual_width(&self) -> Option<usize> {
        let count = |width: usize| self.rows.iter().filter(|row| row.cells.len() == width).count();
        let widths = self
            .rows
            .iter()
            .map(|row| row.cells.len())
            .filter(|width| *width > 1);
        widths.rev().max_by_key(|width| count(*width))
    }
}

/// Returns a lower score for a cell that seems to be split at the wrong delimiter.
fn quality_of(cell: &str, dialect: Dialect) -> f64 {
    let is_telling =
        |letter: char| RARE_IN_CELLS.contains(&letter) && dialect.delimiter.map(char::from) != Some(letter);
    let is_cut_wrong = !is_free_text(cell) && cell.contains(is_telling);
    let cell = cell.trim();
    let has_stray_quote =
        cell.starts_with('"') != cell.ends_with('"') || cell.starts_with('\'') || cell.ends_with('\'');
    if is_cut_wrong || has_stray_quote { 0.4 } else { 1.0 }
}

/// Returns whether a cell is long or multi-line text, which may contain any delimiter.
fn is_free_text(cell: &str) -> bool {
    cell.len() > 40 || cell.contains('\n')
}
