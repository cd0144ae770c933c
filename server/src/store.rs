//! File store, in a folder of the data directory or in a bucket. All files are encrypted.
//!
//! A file that arrives is first written to the folder `incoming` of this node, encrypted. It is stored when it is
//! complete. Slow uploads therefore hold no memory, and the bucket never gets incomplete files.

mod bucket;
mod checked;
mod documents;
mod failure;
mod incoming;
mod objects;
mod old;
mod reseal;
mod uploads;

pub use bucket::probe;
pub use documents::{Kept, Wanted, is_plain};
pub use failure::unavailable;
pub use reseal::Resealed;
pub use uploads::{KeptSealed, Source, upload_key};

use crate::config::Config;
use crate::crypto::Sealer;
use crate::error::{ApiError, ApiResult};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use objects::Objects;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Time limit for a whole upload, as a multiple of `patience`.
const WHOLE: u32 = 15;
const CHUNK_BYTES: usize = 64 * 1024;
/// Timeout for pinging the bucket.
const PING: Duration = Duration::from_secs(2);
/// Folder for incomplete files. [`UPLOADS`] is a firm's folder for encrypted upload files.
const INCOMING: &str = "incoming";
const UPLOADS: &str = "uploads";

#[derive(Clone)]
pub struct Store {
    /// Folder of incomplete files, and of all files if there is no bucket.
    dir: PathBuf,
    objects: Objects,
    patience: Duration,
    sealer: Arc<Sealer>,
}

impl Store {
    /// Opens the configured bucket, or the folder in the data directory. Does not connect to the bucket yet.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created or the settings of the bucket are invalid.
    pub fn new(config: &Config, sealer: Arc<Sealer>) -> anyhow::Result<Self> {
        let dir = config.data_dir.join("files");
        Ok(Self {
            objects: Objects::open(config, &dir)?,
            dir,
            patience: config.sender_patience,
            sealer,
        })
    }

    /// Returns a store of the same files with another sealer.
    #[must_use]
    pub fn sealed_with(&self, sealer: Arc<Sealer>) -> Self {
        Self {
            sealer,
            ..self.clone()
        }
    }

    /// Checks that the bucket responds.
    ///
    /// # Errors
    /// Returns the error of the bucket, or `TimedOut`. Never fails for a folder.
    pub async fn ping(&self) -> io::Result<()> {
        tokio::time::timeout(PING, self.objects.ping()).await?
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

/// Maps a write error. A full disk and an unavailable bucket are reported to the user and the operator, not as
/// internal errors.
fn unwritten(error: io::Error) -> ApiError {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    if let Some(unavailable) = unavailable(&error) {
        return unavailable;
    }
    if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
        tracing::error!(%error, "storage is full, rejected an uploaded file");
        return ApiError::Refused {
            code: "storage_full",
            message: "The file was not saved because storage is full. Contact your administrator.".into(),
        };
    }
    ApiError::Internal(anyhow::Error::from(error).context("failed to write an uploaded file"))
}
