//! File store in the data directory. Documents are stored by content hash, so identical files of a firm are
//! stored once. Upload files are encrypted and stored under the upload's id.

mod checked;
mod old;

pub use checked::Damaged;

use crate::config::Config;
use crate::crypto::Sealer;
use crate::error::{ApiError, ApiResult};
use anyhow::Context as _;
use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN};
use bytes::Bytes;
use checked::checked;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use uuid::Uuid;

/// Time limit of a whole upload, as a multiple of `patience`.
const WHOLE: u32 = 15;
const CHUNK_BYTES: usize = 64 * 1024;
/// Folder for incomplete files. [`UPLOADS`] is a firm's folder for encrypted upload files.
const INCOMING: &str = "incoming";
const UPLOADS: &str = "uploads";

pub struct Store {
    dir: PathBuf,
    patience: Duration,
}

/// A stored document.
pub struct Kept {
    /// Key for [`Store::read`].
    pub key: String,
    /// SHA-256 of the content.
    pub hash: Vec<u8>,
    pub size_bytes: u64,
}

/// A document to read.
pub struct Wanted<'a> {
    pub key: &'a str,
    /// SHA-256 of the content. `None` for a document without a row, whose key ends with its hash.
    pub hash: Option<&'a [u8]>,
    pub size_bytes: u64,
}

/// A stored, encrypted upload file.
pub struct KeptSealed {
    /// Key for [`Store::source`].
    pub key: String,
    /// Size of the plaintext.
    pub size_bytes: u64,
}

/// A stored file that can be opened repeatedly. Reads are blocking.
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
    /// Opens the file for reading, decrypted if necessary.
    ///
    /// # Errors
    /// Returns an I/O error. For encrypted files, this call and reads from the result can return
    /// [`crate::crypto::Unopened`].
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
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

/// An incomplete file, removed on drop unless it was moved into place.
struct Incoming {
    path: PathBuf,
    is_kept: bool,
}

impl Incoming {
    async fn create(store: &Path) -> ApiResult<(Self, File)> {
        let folder = store.join(INCOMING);
        fs::create_dir_all(&folder).await.map_err(unwritten)?;
        let path = folder.join(crate::ids::new_uuid().simple().to_string());
        let file = File::create_new(&path).await.map_err(unwritten)?;
        Ok((Self { path, is_kept: false }, file))
    }

    async fn put(mut self, place: &Path) -> ApiResult<()> {
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).await.map_err(unwritten)?;
        }
        fs::rename(&self.path, place)
            .await
            .context("failed to move an uploaded file into place")?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.is_kept {
            // A file that cannot be removed here is removed later by `remove_stranded`.
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

    /// Stores a document of at most `most` bytes. `look` can reject it after seeing its first `head` bytes.
    ///
    /// # Errors
    /// Returns [`ApiError::TooLarge`] if the document exceeds `most`, [`ApiError::BadRequest`] if the
    /// transfer stalls or breaks off, [`ApiError::Refused`] if the disk is full, and the error of `look`.
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

    /// Stores an upload file of at most `most` bytes, encrypted for the firm.
    ///
    /// # Errors
    /// See [`Store::keep`].
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

    /// Returns an upload file as a [`Source`]. Files from before encryption was added are stored as
    /// documents.
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

    /// Streams a document and checks its content.
    ///
    /// # Errors
    /// Returns [`ApiError::Refused`] if the file is missing, or if it is small and damaged. The stream of a large
    /// damaged file ends with an error.
    pub async fn read(&self, wanted: Wanted<'_>) -> ApiResult<BoxStream<'static, io::Result<Bytes>>> {
        let Wanted {
            key,
            hash,
            size_bytes,
        } = wanted;
        let named = hash_in_name(key);
        let hash = hash
            .or(named.as_deref())
            .context("the hash of a stored file is unknown")?;
        let logged = key.to_owned();
        let read = async {
            let content = parts_of(File::open(self.dir.join(key)).await?).boxed();
            checked(content, hash, size_bytes).await
        };
        let content = read.await.map_err(|error| unread(&error, key))?;
        Ok(content
            .inspect_err(move |error| tracing::error!(%error, key = logged, "failed to read a stored file"))
            .boxed())
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

fn parts_of(file: File) -> impl Stream<Item = io::Result<Bytes>> + Send {
    stream::try_unfold(file, async |mut file| {
        let mut chunk = vec![0; CHUNK_BYTES];
        let read = file.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok((read > 0).then(|| (Bytes::from(chunk), file)))
    })
}

/// Returns the hash that a key such as `1/ab/ab12…` ends with.
fn hash_in_name(key: &str) -> Option<Vec<u8>> {
    let name = key.rsplit('/').next()?;
    if name.len() != 2 * SHA256_OUTPUT_LEN {
        return None;
    }
    (0..SHA256_OUTPUT_LEN)
        .map(|i| u8::from_str_radix(name.get(2 * i..2 * i + 2)?, 16).ok())
        .collect()
}

/// Maps the error of reading a document. A retry does not help, so this is not reported as unavailable.
fn unread(error: &io::Error, key: &str) -> ApiError {
    tracing::error!(%error, key, "failed to read a stored file");
    ApiError::Refused {
        code: "stored_file_damaged",
        message: "The stored document is damaged. Upload it again or contact your administrator.".into(),
    }
}

fn upload_key(firm_id: i32, storage_guid: Uuid) -> String {
    format!("{firm_id}/{UPLOADS}/{storage_guid}")
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
