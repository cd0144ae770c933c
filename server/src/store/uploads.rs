//! Files of bulk uploads, encrypted and stored under the upload's id.

use super::incoming::Incoming;
use super::objects::Objects;
use super::{Store, UPLOADS, unwritten};
use crate::crypto::Sealer;
use crate::error::ApiResult;
use bytes::Bytes;
use futures_util::Stream;
use std::io::{self, Read};
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::runtime::Handle;
use uuid::Uuid;

/// A stored, encrypted upload file.
pub struct KeptSealed {
    /// Key for [`Store::source`].
    pub key: String,
    /// Size of the plaintext.
    pub size_bytes: u64,
}

/// A stored file that can be opened repeatedly. Reads block, so they must not run in an async task.
#[derive(Clone)]
pub struct Source {
    objects: Objects,
    key: String,
    /// The firm that the file is encrypted for. `None` for an unencrypted file of an earlier version.
    sealed: Option<(i32, Arc<Sealer>)>,
    runtime: Handle,
}

impl Source {
    /// Opens the file for reading, decrypted if necessary.
    ///
    /// # Errors
    /// Returns an I/O error. For encrypted files, this call and reads from the result can return
    /// [`crate::crypto::Unopened`].
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let content = self.objects.reader(&self.key, &self.runtime)?;
        Ok(match &self.sealed {
            None => content,
            Some((firm_id, sealer)) => Box::new(sealer.open_file(*firm_id, content)?),
        })
    }
}

impl Store {
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
    ) -> ApiResult<KeptSealed> {
        let (incoming, mut file) = Incoming::create(&self.dir).await?;
        let mut sealed = Vec::new();
        let mut sealing = self.sealer.seal_file(firm_id, &mut sealed)?;
        let size_bytes = self
            .receive(&mut file, body, most, |part| {
                sealing.push(&part, &mut sealed)?;
                Ok(std::mem::take(&mut sealed).into())
            })
            .await?;
        sealing.finish(&mut sealed)?;
        file.write_all(&sealed).await.map_err(unwritten)?;
        let key = upload_key(firm_id, storage_guid);
        self.objects.put(incoming, file, &key).await?;
        Ok(KeptSealed { key, size_bytes })
    }

    /// Returns an upload file as a [`Source`]. Files from before encryption was added are stored as documents. Must be
    /// called inside a Tokio runtime.
    pub fn source(&self, firm_id: i32, key: &str) -> Source {
        let is_sealed = key.split('/').nth(1) == Some(UPLOADS);
        Source {
            objects: self.objects.clone(),
            key: key.to_owned(),
            sealed: is_sealed.then(|| (firm_id, self.sealer.clone())),
            runtime: Handle::current(),
        }
    }
}

/// Returns the key of an upload's file.
#[must_use]
pub fn upload_key(firm_id: i32, storage_guid: Uuid) -> String {
    format!("{firm_id}/{UPLOADS}/{storage_guid}")
}
