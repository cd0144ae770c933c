//! Listing and removal of old files.

use super::documents::DOCUMENTS;
use super::uploads::upload_key;
use super::{INCOMING, Store, UPLOADS};
use jiff::Timestamp;
use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tokio::fs::{self, DirEntry};
use uuid::Uuid;

impl Store {
    /// Removes this node's files of interrupted uploads that were last written before `before`, and returns their
    /// number.
    pub async fn remove_stranded(&self, before: Timestamp) -> io::Result<usize> {
        let mut count = 0;
        for entry in entries(&self.dir.join(INCOMING)).await? {
            if is_older(&entry, before).await? {
                count += usize::from(removed(&entry.path()).await?);
            }
        }
        Ok(count)
    }

    /// Lists upload files that were last written before `before`, by firm.
    pub async fn uploads_before(&self, before: Timestamp) -> io::Result<Vec<(i32, Vec<Uuid>)>> {
        let mut found = Vec::new();
        for firm_id in self.firms().await? {
            let keys = self
                .objects
                .older(&format!("{firm_id}/{UPLOADS}"), before)
                .await?;
            let names = keys.iter().filter_map(|key| key.rsplit('/').next()?.parse().ok());
            found.push((firm_id, names.collect()));
        }
        found.retain(|(_, names): &(i32, Vec<Uuid>)| !names.is_empty());
        Ok(found)
    }

    /// Lists the keys of documents that were last written before `before`, by firm.
    pub async fn documents_before(&self, before: Timestamp) -> io::Result<Vec<(i32, Vec<String>)>> {
        let mut found = Vec::new();
        for firm_id in self.firms().await? {
            let mut keys = Vec::new();
            for folder in self.document_folders(firm_id).await? {
                keys.extend(self.objects.older(&folder, before).await?);
            }
            found.push((firm_id, keys));
        }
        found.retain(|(_, keys)| !keys.is_empty());
        Ok(found)
    }

    /// Lists the firms that have unencrypted documents.
    pub async fn firms_with_plain_documents(&self) -> io::Result<Vec<i32>> {
        let mut firms = Vec::new();
        for firm_id in self.firms().await? {
            for folder in self.document_folders(firm_id).await? {
                if !folder.ends_with(DOCUMENTS) && self.objects.has_any(&folder).await? {
                    firms.push(firm_id);
                    break;
                }
            }
        }
        Ok(firms)
    }

    async fn firms(&self) -> io::Result<Vec<i32>> {
        let folders = self.objects.folders(None).await?;
        Ok(folders.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Returns a firm's folders, except the one for upload files.
    async fn document_folders(&self, firm_id: i32) -> io::Result<Vec<String>> {
        let folders = self.objects.folders(Some(&firm_id.to_string())).await?;
        let folders = folders.into_iter().filter(|name| name != UPLOADS);
        Ok(folders.map(|name| format!("{firm_id}/{name}")).collect())
    }

    /// Allows only the server's user to open the store. Earlier versions created it with other permissions.
    pub async fn close_to_others(&self) -> io::Result<()> {
        match fs::set_permissions(&self.dir, Permissions::from_mode(0o700)).await {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            closed => closed,
        }
    }

    /// Removes the file of a document. Returns whether it existed.
    pub async fn remove_document(&self, key: &str) -> io::Result<bool> {
        self.objects.remove(key).await
    }

    /// Removes the file of an upload. Returns whether it existed.
    pub async fn remove_upload(&self, firm_id: i32, storage_guid: Uuid) -> io::Result<bool> {
        self.objects.remove(&upload_key(firm_id, storage_guid)).await
    }
}

/// Returns the entries of a folder, or none if it does not exist.
async fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let mut listed = match fs::read_dir(folder).await {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed?,
    };
    let mut entries = Vec::new();
    while let Some(entry) = listed.next_entry().await? {
        entries.push(entry);
    }
    Ok(entries)
}

/// Returns `false` if the file no longer exists.
async fn is_older(entry: &DirEntry, before: Timestamp) -> io::Result<bool> {
    match entry.metadata().await {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        metadata => {
            let written = Timestamp::try_from(metadata?.modified()?).map_err(io::Error::other)?;
            Ok(written < before)
        }
    }
}

/// Returns `false` if another node already removed the file.
async fn removed(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path).await {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}
