//! Files that are being received.

use super::{INCOMING, unwritten};
use crate::error::ApiResult;
use anyhow::Context as _;
use std::path::{Path, PathBuf};
use tokio::fs::{self, DirBuilder, File, OpenOptions};

/// An incomplete file, removed on drop unless it was moved into place.
pub(super) struct Incoming {
    path: PathBuf,
    is_kept: bool,
}

impl Incoming {
    pub(super) async fn create(store: &Path) -> ApiResult<(Self, File)> {
        let folder = store.join(INCOMING);
        create_folder(&folder).await?;
        let path = folder.join(crate::ids::new_uuid().simple().to_string());
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .await
            .map_err(unwritten)?;
        Ok((Self { path, is_kept: false }, file))
    }

    pub(super) async fn put(mut self, place: &Path) -> ApiResult<()> {
        if let Some(folder) = place.parent() {
            create_folder(folder).await?;
        }
        fs::rename(&self.path, place)
            .await
            .context("failed to move an uploaded file into place")?;
        self.is_kept = true;
        // The new name survives a power failure only once the folder is synced.
        if let Some(folder) = place.parent() {
            let folder = File::open(folder).await.map_err(unwritten)?;
            folder.sync_all().await.map_err(unwritten)?;
        }
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

/// Creates a folder that only the server's user can open.
async fn create_folder(folder: &Path) -> ApiResult<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .await
        .map_err(unwritten)
}
