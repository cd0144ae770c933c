//! Documents of records, each encrypted for its firm and its uuid. Their files have random names, so that a
//! copy of the store reveals neither names nor contents.
//!
//! Earlier versions stored documents unencrypted, under the hash of their content. These can still be read,
//! and `seal_plain` encrypts them.

use super::checked::checked;
use super::incoming::Incoming;
use super::{Store, unavailable, unwritten};
use crate::crypto::{OpeningFile, Owner, Unopened};
use crate::error::{ApiError, ApiResult};
use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN};
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use std::io;
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

/// A firm's folder for documents.
pub(super) const DOCUMENTS: &str = "documents";

/// A stored document.
pub struct Kept {
    /// Key for [`Store::read`] and [`Store::remove`].
    pub key: String,
    /// SHA-256 of the content.
    pub hash: Vec<u8>,
    pub size_bytes: u64,
}

/// A document to read.
pub struct Wanted<'a> {
    pub firm_id: i32,
    /// The document that the file is bound to. `None` for a file that is not encrypted.
    pub uuid: Option<Uuid>,
    pub key: &'a str,
    /// SHA-256 of the content. `None` for an attachment of a cohort send. The key of an unencrypted one ends with
    /// its hash.
    pub hash: Option<&'a [u8]>,
    pub size_bytes: u64,
}

impl Store {
    /// Stores a document of at most `most` bytes, encrypted. `look` can reject it after seeing its first
    /// `head` bytes.
    ///
    /// # Errors
    /// Returns [`ApiError::TooLarge`] if the document exceeds `most`, [`ApiError::BadRequest`] if the
    /// transfer stalls or breaks off, [`ApiError::Refused`] if the disk is full, [`ApiError::StorageUnavailable`], and
    /// the error of `look`.
    pub async fn keep<T, E>(
        &self,
        (firm_id, uuid): (i32, Uuid),
        body: impl Stream<Item = Result<Bytes, E>> + Send,
        most: u64,
        head: usize,
        look: impl FnOnce(&[u8]) -> ApiResult<T>,
    ) -> ApiResult<(Kept, T)> {
        let (incoming, mut file) = Incoming::create(&self.dir).await?;
        let (mut start, mut hash) = (Vec::new(), Context::new(&SHA256));
        let mut sealed = Vec::new();
        let mut sealing = self.sealer.seal_document(firm_id, uuid, &mut sealed)?;
        let size_bytes = self
            .receive(&mut file, body, most, |part| {
                start.extend_from_slice(&part[..part.len().min(head - start.len())]);
                hash.update(&part);
                sealing.push(&part, &mut sealed)?;
                Ok(std::mem::take(&mut sealed).into())
            })
            .await?;
        sealing.finish(&mut sealed)?;
        file.write_all(&sealed).await.map_err(unwritten)?;
        let hash = hash.finish().as_ref().to_vec();
        let seen = look(&start)?;
        let key = format!("{firm_id}/{DOCUMENTS}/{}", crate::ids::new_uuid().simple());
        self.objects.put(incoming, file, &key).await?;
        let kept = Kept {
            key,
            hash,
            size_bytes,
        };
        Ok((kept, seen))
    }

    /// Streams a document and checks its content.
    ///
    /// # Errors
    /// Returns [`ApiError::Refused`] if the file is missing, or if it is small and damaged, and
    /// [`ApiError::StorageUnavailable`]. The stream of a large file ends with an error if it is damaged.
    pub async fn read(&self, wanted: Wanted<'_>) -> ApiResult<BoxStream<'static, io::Result<Bytes>>> {
        let Wanted {
            firm_id,
            uuid,
            key,
            hash,
            size_bytes,
        } = wanted;
        let named = hash_in_name(key);
        let hash = hash.or(named.as_deref());
        let logged = key.to_owned();
        let read = async {
            let mut content = self.objects.get(key).await?;
            if named.is_none() {
                let uuid = uuid.ok_or(Unopened::NotSealed)?;
                let owner = Owner::Document(firm_id, uuid);
                content = opened(content, self.sealer.clone().open_for(owner)).boxed();
            }
            checked(content, hash, size_bytes).await
        };
        let content = read.await.map_err(|error| unread(&error, key))?;
        Ok(content
            .inspect_err(move |error| tracing::error!(%error, key = logged, "failed to read a stored file"))
            .boxed())
    }

    /// Encrypts an unencrypted document of a firm into a new file, and returns its key. The old file is kept.
    ///
    /// # Errors
    /// Returns the errors of [`Store::read`] and [`Store::keep`].
    pub async fn seal_plain(
        &self,
        firm_id: i32,
        uuid: Uuid,
        key: &str,
        size_bytes: u64,
    ) -> ApiResult<String> {
        let plain = Wanted {
            firm_id,
            uuid: None,
            key,
            hash: None,
            size_bytes,
        };
        let content = self.read(plain).await?;
        let (kept, ()) = self
            .keep((firm_id, uuid), content, u64::MAX, 0, |_| Ok(()))
            .await?;
        Ok(kept.key)
    }

    /// Removes the file of a document that was not saved. If this fails, the cleanup removes it later.
    pub async fn remove(&self, key: &str) {
        if let Err(error) = self.remove_document(key).await {
            tracing::warn!(%error, key, "failed to remove a stored file");
        }
    }
}

/// Returns whether the document with this key is not encrypted.
pub fn is_plain(key: &str) -> bool {
    hash_in_name(key).is_some()
}

/// Decrypts a file part by part.
pub(super) fn opened(
    content: BoxStream<'static, io::Result<Bytes>>,
    opening: OpeningFile,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    stream::try_unfold((content, Some(opening)), async |(mut content, mut opening)| {
        let mut out = Vec::new();
        while let Some(open) = &mut opening
            && out.is_empty()
        {
            match content.try_next().await? {
                Some(part) => open.push(&part, &mut out)?,
                None => {
                    if let Some(open) = opening.take() {
                        open.finish(&mut out)?;
                    }
                }
            }
        }
        Ok((!out.is_empty()).then(|| (Bytes::from(out), (content, opening))))
    })
}

/// Returns the hash that the key of an unencrypted document ends with: `1/ab/ab12…`.
fn hash_in_name(key: &str) -> Option<Vec<u8>> {
    let name = key.rsplit('/').next()?;
    if name.len() != 2 * SHA256_OUTPUT_LEN {
        return None;
    }
    (0..SHA256_OUTPUT_LEN)
        .map(|i| u8::from_str_radix(name.get(2 * i..2 * i + 2)?, 16).ok())
        .collect()
}

/// Maps the error of reading a document. A retry helps only if the bucket is unavailable.
fn unread(error: &io::Error, key: &str) -> ApiError {
    if let Some(unavailable) = unavailable(error) {
        return unavailable;
    }
    tracing::error!(%error, key, "failed to read a stored file");
    ApiError::Refused {
        code: "stored_file_damaged",
        message: "The stored document is damaged. Upload it again or contact your administrator.".into(),
    }
}
