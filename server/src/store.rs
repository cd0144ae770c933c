//! Files, kept in the data directory: documents under the hash of what is in them, so that the same file twice is kept
//! once; files of uploads sealed, under the upload's name.

mod old;

use crate::config::Config;
use crate::crypto::Sealer;
use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use uuid::Uuid;

/// How many times as long as its sender may be silent a whole file may take.
const WHOLE: u32 = 15;
const CHUNK_BYTES: usize = 64 * 1024;
/// Where files arrive, and where a firm's sealed ones lie.
const INCOMING: &str = "incoming";
const UPLOADS: &str = "uploads";

pub struct Store {
    dir: PathBuf,
    patience: Duration,
}

/// A file that was kept.
pub struct Kept {
    /// Where [`Store::read`] finds it.
    pub key: String,
    /// SHA-256.
    pub hash: Vec<u8>,
    pub size_bytes: u64,
}

/// A sealed file that was kept.
pub struct KeptSealed {
    /// What [`Store::source`] finds it by.
    pub key: String,
    /// Of what is in it.
    pub size_bytes: u64,
}

/// A file of the store to be read from its start, as often as it is needed. Reading it blocks.
#[derive(Clone)]
pub enum Source {
    Clear(PathBuf),
    Sealed {
        path: PathBuf,
        firm_id: i32,
        sealer: Arc<Sealer>,
    },
}

impl Source {
    /// What is in it.
    ///
    /// # Errors
    /// Those of the disk, and [`crate::crypto::Unopened`] also later.
    pub fn open(&self) -> std::io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Clear(path) => Box::new(std::fs::File::open(path)?),
            Self::Sealed {
                path,
                firm_id,
                sealer,
            } => Box::new(sealer.open_file(*firm_id, std::fs::File::open(path)?)?),
        })
    }
}

/// A file on its way in; gone when it is dropped before it was kept.
struct Incoming {
    path: PathBuf,
    is_kept: bool,
}

impl Incoming {
    async fn create(store: &Path) -> ApiResult<(Self, File)> {
        let folder = store.join(INCOMING);
        fs::create_dir_all(&folder).await.map_err(unwritten)?;
        let path = folder.join(crate::db::new_uuid().simple().to_string());
        let file = File::create_new(&path).await.map_err(unwritten)?;
        Ok((Self { path, is_kept: false }, file))
    }

    async fn put(mut self, place: &Path) -> ApiResult<()> {
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).await.map_err(unwritten)?;
        }
        fs::rename(&self.path, place)
            .await
            .context("a file cannot be put in its place")?;
        self.is_kept = true;
        Ok(())
    }
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
    pub fn new(config: &Config) -> Self {
        Self {
            dir: config.data_dir.join("files"),
            patience: config.sender_patience,
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
        let (incoming, mut file) = Incoming::create(&self.dir).await?;
        let (mut start, mut hash) = (Vec::new(), Context::new(&SHA256));
        let size_bytes = self
            .receive(&mut file, body, most, |part| {
                start.extend_from_slice(&part[..part.len().min(head - start.len())]);
                hash.update(&part);
                Ok(part)
            })
            .await?;
        settle(file).await?;
        let hash = hash.finish().as_ref().to_vec();
        let seen = look(&start)?;
        let name = hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let key = format!("{firm_id}/{}/{name}", &name[..2]);
        incoming.put(&self.dir.join(&key)).await?;
        let kept = Kept {
            key,
            hash,
            size_bytes,
        };
        Ok((kept, seen))
    }

    /// Keeps the file of an upload, sealed for its firm, unless it is larger than `most` bytes.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub async fn keep_sealed<E>(
        &self,
        firm_id: i32,
        storage_guid: Uuid,
        body: impl Stream<Item = Result<Bytes, E>> + Send,
        most: u64,
        sealer: &Sealer,
    ) -> ApiResult<KeptSealed> {
        let (incoming, mut file) = Incoming::create(&self.dir).await?;
        let mut sealed = Vec::new();
        let mut sealing = sealer.seal_file(firm_id, &mut sealed)?;
        let size_bytes = self
            .receive(&mut file, body, most, |part| {
                sealing.push(&part, &mut sealed)?;
                Ok(std::mem::take(&mut sealed).into())
            })
            .await?;
        sealing.finish(&mut sealed)?;
        file.write_all(&sealed).await.map_err(unwritten)?;
        settle(file).await?;
        let key = upload_key(firm_id, storage_guid);
        incoming.put(&self.dir.join(&key)).await?;
        Ok(KeptSealed { key, size_bytes })
    }

    /// A file of an upload. Those of the time before they were sealed lie among the documents.
    pub fn source(&self, firm_id: i32, key: &str, sealer: &Arc<Sealer>) -> Source {
        let path = self.dir.join(key);
        if key.split('/').nth(1) != Some(UPLOADS) {
            return Source::Clear(path);
        }
        Source::Sealed {
            path,
            firm_id,
            sealer: sealer.clone(),
        }
    }

    /// What is kept under a key, as a stream.
    ///
    /// # Errors
    /// When the file is not there.
    pub async fn read(
        &self,
        key: &str,
    ) -> ApiResult<impl Stream<Item = std::io::Result<Bytes>> + Send + use<>> {
        let file = File::open(self.dir.join(key))
            .await
            .context("a file of the store is gone")?;
        Ok(stream::try_unfold(file, async |mut file| {
            let mut chunk = vec![0; CHUNK_BYTES];
            let read = file.read(&mut chunk).await?;
            chunk.truncate(read);
            Ok((read > 0).then(|| (Bytes::from(chunk), file)))
        }))
    }

    /// Writes what arrives to its end, as `shape` makes it; its size before.
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

fn upload_key(firm_id: i32, storage_guid: Uuid) -> String {
    format!("{firm_id}/{UPLOADS}/{storage_guid}")
}

/// What was written may not have reached the disk yet, nor failed there.
async fn settle(mut file: File) -> ApiResult<()> {
    file.flush().await.map_err(unwritten)?;
    file.sync_all().await.map_err(unwritten)
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
