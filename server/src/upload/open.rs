//! Files that were kept, as rows. Everything here blocks.

use super::workbook::{Children, Order};
use shared::upload::reading::limits::{FILE_BYTES, HEAD_BYTES};
use shared::upload::reading::{
    self, EncodingGuess, FileError, Format, Head, ReadError, Reading, ReadingChoice, Row, Rows,
};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const CHUNK_BYTES: usize = 64 * 1024;
/// A name that any text may have.
const ANY_TEXT: &str = "rows.csv";

/// Reads files; workbooks in processes of their own.
#[derive(Clone)]
pub struct Reader {
    children: Children,
}

/// The rows of a file below its header.
pub type FileRows = Rows<Box<dyn Iterator<Item = Result<Row, ReadError>> + Send>>;

impl Reader {
    /// `program` is the server's binary, which reads workbooks as well.
    pub fn new(program: PathBuf) -> Self {
        Self {
            children: Children::new(program),
        }
    }

    /// With the binary that runs.
    ///
    /// # Errors
    /// When it cannot be found.
    pub fn own() -> std::io::Result<Self> {
        std::env::current_exe().map(Self::new)
    }

    /// How a file is read, and its first rows.
    ///
    /// # Errors
    /// Why it is refused, and those of the disk.
    pub fn head(&self, path: &Path, file_name: &str, choices: &[ReadingChoice]) -> Result<Head, ReadError> {
        let mut file = File::open(path)?;
        if file.metadata()?.len() > FILE_BYTES {
            return Err(FileError::TooLarge.into());
        }
        let mut start = Vec::new();
        file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut start)?;
        let format = reading::format(&start, file_name)?;
        if format != Format::Text {
            let path = path.to_owned();
            let choices = choices.to_vec();
            return self.children.head(&Order::Head {
                path,
                format,
                choices,
            });
        }
        let mut guess = EncodingGuess::default();
        guess.feed(&start);
        let is_whole = !feed(&mut guess, &mut file)?;
        let encoding = guess.name(true);
        Ok(reading::head_as(&start, is_whole, file_name, choices, encoding)?)
    }

    /// The rows of a file below its header. Whoever drops them ends what reads them.
    ///
    /// # Errors
    /// Why the file is refused, and those of the disk.
    pub fn rows(&self, path: &Path, reading: &Reading) -> Result<FileRows, ReadError> {
        let mut file = File::open(path)?;
        let mut start = Vec::new();
        file.by_ref().take(CHUNK_BYTES as u64).read_to_end(&mut start)?;
        let format = reading::format(&start, ANY_TEXT)?;
        if format != reading.format {
            return Err(FileError::BadChoice.into());
        }
        let rows: Box<dyn Iterator<Item = _> + Send> = if format == Format::Text {
            let source = std::io::Cursor::new(start).chain(file);
            Box::new(reading::SheetRows::new(source, reading)?)
        } else {
            let path = path.to_owned();
            let sheet = reading.sheet.clone().ok_or(FileError::NoSuchSheet)?;
            Box::new(self.children.rows(&Order::Rows { path, format, sheet })?)
        };
        Ok(Rows::below(reading.rows_above(), rows))
    }
}

/// Feeds the rest of a file. False when there was none.
fn feed(guess: &mut EncodingGuess, file: &mut File) -> std::io::Result<bool> {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut has_more = false;
    loop {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            return Ok(has_more);
        }
        has_more = true;
        guess.feed(&chunk[..length]);
    }
}
