//! Uploaded files read by the server's reader and the separate workbook process.

mod compound;
mod hostile;
mod samples;
mod text;
mod workbooks;
pub mod zipped;

use crate::support::{FIRM, sealing_key};
use server::config::Config;
use server::crypto::Sealer;
use server::store::Store;
use server::upload::open::{OpenFile, Reader, Source};
use shared::upload::reading::{Head, ReadError, Reading, ReadingChoice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use tokio::runtime::Runtime;

static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(env!("CARGO_BIN_EXE_server").into()));
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static SEALER: LazyLock<Arc<Sealer>> = LazyLock::new(|| Arc::new(Sealer::new(&sealing_key()).unwrap()));

/// Returns a file in the store of a data directory.
fn source(data_dir: &Path, key: &str) -> Source {
    let config = Config {
        data_dir: data_dir.into(),
        ..Config::from_env().unwrap()
    };
    let _context = RUNTIME.enter();
    Store::new(&config, SEALER.clone()).unwrap().source(FIRM, key)
}

/// An encrypted file in a separate data directory. Removed when dropped.
struct StoredFile {
    name: String,
    folder: PathBuf,
    source: Source,
}

impl StoredFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reading-{}", server::ids::new_uuid()));
        let uploads = folder.join("files/1/uploads");
        std::fs::create_dir_all(&uploads).unwrap();
        let mut sealed = Vec::new();
        let mut file = SEALER.seal_file(FIRM, &mut sealed).unwrap();
        file.push(content, &mut sealed).unwrap();
        file.finish(&mut sealed).unwrap();
        std::fs::write(uploads.join("sealed"), sealed).unwrap();
        let source = source(&folder, "1/uploads/sealed");
        Self {
            name: name.to_owned(),
            folder,
            source,
        }
    }

    fn head(&self, choices: &[ReadingChoice]) -> Result<Head, String> {
        let head = READER.head(self.source.clone(), self.name.clone(), choices.to_vec());
        RUNTIME.block_on(head).map_err(code)
    }

    fn open(&self, reader: &Reader, reading: &Reading) -> OpenFile {
        RUNTIME
            .block_on(reader.open(self.source.clone(), reading.clone()))
            .unwrap()
    }

    /// Returns the rows below the header, each as `number:cell|cell`.
    fn rows(&self, reading: &Reading) -> Result<Vec<String>, String> {
        let mut file = self.open(&READER, reading);
        let rows = file.rows().map_err(code)?;
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

    /// Reads the columns and rows with the suggested settings.
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

/// Returns the error code of a rejected file. Panics on I/O errors.
fn code(error: ReadError) -> String {
    match error {
        ReadError::File(error) => error.code().to_owned(),
        ReadError::Io(error) => panic!("{error}"),
    }
}
