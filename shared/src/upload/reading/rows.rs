//! Rows of delimited text, numbered as in a spreadsheet.

use super::decode::Decode;
use super::encoding::Charset;
use super::limits::{CELL_BYTES, COLUMNS, ROWS};
use super::{FileError, Format, ReadError, Reading, column_letters};
use csv::StringRecord;
use csv_core::ReadRecordResult;
use std::io::Read;

/// Maximum number of cells in a row, including empty ones. Limits rows that consist of delimiters only.
const MOST_CELLS: usize = 4 * COLUMNS;
/// Prefix of a first line that names the delimiter. Spreadsheet programs hide that line.
pub(super) const DELIMITER_PREFIX: &str = "sep=";

/// A non-blank row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Row number as in a spreadsheet. Titles, the header and blank rows count; line breaks inside cells do
    /// not.
    pub number: u32,
    pub cells: StringRecord,
}

impl Row {
    pub fn new(number: u32, cells: StringRecord) -> Self {
        Self { number, cells }
    }

    /// Returns the number of cells up to the last non-empty one.
    pub(super) fn width(&self) -> usize {
        let blank = self
            .cells
            .iter()
            .rev()
            .take_while(|cell| !is_filled(cell))
            .count();
        self.cells.len() - blank
    }

    pub(super) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| is_filled(cell)).count()
    }
}

fn is_filled(cell: &str) -> bool {
    !cell.trim().is_empty()
}

/// Returns the rows of a text below its header.
///
/// # Errors
/// Returns [`FileError::BadChoice`] if `reading` is not valid for text. Later errors are returned by the
/// iterator.
pub fn rows<R: Read>(source: R, reading: &Reading) -> Result<Rows<SheetRows<R>>, FileError> {
    Ok(Rows::below(
        reading.rows_above(),
        SheetRows::new(source, reading)?,
    ))
}

/// The rows of a sheet below the header, up to the row limit.
pub struct Rows<I> {
    above: u32,
    rows: I,
    count: u32,
}

impl<I> Rows<I> {
    pub fn below(above: u32, rows: I) -> Self {
        Self {
            above,
            rows,
            count: 0,
        }
    }
}

impl<I: Iterator<Item = Result<Row, ReadError>>> Iterator for Rows<I> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let above = self.above;
        let found = self
            .rows
            .find(|row| !matches!(row, Ok(row) if row.number <= above))?;
        self.count += 1;
        Some(if self.count > ROWS {
            Err(FileError::TooManyRows.into())
        } else {
            found
        })
    }
}

/// Characters that split text into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub delimiter: Option<u8>,
    pub quote: Option<u8>,
}

impl Dialect {
    pub fn of(delimiter: Option<char>, quote: Option<char>) -> Result<Self, FileError> {
        let byte = |letter: Option<char>| match letter {
            None => Ok(None),
            Some(letter) if letter.is_ascii() && !matches!(letter, '\r' | '\n' | '\0') => {
                Ok(u8::try_from(letter).ok())
            }
            Some(_) => Err(FileError::BadChoice),
        };
        let dialect = Self {
            delimiter: byte(delimiter)?,
            quote: byte(quote)?,
        };
        if dialect.is_possible() {
            Ok(dialect)
        } else {
            Err(FileError::BadChoice)
        }
    }

    /// Returns whether the dialect is valid: delimiter and quote must differ.
    pub fn is_possible(self) -> bool {
        self.delimiter.is_none() || self.delimiter != self.quote
    }

    fn parser(self) -> csv_core::Reader {
        // Decoded text contains no NUL, so it can stand for a missing delimiter.
        csv_core::ReaderBuilder::new()
            .delimiter(self.delimiter.unwrap_or(0))
            .quote(self.quote.unwrap_or(b'"'))
            .quoting(self.quote.is_some())
            .build()
    }
}

/// All non-blank rows of a text.
pub struct SheetRows<R> {
    text: Text<R>,
    parser: csv_core::Reader,
    number: u32,
    /// Cell texts of the current row, concatenated, and the end of each cell.
    cells: Vec<u8>,
    ends: Vec<usize>,
    is_over: bool,
}

impl<R: Read> SheetRows<R> {
    /// Creates an iterator over all rows.
    ///
    /// # Errors
    /// Returns [`FileError::BadChoice`] if `reading` is not valid for text.
    pub fn new(source: R, reading: &Reading) -> Result<Self, FileError> {
        if reading.format != Format::Text {
            return Err(FileError::BadChoice);
        }
        let encoding = reading.encoding.as_deref().ok_or(FileError::BadChoice)?;
        let dialect = Dialect::of(reading.delimiter, reading.quote)?;
        Ok(Self::with(source, Charset::named(encoding)?, dialect))
    }

    pub(super) fn with(source: R, charset: Charset, dialect: Dialect) -> Self {
        Self {
            text: Text::new(Decode::new(source, charset)),
            parser: dialect.parser(),
            number: 0,
            cells: vec![0; 4096],
            ends: vec![0; 64],
            is_over: false,
        }
    }

