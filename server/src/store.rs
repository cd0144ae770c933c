//! Files, kept in the data directory under the hash of what is in them: the same file twice is kept once.

use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// How long a sender may be silent, and how long the whole file may take.
pub const SILENCE: Duration = Duration::from_secs(20);
const WHOLE: Duration = Duration::from_secs(300);
const CHUNK_BYTES: usize = 64 * 1024;

pub struct Store {
    dir: PathBuf,
}

/// A file that was kept.
pub struct Kept {
    /// Where [`Store::read`] finds it.
    pub key: String,
    /// SHA-256.
    pub hash: Vec<u8>,
    pub size_bytes: u64,
}

/// A file on its way in; gone when it is dropped before it was kept.
struct Incoming {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.is_kept {
            // Whatever is left of it is overwritten by nobody and read by nobody.
            _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Store {
    pub fn new(data_dir: &Path) -> Self {
        Self {
            dir: data_dir.join("files"),
        }
    }

    /// Keeps what arrives, unless it is larger than `most` bytes, or `look` refuses it by its first `head` bytes.
    ///
    /// # Errors
    /// 413, 400 when the sender falls silent, those of `look`, and those of the disk.
    pub async fn keep<T, E>(
        &self,
        firm_id: i32,
        body: impl Stream<Item = Result<Bytes, E>> + Send,
        most: u64,
        head: usize,
        look: impl FnOnce(&[u8]) -> ApiResult<T>,
    ) -> ApiResult<(Kept, T)> {
        let incoming = self.dir.join("incoming");
        fs::create_dir_all(&incoming).await.map_err(unwritten)?;
        let mut incoming = Incoming {
            path: incoming.join(crate::db::new_uuid().simple().to_string()),
            is_kept: false,
        };
        let file = File::create_new(&incoming.path).await.map_err(unwritten)?;
        let (start, hash, size_bytes) = tokio::time::timeout(WHOLE, receive(file, body, most, head))
            .await
            .map_err(|_| silent())??;
        let seen = look(&start)?;
        let name = hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let key = format!("{firm_id}/{}/{name}", &name[..2]);
        let path = self.dir.join(&key);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).await.map_err(unwritten)?;
        }
        fs::rename(&incoming.path, &path)
            .await
            .context("a file cannot be put in its place")?;
        incoming.is_kept = true;
        let kept = Kept {
            key,
            hash,
            size_bytes,
        };
        Ok((kept, seen))
    }

    /// Where a file lies that is kept under a key.
    pub fn path(&self, key: &str) -> PathBuf {
        self.dir.join(key)
    }

    /// What is kept under a key, as a stream.
    ///
    /// # Errors
    /// When the file is not there.
    pub async fn read(
        &self,
        key: &str,
    ) -> ApiResult<impl Stream<Item = std::io::Result<Bytes>> + Send + use<>> {
        let file = File::open(self.path(key))
            .await
            .context("a file of the store is gone")?;
        Ok(stream::try_unfold(file, async |mut file| {
            let mut chunk = vec![0; CHUNK_BYTES];
            let read = file.read(&mut chunk).await?;
            chunk.truncate(read);
            Ok((read > 0).then(|| (Bytes::from(chunk), file)))
        }))
    }
}

/// Writes the file to its end; its first bytes, its hash and its size.
async fn receive<E>(
    mut file: File,
    body: impl Stream<Item = Result<Bytes, E>> + Send,
    most: u64,
    head: usize,
) -> ApiResult<(Vec<u8>, Vec<u8>, u64)> {
    let mut body = std::pin::pin!(body);
    let (mut start, mut hash, mut size) = (Vec::new(), Context::new(&SHA256), 0);
    while let Some(part) = tokio::time::timeout(SILENCE, body.next())
        .await
        .map_err(|_| silent())?
    {
        let part = part.map_err(|_| silent())?;
        size += part.len() as u64;
        if size > most {
            return Err(ApiError::TooLarge);
        }
        start.extend_from_slice(&part[..part.len().min(head - start.len())]);
        hash.update(&part);
        file.write_all(&part).await.map_err(unwritten)?;
    }
    // What was written may not have reached the disk yet, nor failed there.
    file.flush().await.map_err(unwritten)?;
    file.sync_all().await.map_err(unwritten)?;
    Ok((start, hash.finish().as_ref().to_vec(), size))
}

fn silent() -> ApiError {
    ApiError::BadRequest {
        code: "body_unreadable",
        message: "The file did not arrive to its end.".into(),
    }
}

/// A disk that is full is for somebody to look after, and no fault of the program.
fn unwritten(error: std::io::Error) -> ApiError {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
        tracing::error!(%error, "there is no room for an uploaded file");
        return ApiError::Refused {
            code: "storage_full",
            message: "There is no room to keep the file. Please tell whoever runs the portal.".into(),
        };
    }
    ApiError::Internal(anyhow::Error::from(error).context("a file cannot be written"))
}
