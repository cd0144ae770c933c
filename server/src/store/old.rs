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
    /// Removes files of interrupted uploads that were last written before `before`, and returns their number.
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
        for firm in entries(&self.dir).await? {
            let Some(firm_id) = named(&firm) else { continue };
            let mut names = Vec::new();
            for entry in entries(&firm.path().join(UPLOADS)).await? {
                if let Some(name) = named(&entry)
                    && is_older(&entry, before).await?
                {
                    names.push(name);
                }
            }
            found.push((firm_id, names));
        }
        found.retain(|(_, names)| !names.is_empty());
        Ok(found)
    }

    /// Lists the keys of documents that were last written before `before`, by firm.
    pub async fn documents_before(&self, before: Timestamp) -> io::Result<Vec<(i32, Vec<String>)>> {
        let mut found = Vec::new();
        for firm in entries(&self.dir).await? {
            let Some(firm_id) = named::<i32>(&firm) else {
                continue;
            };
            let mut keys = Vec::new();
            for folder in entries(&firm.path()).await? {
                let Some(name) = named::<String>(&folder).filter(|name| name != UPLOADS) else {
                    continue;
                };
                for entry in entries(&folder.path()).await? {
                    if let Some(file) = named::<String>(&entry)
                        && is_older(&entry, before).await?
                    {
                        keys.push(format!("{firm_id}/{name}/{file}"));
                    }
                }
            }
            found.push((firm_id, keys));
        }
        found.retain(|(_, keys)| !keys.is_empty());
        Ok(found)
    }

    /// Lists the firms that have unencrypted documents.
    pub async fn firms_with_plain_documents(&self) -> io::Result<Vec<i32>> {
        let mut firms = Vec::new();
        for firm in entries(&self.dir).await? {
            let Some(firm_id) = named::<i32>(&firm) else {
                continue;
            };
            for folder in entries(&firm.path()).await? {
                let is_plain =
                    named::<String>(&folder).is_some_and(|name| name != UPLOADS && name != DOCUMENTS);
                if is_plain && !entries(&folder.path()).await?.is_empty() {
                    firms.push(firm_id);
                    break;
                }
            }
        }
        Ok(firms)
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
        removed(&self.dir.join(key)).await
    }

    /// Removes the file of an upload. Returns whether it existed.
    pub async fn remove_upload(&self, firm_id: i32, storage_guid: Uuid) -> io::Result<bool> {
        removed(&self.dir.join(upload_key(firm_id, storage_guid))).await
    }
}

fn named<T: std::str::FromStr>(entry: &DirEntry) -> Option<T> {
    entry.file_name().to_str()?.parse().ok()
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