    fn read(&mut self) -> Result<Option<Row>, ReadError> {
        if self.number == 0 {
            self.text.skip_first_line(DELIMITER_PREFIX.as_bytes())?;
        }
        loop {
            self.number += self.text.skip_blank_lines()?;
            if self.text.ahead()?.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            let (length, count) = self.cut()?;
            let row = self.row(length, count)?;
            match row.width() {
                0 => {}
                width if width > COLUMNS => return Err(self.too_many_columns()),
                _ => return Ok(Some(row)),
            }
        }
    }

    /// Splits the next row into `cells` and `ends`. Returns the used length of both.
    fn cut(&mut self) -> Result<(usize, usize), ReadError> {
        let (mut length, mut count) = (0, 0);
        loop {
            let ahead = self.text.ahead()?;
            let is_end = ahead.is_empty();
            // An extra line end terminates the last row, unless a quote is open.
            let input = if is_end { b"\n" } else { ahead };
            let (result, taken, written, ended) =
                self.parser
                    .read_record(input, &mut self.cells[length..], &mut self.ends[count..]);
            if !is_end {
                self.text.take(taken);
            }
            length += written;
            count += ended;
            let start = if count == 0 { 0 } else { self.ends[count - 1] };
            if length - start > CELL_BYTES {
                let column = column_letters(count);
                return Err(FileError::CellTooLong {
                    row: self.number,
                    column,
                }
                .into());
            }
            match result {
                ReadRecordResult::Record => return Ok((length, count)),
                ReadRecordResult::InputEmpty if is_end => {
                    return Err(FileError::UnclosedQuote { row: self.number }.into());
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                ReadRecordResult::OutputEndsFull if count > MOST_CELLS => return Err(self.too_many_columns()),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::End => return Ok((length, count)),
            }
        }
    }

    fn row(&self, length: usize, count: usize) -> Result<Row, ReadError> {
        let text = std::str::from_utf8(&self.cells[..length]).map_err(|_| FileError::Unreadable)?;
        let mut cells = StringRecord::with_capacity(length, count);
        let mut start = 0;
        for (i, end) in self.ends[..count].iter().enumerate() {
            if end - start > CELL_BYTES {
                let column = column_letters(i);
                return Err(FileError::CellTooLong {
                    row: self.number,
                    column,
                }
                .into());
            }
            cells.push_field(text.get(start..*end).ok_or(FileError::Unreadable)?);
            start = *end;
        }
        Ok(Row::new(self.number, cells))
    }

    fn too_many_columns(&self) -> ReadError {
        FileError::TooManyColumns { row: self.number }.into()
    }
}

impl<R: Read> Iterator for SheetRows<R> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let row = self.read().transpose();
        self.is_over = !matches!(row, Some(Ok(_)));
        row
    }
}

/// Decoded text and the read position.
struct Text<R> {
    decode: Decode<R>,
    piece: Vec<u8>,
    at: usize,
    /// The last byte read was a carriage return. A following line feed belongs to the same line end.
    is_after_return: bool,
}

impl<R: Read> Text<R> {
    fn new(decode: Decode<R>) -> Self {
        Self {
            decode,
            piece: Vec::new(),
            at: 0,
            is_after_return: false,
        }
    }

    /// Returns the unread part of the chunk, empty at the end of the text.
    fn ahead(&mut self) -> Result<&[u8], ReadError> {
        if self.at == self.piece.len() {
            self.at = 0;
            self.decode.next_piece(&mut self.piece)?;
        }
        Ok(&self.piece[self.at..])
    }

    fn take(&mut self, count: usize) {
        self.at += count;
        if count > 0 {
            self.is_after_return = self.piece[self.at - 1] == b'\r';
        }
    }

    /// Skips the rest of the current line end and empty lines. Returns the number of empty lines.
    fn skip_blank_lines(&mut self) -> Result<u32, ReadError> {
        let mut lines = 0;
        loop {
            let next = self.ahead()?.first().copied();
            match next {
                Some(b'\n') if self.is_after_return => {}
                Some(b'\n' | b'\r') => lines += 1,
                _ => {
                    self.is_after_return = false;
                    return Ok(lines);
                }
            }
            self.take(1);
        }
    }

    /// Skips a first line that consists of the prefix and one character.
    fn skip_first_line(&mut self, prefix: &[u8]) -> Result<(), ReadError> {
        let length = prefix.len() + 1;
        let mut more = Vec::new();
        while self.piece.len() < length + 2 && self.decode.next_piece(&mut more)? {
            self.piece.append(&mut more);
        }
        let starts_so = self
            .piece
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            && !matches!(self.piece.get(prefix.len()), Some(b'\r' | b'\n'));
        match self.piece.get(length..) {
            Some([b'\r', b'\n', ..]) if starts_so => self.at = length + 2,
            Some([b'\r' | b'\n', ..]) if starts_so => self.at = length + 1,
            _ => {}
        }
        Ok(())
    }
}
