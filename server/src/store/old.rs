//! What has lain in the store for long.

use super::{INCOMING, Store, UPLOADS};
use jiff::Timestamp;
use std::io::{self, ErrorKind};
use std::path::Path;
use tokio::fs::{self, DirEntry};
use uuid::Uuid;

impl Store {
    /// Removes what began to arrive before this and never did; how many files.
    ///
    /// # Errors
    /// Those of the disk.
    pub async fn remove_stranded(&self, before: Timestamp) -> io::Result<usize> {
        let mut count = 0;
        for entry in entries(&self.dir.join(INCOMING)).await? {
            if is_older(&entry, before).await? {
                count += usize::from(removed(&entry.path()).await?);
            }
        }
        Ok(count)
    }

    /// Files of uploads that were stored before this, by firm.
    ///
    /// # Errors
    /// Those of the disk.
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

    /// Lets go of the file of an upload; whether there was one.
    ///
    /// # Errors
    /// Those of the disk.
    pub async fn remove_upload(&self, firm_id: i32, storage_guid: Uuid) -> io::Result<bool> {
        removed(&self.dir.join(super::upload_key(firm_id, storage_guid))).await
    }
}

fn named<T: std::str::FromStr>(entry: &DirEntry) -> Option<T> {
    entry.file_name().to_str()?.parse().ok()
}

/// None where there is no such folder.
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

/// False for what went meanwhile.
async fn is_older(entry: &DirEntry, before: Timestamp) -> io::Result<bool> {
    match entry.metadata().await {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        metadata => {
            let written = Timestamp::try_from(metadata?.modified()?).map_err(io::Error::other)?;
            Ok(written < before)
        }
    }
}

/// False where another node was faster.
async fn removed(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path).await {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}
