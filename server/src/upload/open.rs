//! Reads stored files as rows. All functions block.

use super::workbook::{Children, Order};
pub use crate::store::Source;
use shared::upload::reading::limits::{FILE_BYTES, HEAD_BYTES};
use shared::upload::reading::{
    self, EncodingGuess, FileError, Format, Head, ReadError, Reading, ReadingChoice, Row, Rows,
};
use std::io::Read;
use std::path::PathBuf;

const CHUNK_BYTES: usize = 64 * 1024;
/// A file name that any text may have.
const ANY_TEXT: &str = "rows.csv";

/// Reads files. Workbooks are read in child processes.
#[derive(Clone)]
pub struct Reader {
    children: Children,
}

/// The rows of a file below its header.
pub type FileRows = Rows<Box<dyn Iterator<Item = Result<Row, ReadError>> + Send>>;

impl Reader {
    /// `program` is the server's binary, which also reads workbooks.
    pub fn new(program: PathBuf) -> Self {
        Self {
            children: Children::new(program),
        }
    }

    /// Uses the running binary.
    ///
    /// # Errors
    /// Returns an error if the path of the binary is unknown.
    pub fn own() -> std::io::Result<Self> {
        std::env::current_exe().map(Self::new)
    }

    /// Detects how a file is read and returns its first rows.
    ///
    /// # Errors
    /// Returns `ReadError::File` if the file is rejected and `ReadError::Io` if it cannot be read.
    pub fn head(
        &self,
        source: &Source,
        file_name: &str,
        choices: &[ReadingChoice],
    ) -> Result<Head, ReadError> {
        let mut file = source.open()?;
        let mut start = Vec::new();
        file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut start)?;
        let format = reading::format(&start, file_name)?;
        if format != Format::Text {
            let choices = choices.to_vec();
            return self.children.head(source, &Order::Head { format, choices });
        }
        let mut guess = EncodingGuess::default();
        guess.feed(&start);
        let rest = feed(&mut guess, &mut file)?;
        if start.len() as u64 + rest > FILE_BYTES {
            return Err(FileError::TooLarge.into());
        }
        let encoding = guess.name(true);
        Ok(reading::head_as(&start, rest == 0, file_name, choices, encoding)?)
    }

    /// Returns the rows of a file below its header. Dropping them ends the child process.
    ///
    /// # Errors
    /// Returns `ReadError::File` if the file is rejected and `ReadError::Io` if it cannot be read.
    pub fn rows(&self, source: &Source, reading: &Reading) -> Result<FileRows, ReadError> {
        let mut file = source.open()?;
        let mut start = Vec::new();
        file.by_ref().take(CHUNK_BYTES as u64).read_to_end(&mut start)?;
        let format = reading::format(&start, ANY_TEXT)?;
        if format != reading.format {
            return Err(FileError::BadChoice.into());
        }
        let rows: Box<dyn Iterator<Item = _> + Send> = if format == Format::Text {
            let text = std::io::Cursor::new(start).chain(file);
            Box::new(reading::SheetRows::new(text, reading)?)
        } else {
            let sheet = reading.sheet.clone().ok_or(FileError::NoSuchSheet)?;
            Box::new(self.children.rows(source, &Order::Rows { format, sheet })?)
        };
        Ok(Rows::below(reading.rows_above(), rows))
    }
}

/// Feeds the rest of a file up to slightly more than the size limit. Returns the number of bytes.
fn feed(guess: &mut EncodingGuess, file: &mut impl Read) -> std::io::Result<u64> {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut fed = 0;
    while fed <= FILE_BYTES {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        fed += length as u64;
        guess.feed(&chunk[..length]);
    }
    Ok(fed)
}
