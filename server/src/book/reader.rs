//! Rows of text from CSV files and from the first sheet of workbooks.

use anyhow::{Context, bail};
use calamine::{Data, Reader as _, Xlsx};
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

/// One row as it stands in the file.
pub enum Found {
    Cells(Vec<String>),
    /// Its text is not UTF-8.
    NotUtf8,
    End,
}

/// A file, row by row; the first row is the header.
pub enum Reader {
    Csv {
        reader: csv::Reader<BufReader<File>>,
        record: csv::ByteRecord,
    },
    Sheet(std::vec::IntoIter<Vec<String>>),
}

impl Reader {
    /// Opens a file by its ending. Text must be UTF-8, with or without a byte order mark.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
        match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("csv") => Self::csv(file, path),
            Some("xlsx") => Self::sheet(file).with_context(|| format!("{} cannot be read", path.display())),
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
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(file);
        Ok(Self::Csv {
            reader,
            record: csv::ByteRecord::new(),
        })
    }

    fn sheet(file: File) -> anyhow::Result<Self> {
        let mut workbook = Xlsx::new(BufReader::new(file))?;
        let range = workbook
            .worksheet_range_at(0)
            .context("the workbook has no sheet")??;
        let start = range.start().unwrap_or_default();
        // Empty rows and columns above and left of the data are part of the sheet.
        let before = (0..start.0).map(|_| Vec::new());
        let rows = range.rows().map(|row| {
            let before = (0..start.1).map(|_| String::new());
            before.chain(row.iter().map(cell_text)).collect()
        });
        Ok(Self::Sheet(before.chain(rows).collect::<Vec<_>>().into_iter()))
    }

    pub fn next(&mut self) -> anyhow::Result<Found> {
        match self {
            Self::Sheet(rows) => Ok(rows.next().map_or(Found::End, Found::Cells)),
            Self::Csv { reader, record } => {
                if !reader.read_byte_record(record)? {
                    return Ok(Found::End);
                }
                let cells = record
                    .iter()
                    .map(|cell| std::str::from_utf8(cell).map(str::to_owned));
                Ok(cells
                    .collect::<Result<_, _>>()
                    .map_or(Found::NotUtf8, Found::Cells))
            }
        }
    }
}

/// A cell as somebody would type it.
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
    /// `2024-03-31`; hours do not count.
    fn as_datetime_text(&self) -> String {
        let (year, month, day, ..) = self.to_ymd_hms_milli();
        format!("{year:04}-{month:02}-{day:02}")
    }
}
