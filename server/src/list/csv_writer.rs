//! CSV for spreadsheets: a byte order mark for Excel, RFC 4180 quoting and protection against formula
//! injection.

use bytes::Bytes;
use shared::text::is_formula;
use std::fmt::Display;
use std::io::Write;

/// Collects lines of CSV until [`take`](Self::take) removes them.
pub struct CsvWriter {
    out: Vec<u8>,
    is_in_line: bool,
}

impl CsvWriter {
    /// Starts a file with a byte order mark.
    pub fn new(capacity: usize) -> Self {
        let mut out = Vec::with_capacity(capacity);
        out.extend_from_slice("\u{feff}".as_bytes());
        Self {
            out,
            is_in_line: false,
        }
    }

    /// Writes a cell, quoted if necessary. Texts that a spreadsheet would run as a formula get a leading
    /// apostrophe.
    ///
    /// Quotes more cells than RFC 4180 and the `csv` crate: LibreOffice splits at tabs and semicolons unless
    /// told otherwise, and other programs drop spaces around a cell.
    pub fn text(&mut self, value: &str) {
        self.separate();
        let is_quoted = value.contains([',', '"', '\n', '\r', '\t', ';'])
            || value.starts_with(' ')
            || value.ends_with(' ');
        if is_quoted {
            self.out.push(b'"');
        }
        if is_formula(value) {
            self.out.push(b'\'');
        }
        if is_quoted {
            self.out.extend_from_slice(value.replace('"', "\"\"").as_bytes());
            self.out.push(b'"');
        } else {
            self.out.extend_from_slice(value.as_bytes());
        }
    }

    /// Writes a value that never needs quotes, such as a number, a date or a fixed code.
    pub fn plain(&mut self, value: impl Display) {
        self.separate();
        // Writing to a `Vec` does not fail.
        _ = write!(self.out, "{value}");
    }

    pub fn empty(&mut self) {
        self.separate();
    }

    pub fn end_line(&mut self) {
        self.out.extend_from_slice(b"\r\n");
        self.is_in_line = false;
    }

    /// Writes a line of texts.
    pub fn line<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        for cell in cells {
            self.text(cell);
        }
        self.end_line();
    }

    /// Returns the number of buffered bytes.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Removes and returns the bytes written since the last call.
    pub fn take(&mut self) -> Bytes {
        let next = Vec::with_capacity(self.out.capacity());
        std::mem::replace(&mut self.out, next).into()
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.is_in_line, true) {
            self.out.push(b',');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(cells: &[&str]) -> String {
        let mut writer = CsvWriter::new(0);
        writer.line(cells.iter().copied());
        let file = String::from_utf8(writer.take().to_vec()).unwrap();
        file.strip_prefix('\u{feff}').unwrap().to_owned()
    }

    #[test]
    fn escapes_cells_that_look_like_formulas() {
        for typed in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"] {
            let written = written(&[typed]);
            assert!(
                written.starts_with('\'') || written.starts_with("\"'"),
                "{typed:?} became {written:?}"
            );
        }
    }

    #[test]
    fn round_trips_quotes_commas_and_line_breaks() {
        for typed in ["plain", "a,b", "say \"hi\"", "two\nlines", " padded ", "", "=1,2"] {
            let written = written(&["x", typed]);
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(written.as_bytes());
            let record = reader.records().next().unwrap().unwrap();
            assert_eq!(record[1].strip_prefix('\'').unwrap_or(&record[1]), typed);
        }
    }

    #[test]
    fn quotes_cells_that_spreadsheets_would_split_or_trim() {
        assert_eq!(
            written(&["a;b", "a\tb", " a", "a b"]),
            "\"a;b\",\"a\tb\",\" a\",a b\r\n"
        );
    }

    #[test]
    fn separates_cells_of_a_line_and_continues_after_taking_them() {
        let mut writer = CsvWriter::new(16);
        writer.plain(1);
        writer.empty();
        writer.text("x");
        writer.end_line();
        assert_eq!(writer.take(), "\u{feff}1,,x\r\n".as_bytes());
        assert!(writer.is_empty());
        writer.plain(true);
        writer.end_line();
        assert_eq!(writer.take(), "true\r\n".as_bytes());
    }
}
