//! Listing and removal of old files.

use super::{INCOMING, Store, UPLOADS};
use jiff::Timestamp;
use std::io::{self, ErrorKind};
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

    /// Removes the file of an upload. Returns whether it existed.
    pub async fn remove_upload(&self, firm_id: i32, storage_guid: Uuid) -> io::Result<bool> {
        removed(&self.dir.join(super::upload_key(firm_id, storage_guid))).await
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
