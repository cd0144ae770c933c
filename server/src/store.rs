//! File store in the data directory. All files are encrypted.

mod checked;
mod documents;
mod incoming;
mod old;
mod uploads;

pub use documents::{DOCUMENTS, Kept, Resealed, Wanted, is_plain};
pub use uploads::{KeptSealed, Source};

use crate::config::Config;
use crate::crypto::Sealer;
use crate::error::{ApiError, ApiResult};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Time limit of a whole upload, as a multiple of `patience`.
const WHOLE: u32 = 15;
const CHUNK_BYTES: usize = 64 * 1024;
/// Folder for incomplete files. [`UPLOADS`] is a firm's folder for encrypted upload files.
pub const INCOMING: &str = "incoming";
const UPLOADS: &str = "uploads";

#[derive(Clone)]
pub struct Store {
    dir: PathBuf,
    patience: Duration,
    sealer: Arc<Sealer>,
}

impl Store {
    pub fn new(config: &Config, sealer: Arc<Sealer>) -> Self {
        Self {
            dir: config.data_dir.join("files"),
            patience: config.sender_patience,
            sealer,
        }
    }

    /// Writes the body to the file after passing each part through `shape`. Returns the size of the body.
    async fn receive<E>(
        &self,
        file: &mut File,
        body: impl Stream<Item = Result<Bytes, E>> + Send,
        most: u64,
        mut shape: impl FnMut(Bytes) -> ApiResult<Bytes> + Send,
    ) -> ApiResult<u64> {
        let whole = async {
            let mut body = std::pin::pin!(body);
            let mut size = 0;
            while let Some(part) = tokio::time::timeout(self.patience, body.next())
                .await
                .map_err(|_| silent())?
            {
                let part = part.map_err(|_| silent())?;
                size += part.len() as u64;
                if size > most {
                    return Err(ApiError::TooLarge);
                }
                file.write_all(&shape(part)?).await.map_err(unwritten)?;
            }
            Ok(size)
        };
        tokio::time::timeout(self.patience * WHOLE, whole)
            .await
            .map_err(|_| silent())?
    }
}

/// Flushes and syncs the file, because write errors may only appear then.
async fn settle(mut file: File) -> ApiResult<()> {
    file.flush().await.map_err(unwritten)?;
    file.sync_all().await.map_err(unwritten)
}

fn silent() -> ApiError {
    ApiError::BadRequest {
        code: "body_unreadable",
        message: "The upload was interrupted. Upload the file again.".into(),
    }
}

/// Maps a write error. A full disk is reported to the user and the operator, not as an internal error.
fn unwritten(error: io::Error) -> ApiError {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
        tracing::error!(%error, "storage is full, rejected an uploaded file");
        return ApiError::Refused {
            code: "storage_full",
            message: "The file was not saved because storage is full. Contact your administrator.".into(),
        };
    }
    ApiError::Internal(anyhow::Error::from(error).context("failed to write an uploaded file"))
}
