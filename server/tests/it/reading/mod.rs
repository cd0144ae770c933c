//! Uploaded files read by the server's reader and the separate workbook process.

mod compound;
mod hostile;
mod samples;
mod text;
mod workbooks;
pub mod zipped;

use crate::support::{FIRM, sealing_key};
use server::crypto::Sealer;
use server::upload::open::{Reader, Source};
use shared::upload::reading::{Head, ReadError, Reading, ReadingChoice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(env!("CARGO_BIN_EXE_server").into()));
static SEALER: LazyLock<Arc<Sealer>> = LazyLock::new(|| Arc::new(Sealer::new(&sealing_key()).unwrap()));

/// An encrypted file as in the store, in its own directory. Removed when dropped.
struct StoredFile {
    name: String,
    folder: PathBuf,
    source: Source,
}

impl StoredFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reading-{}", server::ids::new_uuid()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("sealed");
        let mut sealed = Vec::new();
        let mut file = SEALER.seal_file(FIRM, &mut sealed).unwrap();
        file.push(content, &mut sealed).unwrap();
        file.finish(&mut sealed).unwrap();
        std::fs::write(&path, sealed).unwrap();
        let source = Source::Sealed {
            path,
            firm_id: FIRM,
            sealer: SEALER.clone(),
        };
        Self {
            name: name.to_owned(),
            folder,
            source,
        }
    }

    fn head(&self, choices: &[ReadingChoice]) -> Result<Head, String> {
        READER.head(&self.source, &self.name, choices).map_err(code)
    }

    /// Rows below the header as `number:cell|cell`.
    fn rows(&self, reading: &Reading) -> Result<Vec<String>, String> {
        let rows = READER.rows(&self.source, reading).map_err(code)?;
        rows.map(|row| {
            let row = row.map_err(code)?;
            Ok(format!(
                "{}:{}",
                row.number,
                row.cells.iter().collect::<Vec<_>>().join("|")
            ))
        })
        .collect()
    }

    /// Columns and rows, read with the suggested settings.
    fn lines(&self) -> Result<Vec<String>, String> {
        let reading = self.head(&[])?.reading;
        let mut lines = vec![reading.columns.join("|")];
        lines.extend(self.rows(&reading)?);
        Ok(lines)
    }
}

impl Drop for StoredFile {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Error code of a rejected file. Panics on I/O errors.
fn code(error: ReadError) -> String {
    match error {
        ReadError::File(error) => error.code().to_owned(),
        ReadError::Io(error) => panic!("{error}"),
    }
}
