//! Reads rows of text from CSV files and from the first sheet of workbooks.

use anyhow::{Context, bail};
use calamine::{Data, Reader as _, Xlsx};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Result of reading a row.
pub enum Found {
    Cells(Vec<String>),
    /// The row contains text that is not UTF-8.
    NotUtf8,
    End,
}

/// Counts rows as a spreadsheet does: blank rows count, line breaks inside cells do not.
#[derive(Default)]
pub struct RowCount {
    rows: u64,
    breaks_in_cells: u64,
    /// Length of the file, if its last line has no line break.
    open_end: Option<u64>,
    /// Lines end with CRLF. The parser consumes the LF together with the next row.
    has_two_ends: bool,
}

impl RowCount {
    fn count(&mut self, record: &csv::ByteRecord, after: &csv::Position) {
        let breaks = record.as_slice().iter().filter(|byte| **byte == b'\n').count();
        self.breaks_in_cells += breaks as u64;
        let is_open = self.open_end.is_some_and(|length| after.byte() >= length);
        let is_past_end = !is_open && !self.has_two_ends;
        let lines = after.line() - u64::from(is_past_end);
        // The parser counts a file with CR line breaks as a single line.
        self.rows = lines.saturating_sub(self.breaks_in_cells).max(self.rows + 1);
    }
}

/// Reads a file row by row. The first row is the header.
pub enum Reader {
    Csv {
        reader: csv::Reader<BufReader<File>>,
        record: csv::ByteRecord,
        count: RowCount,
    },
    Sheet {
        rows: std::vec::IntoIter<Vec<String>>,
        count: u64,
    },
}

impl Reader {
    /// Opens a file by its extension. Text must be UTF-8; a byte order mark is optional.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("csv") => Self::csv(file, path),
            Some("xlsx") => Self::sheet(file).with_context(|| format!("cannot read {}", path.display())),
            _ => bail!("{} is neither a .csv nor a .xlsx file", path.display()),
        }
    }

    fn csv(file: File, path: &Path) -> anyhow::Result<Self> {
        let mut file = BufReader::with_capacity(256 * 1024, file);
        let mut start = [0; 3];
        let length = file.by_ref().take(3).read(&mut start)?;
        let encoding = match start[..length] {
            [0xef, 0xbb, 0xbf] => None,
            [0xff, 0xfe, ..] => Some("UTF-16 (little-endian)"),
            [0xfe, 0xff, ..] => Some("UTF-16 (big-endian)"),
            _ => {
                file.rewind()?;
                None
            }
        };
        if let Some(encoding) = encoding {
            bail!("{} is {encoding}; save it as UTF-8", path.display());
        }
        let start = file.stream_position()?;
        let length = file.seek(SeekFrom::End(0))?;
        let mut last = [b'\n'];
        if length > start {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        file.seek(SeekFrom::Start(start))?;
        let head = file.fill_buf()?;
        let has_two_ends = head
            .iter()
            .position(|byte| *byte == b'\n')
            .is_some_and(|at| head[..at].ends_with(b"\r"));
        let open_end = (last != [b'\n']).then_some(length - start);
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(file);
        let count = RowCount {
            open_end,
            has_two_ends,
            ..RowCount::default()
        };
        Ok(Self::Csv {
            reader,
            record: csv::ByteRecord::new(),
            count,
        })
    }

    fn sheet(file: File) -> anyhow::Result<Self> {
        let mut workbook = Xlsx::new(BufReader::new(file))?;
        let range = workbook
            .worksheet_range_at(0)
            .context("the workbook has no sheet")??;
        let start = range.start().unwrap_or_default();
        // The range leaves out empty rows and columns above and to the left of the data.
        let before = (0..start.0).map(|_| Vec::new());
        let rows = range.rows().map(|row| {
            let before = (0..start.1).map(|_| String::new());
            before.chain(row.iter().map(cell_text)).collect()
        });
        let rows = before.chain(rows).collect::<Vec<_>>().into_iter();
        Ok(Self::Sheet { rows, count: 0 })
    }

    pub fn next(&mut self) -> anyhow::Result<Found> {
        match self {
            Self::Sheet { rows, count } => {
                *count += 1;
                Ok(rows.next().map_or(Found::End, Found::Cells))
            }
            Self::Csv {
                reader,
                record,
                count,
            } => {
                if !reader.read_byte_record(record)? {
                    return Ok(Found::End);
                }
                count.count(record, reader.position());
                let cells = record
                    .iter()
                    .map(|cell| std::str::from_utf8(cell).map(str::to_owned));
                Ok(cells
                    .collect::<Result<_, _>>()
                    .map_or(Found::NotUtf8, Found::Cells))
            }
        }
    }

    /// Returns the number of the last row read. The first row is 1.
    pub fn row(&self) -> u64 {
        match self {
            Self::Sheet { count, .. } => *count,
            Self::Csv { count, .. } => count.rows,
        }
    }
}

/// Formats a cell as a user would type it.
fn cell_text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::DateTime(moment) => moment.as_datetime_text(),
        Data::DateTimeIso(text) => text.split('T').next().unwrap_or_default().to_owned(),
        Data::Error(error) => error.to_string(),
        other => other.to_string(),
    }
}

trait DateText {
    fn as_datetime_text(&self) -> String;
}

impl DateText for calamine::ExcelDateTime {
    /// Formats the date without the time, e.g. `2024-03-31`.
    fn as_datetime_text(&self) -> String {
        let (year, month, day, ..) = self.to_ymd_hms_milli();
        format!("{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, content: &[u8]) -> Vec<(u64, String)> {
        let path = std::env::temp_dir().join(format!("firmbook-reader-{}-{name}.csv", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let mut rows = Vec::new();
        loop {
            match reader.next().unwrap() {
                Found::End => break,
                Found::NotUtf8 => rows.push((reader.row(), "not UTF-8".to_owned())),
                Found::Cells(cells) => rows.push((reader.row(), cells.join("|"))),
            }
        }
        std::fs::remove_file(path).unwrap();
        rows
    }

    #[test]
    fn numbers_rows_like_a_spreadsheet() {
        let content = b"\xef\xbb\xbfa,b\n1,\"x\ny\"\n\n\n2,z\n3,\xff\n4,end";
        let rows = read("numbers", content);
        let expected = [
            (1, "a|b"),
            (2, "1|x\ny"),
            (5, "2|z"),
            (6, "not UTF-8"),
            (7, "4|end"),
        ];
        assert_eq!(rows, expected.map(|(row, text)| (row, text.to_owned())));
        assert_eq!(
            read("crlf", b"a\r\n\r\nb\r\n\"c\r\nc\"\r\nd")
                .iter()
                .map(|row| row.0)
                .collect::<Vec<_>>(),
            [1, 3, 4, 5]
        );
        assert_eq!(
            read("mac", b"a\rb\rc")
                .iter()
                .map(|row| row.0)
                .collect::<Vec<_>>(),
            [1, 2, 3]
        );
    }

    #[test]
    fn names_unsupported_encoding_in_error() {
        let path = std::env::temp_dir().join(format!("firmbook-reader-{}-utf16.csv", std::process::id()));
        std::fs::write(&path, b"\xff\xfea\0").unwrap();
        let error = Reader::open(&path).err().unwrap().to_string();
        assert!(
            error.ends_with("is UTF-16 (little-endian); save it as UTF-8"),
            "{error}"
        );
        std::fs::remove_file(path).unwrap();
    }
}
