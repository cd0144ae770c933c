//! File storage in a folder or an S3-compatible bucket, behind one interface.

use super::bucket::{self, PARTS_AT_ONCE};
use super::failure::failed;
use super::incoming::Incoming;
use super::{CHUNK_BYTES, settle, unwritten};
use crate::config::Config;
use crate::error::ApiResult;
use anyhow::Context as _;
use bytes::{Buf as _, Bytes};
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, future, stream};
use jiff::Timestamp;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetResultPayload, ObjectMeta, ObjectStore, ObjectStoreExt as _};
use std::fs::DirBuilder;
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::fs::File;
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// The stored files by key. Clones are cheap.
#[derive(Clone)]
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    place: Place,
}

#[derive(Clone)]
enum Place {
    /// The folder that `store` reads.
    Folder(PathBuf),
    /// Limits the uploads that hold a part in memory.
    Bucket(Arc<Semaphore>),
}

impl Objects {
    /// Opens the configured bucket, or the folder.
    pub(super) fn open(config: &Config, folder: &Path) -> anyhow::Result<Self> {
        if let Some(bucket) = &config.bucket {
            return Ok(Self {
                store: bucket::connect(bucket)?,
                place: Place::Bucket(Arc::new(Semaphore::new(PARTS_AT_ONCE))),
            });
        }
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.with_context(|| {
            format!(
                "Cannot create {}. Make the server's user the owner of the folder above it, or change \
                 FIRMBOOK_DATA_DIR.",
                folder.display()
            )
        })?;
        Ok(Self {
            store: Arc::new(LocalFileSystem::new_with_prefix(folder)?),
            place: Place::Folder(folder.to_owned()),
        })
    }

    /// Stores a received file under a key. Readers see either the complete new file or the previous one.
    pub(super) async fn put(&self, incoming: Incoming, mut file: File, key: &str) -> ApiResult<()> {
        let parts = match &self.place {
            // The file is moved, because it is already in the folder. `LocalFileSystem` would not set the permissions.
            Place::Folder(folder) => {
                settle(file).await?;
                return incoming.put(&folder.join(key)).await;
            }
            Place::Bucket(parts) => parts.clone(),
        };
        let (store, key) = (self.store.clone(), Key::from(key));
        // Runs in a separate task, because a request that is canceled midway would leave parts in the bucket.
        let upload = tokio::spawn(async move {
            let uploaded = bucket::upload(&*store, &parts, &key, &mut file).await;
            drop(incoming);
            uploaded
        });
        upload
            .await
            .context("the upload to the bucket failed")?
            .map_err(unwritten)
    }

    /// Streams a file.
    pub(super) async fn get(&self, key: &str) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        let found = self.store.get(&Key::from(key)).await.map_err(failed)?;
        Ok(match found.payload {
            GetResultPayload::File(file, _) => parts_of(File::from_std(file)).boxed(),
            GetResultPayload::Stream(content) => content.map_err(failed).boxed(),
        })
    }

    /// Returns the first bytes of a file.
    pub(super) async fn start(&self, key: &str, length: u64) -> io::Result<Bytes> {
        let start = self.store.get_range(&Key::from(key), 0..length).await;
        start.map_err(failed)
    }

    /// Opens a file for blocking reads. Blocks, so it must not be called from an async task.
    pub(super) fn reader(&self, key: &str, runtime: &Handle) -> io::Result<Box<dyn Read + Send>> {
        let found = runtime
            .block_on(self.store.get(&Key::from(key)))
            .map_err(failed)?;
        Ok(match found.payload {
            GetResultPayload::File(file, _) => Box::new(file),
            GetResultPayload::Stream(content) => Box::new(Blocking {
                content: content.map_err(failed).boxed(),
                part: Bytes::new(),
                runtime: runtime.clone(),
            }),
        })
    }

    /// Removes a file. Returns whether it existed, or `true` if the bucket does not report missing files.
    pub(super) async fn remove(&self, key: &str) -> io::Result<bool> {
        match self.store.delete(&Key::from(key)).await.map_err(failed) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }

    /// Lists the names of the folders in a folder. `None` lists the top level.
    pub(super) async fn folders(&self, folder: Option<&str>) -> io::Result<Vec<String>> {
        let folder = folder.map(Key::from);
        let listed = self.store.list_with_delimiter(folder.as_ref()).await;
        let folders = match listed.map_err(failed) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            listed => listed?.common_prefixes,
        };
        Ok(folders
            .iter()
            .filter_map(|folder| folder.filename().map(str::to_owned))
            .collect())
    }

    /// Lists the keys below a folder that were last written before `before`.
    pub(super) async fn older(&self, folder: &str, before: Timestamp) -> io::Result<Vec<String>> {
        let listed = self.list(folder);
        listed
            .try_filter(|found| {
                future::ready(found.last_modified.timestamp_millis() < before.as_millisecond())
            })
            .map_ok(|found| found.location.to_string())
            .try_collect()
            .await
    }

    /// Returns whether there is a file below a folder.
    pub(super) async fn has_any(&self, folder: &str) -> io::Result<bool> {
        Ok(self.list(folder).try_next().await?.is_some())
    }

    /// Checks that the bucket responds. A folder always does.
    pub(super) async fn ping(&self) -> io::Result<()> {
        match self.place {
            Place::Folder(_) => Ok(()),
            Place::Bucket(_) => bucket::list_nothing(&*self.store).await.map_err(failed),
        }
    }

    fn list(&self, folder: &str) -> BoxStream<'static, io::Result<ObjectMeta>> {
        self.store.list(Some(&Key::from(folder))).map_err(failed).boxed()
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

/// Reads a stream on a thread that may block.
struct Blocking {
    content: BoxStream<'static, io::Result<Bytes>>,
    /// Bytes received but not yet read.
    part: Bytes,
    runtime: Handle,
}

impl Read for Blocking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.part.is_empty() {
            match self.runtime.block_on(self.content.try_next())? {
                Some(part) => self.part = part,
                None => return Ok(0),
            }
        }
        (&mut self.part).reader().read(buffer)
    }
}
