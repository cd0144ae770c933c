//! Re-encrypts stored files with the current key, for a key rotation.

use super::documents::opened;
use super::incoming::Incoming;
use super::{Store, unavailable, unwritten};
use crate::crypto::{KEY_ID_LEN, Owner, key_id_of};
use crate::error::{ApiError, ApiResult};
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use std::io::{self, ErrorKind};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Result of [`Store::reseal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resealed {
    /// Re-encrypted with the current key.
    Sealed,
    /// Already encrypted with the current key.
    IsCurrent,
    Missing,
    NotSealed,
    /// Failed to decrypt. The file is unchanged.
    Unreadable,
}

impl Store {
    /// Re-encrypts a file with the current key, unless it already uses that key. The file is replaced atomically, so
    /// that readers see one version or the other.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub async fn reseal(&self, owner: Owner, key: &str) -> ApiResult<Resealed> {
        let start = match self.objects.start(key, KEY_ID_LEN as u64).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Resealed::Missing),
            // A shorter file has no such range.
            start => start.unwrap_or_default(),
        };
        match key_id_of(&start[..]).map_err(unread)? {
            Some(id) if id == self.sealer.keys().current_id() => return Ok(Resealed::IsCurrent),
            None if start.len() == KEY_ID_LEN => return Ok(Resealed::NotSealed),
            _ => {}
        }
        let content = self.objects.get(key).await.map_err(unread)?;
        let content = opened(content, self.sealer.clone().open_for(owner)).boxed();
        let (incoming, mut target) = Incoming::create(&self.dir).await?;
        match self.seal_into(&mut target, owner, content).await {
            Err(Failure::Read(error)) if error.kind() == ErrorKind::InvalidData => {
                tracing::error!(%error, key, "failed to decrypt a stored file");
                return Ok(Resealed::Unreadable);
            }
            Err(Failure::Read(error)) => return Err(unread(error)),
            Err(Failure::Other(error)) => return Err(error),
            Ok(()) => {}
        }
        self.objects.put(incoming, target, key).await?;
        Ok(Resealed::Sealed)
    }

    async fn seal_into(
        &self,
        target: &mut File,
        owner: Owner,
        mut content: BoxStream<'static, io::Result<Bytes>>,
    ) -> Result<(), Failure> {
        let mut sealed = Vec::new();
        let mut sealing = self.sealer.seal_for(owner, &mut sealed)?;
        while let Some(part) = content.try_next().await.map_err(Failure::Read)? {
            sealing.push(&part, &mut sealed)?;
            target.write_all(&sealed).await.map_err(unwritten)?;
            sealed.clear();
        }
        sealing.finish(&mut sealed)?;
        target.write_all(&sealed).await.map_err(unwritten)?;
        Ok(())
    }
}

/// Reason why a file was not re-encrypted.
enum Failure {
    Read(io::Error),
    Other(ApiError),
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Other(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error.into())
    }
}

fn unread(error: io::Error) -> ApiError {
    unavailable(&error).unwrap_or_else(|| {
        ApiError::Internal(anyhow::Error::from(error).context("cannot read a stored file"))
    })
}
