//! Reads stored files as rows, on threads that may block.

use super::workbook::{Children, Order, Slot};
pub use crate::store::Source;
use shared::upload::reading::limits::{FILE_BYTES, HEAD_BYTES};
use shared::upload::reading::{
    self, EncodingGuess, FileError, Format, Head, ReadError, Reading, ReadingChoice, Row, Rows,
};
use std::io::Read;
use std::path::PathBuf;

const CHUNK_BYTES: usize = 64 * 1024;
/// File name for detecting the format from the content alone. Its extension is accepted for any text.
const ANY_TEXT: &str = "rows.csv";

/// Reads files. Workbooks are read in child processes.
#[derive(Clone)]
pub struct Reader {
    children: Children,
}

/// A stored file and its reading options, with a slot for a child process if it is a workbook.
pub struct OpenFile {
    source: Source,
    reading: Reading,
    slot: Option<Slot>,
}

/// The rows of a file below its header.
pub type FileRows<'f> = Rows<Box<dyn Iterator<Item = Result<Row, ReadError>> + Send + 'f>>;

/// The head of a text file, or the format of a workbook.
enum Started {
    Text(Head),
    Workbook(Format),
}

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

    /// Detects how to read a file and returns its first rows.
    ///
    /// # Errors
    /// Returns `ReadError::File` if the file is rejected and `ReadError::Io` if it cannot be read, or if too
    /// many workbooks are being read.
    pub async fn head(
        &self,
        source: Source,
        file_name: String,
        choices: Vec<ReadingChoice>,
    ) -> Result<Head, ReadError> {
        let (started, source, choices) = blocking(move || {
            let started = start(&source, &file_name, &choices)?;
            Ok((started, source, choices))
        })
        .await?;
        match started {
            Started::Text(head) => Ok(head),
            Started::Workbook(format) => {
                let mut slot = self.children.slot().await?;
                blocking(move || slot.head(&source, &Order::Head { format, choices })).await
            }
        }
    }

    /// Prepares to read the rows of a file. For a workbook, waits for a free slot.
    ///
    /// # Errors
    /// Returns `ReadError::Io` if the workbook waited too long.
    pub async fn open(&self, source: Source, reading: Reading) -> Result<OpenFile, ReadError> {
        let slot = match reading.format {
            Format::Text => None,
            _ => Some(self.children.slot().await?),
        };
        Ok(OpenFile {
            source,
            reading,
            slot,
        })
    }
}

impl OpenFile {
    /// Returns the rows of the file below its header. Blocks. Dropping the rows ends the child process.
    ///
    /// # Errors
    /// Returns `ReadError::File` if the file is rejected and `ReadError::Io` if it cannot be read.
    pub fn rows(&mut self) -> Result<FileRows<'_>, ReadError> {
        let mut file = self.source.open()?;
        let mut start = Vec::new();
        file.by_ref().take(CHUNK_BYTES as u64).read_to_end(&mut start)?;
        let format = reading::format(&start, ANY_TEXT)?;
        if format != self.reading.format {
            return Err(FileError::BadChoice.into());
        }
        let rows: Box<dyn Iterator<Item = _> + Send> = match &mut self.slot {
            None => {
                let text = std::io::Cursor::new(start).chain(file);
                Box::new(reading::SheetRows::new(text, &self.reading)?)
            }
            Some(slot) => {
                let sheet = self.reading.sheet.clone().ok_or(FileError::NoSuchSheet)?;
                Box::new(slot.rows(&self.source, &Order::Rows { format, sheet })?)
            }
        };
        Ok(Rows::below(self.reading.rows_above(), rows))
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ReadError> + Send + 'static,
) -> Result<T, ReadError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(std::io::Error::from)?
}

fn start(source: &Source, file_name: &str, choices: &[ReadingChoice]) -> Result<Started, ReadError> {
    let mut file = source.open()?;
    let mut start = Vec::new();
    file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut start)?;
    let format = reading::format(&start, file_name)?;
    if format != Format::Text {
        return Ok(Started::Workbook(format));
    }
    let mut guess = EncodingGuess::default();
    guess.feed(&start);
    let rest = feed(&mut guess, &mut file)?;
    if start.len() as u64 + rest > FILE_BYTES {
        return Err(FileError::TooLarge.into());
    }
    let encoding = guess.name(true);
    let head = reading::head_as(&start, rest == 0, file_name, choices, encoding)?;
    Ok(Started::Text(head))
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
