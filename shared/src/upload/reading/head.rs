//! Reads the start of a file with the user's choices and detects the remaining settings.

use super::decode::Decode;
use super::delimiter::{self, Chosen};
use super::encoding::{Charset, EncodingGuess};
use super::limits::{HEAD_BYTES, HEAD_ROWS};
use super::rows::{Dialect, Row};
use super::{FileError, Format, Head, HeadRow, ReadError, Reading, ReadingChoice, format, header};

/// Reads the head of a text from its first bytes ([`HEAD_BYTES`] are enough). `is_whole` tells whether they
/// are the complete file.
///
/// # Errors
/// Returns the reason if the file is rejected. Rejects workbooks with [`FileError::UnknownFormat`].
pub fn head(
    start: &[u8],
    is_whole: bool,
    file_name: &str,
    choices: &[ReadingChoice],
) -> Result<Head, FileError> {
    let mut guess = EncodingGuess::default();
    guess.feed(start);
    head_as(start, is_whole, file_name, choices, guess.name(is_whole))
}

/// Same as [`head`], with an encoding detected from more than the first bytes.
///
/// # Errors
/// Same as [`head`].
pub fn head_as(
    start: &[u8],
    is_whole: bool,
    file_name: &str,
    choices: &[ReadingChoice],
    encoding: &str,
) -> Result<Head, FileError> {
    if format(start, file_name)? != Format::Text {
        return Err(FileError::UnknownFormat);
    }
    let chosen = choices.iter().find_map(|choice| match choice {
        ReadingChoice::Encoding(name) => Some(name.as_str()),
        _ => None,
    });
    let charset = Charset::named(chosen.unwrap_or(encoding))?;
    let is_whole = is_whole && start.len() <= HEAD_BYTES;
    let text = decoded(&start[..start.len().min(HEAD_BYTES)], charset)?;
    if text.trim().is_empty() && is_whole {
        return Err(FileError::Empty);
    }
    if is_binary(&text) {
        return Err(if chosen.is_some() {
            FileError::BadChoice
        } else {
            FileError::UnknownFormat
        });
    }
    let (dialect, rows) = delimiter::find(
        &text,
        is_whole,
        &format::ending(file_name),
        chosen_dialect(choices)?,
    )?;
    let letter = |byte: Option<u8>| byte.map(char::from);
    let reading = Reading {
        format: Format::Text,
        encoding: Some(charset.name().to_owned()),
        delimiter: letter(dialect.delimiter),
        quote: letter(dialect.quote),
        sheet: None,
        sheets: Vec::new(),
        header_row: None,
        columns: Vec::new(),
    };
    Head::of_sheet(reading, &rows, choices)
}

impl Head {
    /// Creates the head of a sheet from its first rows. Fills in the header row and columns of `reading`.
    ///
    /// # Errors
    /// Returns [`FileError::Empty`] if there are no rows.
    pub fn of_sheet(
        mut reading: Reading,
        rows: &[Row],
        choices: &[ReadingChoice],
    ) -> Result<Self, FileError> {
        if rows.is_empty() {
            return Err(FileError::Empty);
        }
        let rows = &rows[..rows.len().min(HEAD_ROWS)];
        let chosen = choices.iter().find_map(|choice| match choice {
            ReadingChoice::HeaderRow(row) => Some(*row),
            _ => None,
        });
        reading.header_row = chosen.unwrap_or_else(|| header::find(rows));
        reading.columns = header::columns(rows, reading.header_row);
        let rows = rows
            .iter()
            .map(|row| HeadRow {
                number: row.number,
                cells: row.cells.iter().map(str::to_owned).collect(),
            })
            .collect();
        Ok(Self { reading, rows })
    }
}

fn decoded(start: &[u8], charset: Charset) -> Result<String, FileError> {
    let mut decode = Decode::new(start, charset);
    let (mut text, mut piece) = (Vec::new(), Vec::new());
    loop {
        match decode.next_piece(&mut piece) {
            Ok(true) => text.extend_from_slice(&piece),
            Ok(false) => return String::from_utf8(text).map_err(|_| FileError::Unreadable),
            Err(ReadError::File(error)) => return Err(error),
            Err(ReadError::Io(_)) => return Err(FileError::Unreadable),
        }
    }
}

fn chosen_dialect(choices: &[ReadingChoice]) -> Result<Chosen, FileError> {
    let mut chosen = Chosen::default();
    for choice in choices {
        match choice {
            ReadingChoice::Delimiter(letter) => {
                chosen.delimiter = Some(Dialect::of(*letter, None)?.delimiter);
            }
            ReadingChoice::Quote(letter) => chosen.quote = Some(Dialect::of(None, *letter)?.quote),
            ReadingChoice::Encoding(_) | ReadingChoice::Sheet(_) | ReadingChoice::HeaderRow(_) => {}
        }
    }
    Ok(chosen)
}

/// Returns whether the text contains many control characters.
fn is_binary(text: &str) -> bool {
    let strange = |letter: char| {
        letter == char::REPLACEMENT_CHARACTER
            || (letter.is_control() && !matches!(letter, '\t'..='\r' | '\x1a' | '\x1c'..='\x1f' | '\u{85}'))
    };
    let (mut letters, mut strange_letters) = (0_usize, 0_usize);
    for letter in text.chars().take(64 * 1024) {
        letters += 1;
        strange_letters += usize::from(strange(letter));
    }
    strange_letters > 4 && strange_letters * 20 > letters
}
