//! Access to an S3-compatible bucket.

use super::failure::failed;
use crate::config::Bucket;
use anyhow::{Context as _, anyhow, ensure};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path as Key;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt as _, RetryConfig};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use tokio::sync::Semaphore;

/// The smallest part that S3 accepts, except for the last one of a file.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of parts in memory at once. Further uploads wait, with their data in local files.
pub(super) const PARTS_AT_ONCE: usize = 4;
const CONNECT: Duration = Duration::from_secs(3);
/// Maximum pause within a response, and maximum time to send a part. A whole download may take longer.
const SILENCE: Duration = Duration::from_secs(20);
/// Time during which a failed call is retried.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRIES: usize = 3;
/// Name of a folder that contains no files.
const NOTHING: &str = "nothing";

/// Builds the client. Sends no requests yet.
pub(super) fn connect(bucket: &Bucket) -> anyhow::Result<Arc<dyn ObjectStore>> {
    let client = ClientOptions::new()
        .with_timeout_disabled()
        .with_connect_timeout(CONNECT)
        .with_read_timeout(SILENCE);
    let retry = RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(1),
            base: 2.0,
        },
        max_retries: RETRIES,
        retry_timeout: PATIENCE,
    };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&bucket.name)
        .with_region(&bucket.region)
        .with_access_key_id(&bucket.key_id)
        .with_secret_access_key(&bucket.secret.0)
        .with_client_options(client)
        .with_retry(retry)
        // Some S3-compatible services do not support bulk deletes.
        .with_disable_bulk_delete(true);
    if let Some(endpoint) = &bucket.endpoint {
        builder = builder
            .with_endpoint(endpoint.as_str().trim_end_matches('/'))
            .with_allow_http(endpoint.scheme() == "http");
    }
    let store = builder
        .build()
        .context("cannot use the bucket of FIRMBOOK_STORAGE_URL")?;
    Ok(Arc::new(PrefixStore::new(
        store,
        Key::from(bucket.prefix.as_str()),
    )))
}

/// Uploads a file, in parts if it is large. The object appears when all of it has arrived.
pub(super) async fn upload(
    store: &dyn ObjectStore,
    parts: &Semaphore,
    key: &Key,
    file: &mut File,
) -> io::Result<()> {
    file.flush().await?;
    file.rewind().await?;
    let _turn = parts.acquire().await.map_err(io::Error::other)?;
    let first = next_part(file).await?;
    if first.len() < PART_BYTES {
        return store.put(key, first.into()).await.map(drop).map_err(failed);
    }
    let mut upload = store.put_multipart(key).await.map_err(failed)?;
    let sent = async {
        let mut part = first;
        while !part.is_empty() {
            upload.put_part(part.into()).await.map_err(failed)?;
            part = next_part(file).await?;
        }
        upload.complete().await.map(drop).map_err(failed)
    };
    let sent = sent.await;
    if sent.is_err()
        && let Err(error) = upload.abort().await
    {
        tracing::warn!(%error, "failed to discard an incomplete upload to the bucket");
    }
    sent
}

async fn next_part(file: &mut File) -> io::Result<Vec<u8>> {
    let mut part = Vec::new();
    file.take(PART_BYTES as u64).read_to_end(&mut part).await?;
    Ok(part)
}

/// Lists a folder without files, which fails unless the bucket exists and accepts the key.
pub(super) async fn list_nothing(store: &dyn ObjectStore) -> Result<(), Error> {
    store
        .list_with_delimiter(Some(&Key::from(NOTHING)))
        .await
        .map(drop)
}

/// Writes, reads, lists and deletes an object, for `server check`.
///
/// # Errors
/// Returns an error that says what is wrong with the bucket or its settings.
pub async fn probe(bucket: &Bucket) -> anyhow::Result<()> {
    let store = connect(bucket)?;
    let key = Key::from(format!("check-{}", crate::ids::new_uuid().simple()));
    let content = crate::ids::new_uuid().to_string();
    let tried = async {
        store.put(&key, content.clone().into()).await?;
        let read = store.get(&key).await?.bytes().await?;
        list_nothing(&*store).await?;
        store.delete(&key).await?;
        Ok(read)
    };
    let read = tried.await.map_err(|error| advice(bucket, &error))?;
    ensure!(
        read == content.as_bytes(),
        "The bucket {} returned another content than was written. Check that nothing changes its objects.",
        bucket.name
    );
    Ok(())
}

fn advice(bucket: &Bucket, error: &Error) -> anyhow::Error {
    let Bucket { name, .. } = bucket;
    match error {
        Error::NotFound { .. } => anyhow!(
            "The bucket {name} of FIRMBOOK_STORAGE_URL does not exist. Create it, or correct the setting."
        ),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => anyhow!(
            "The bucket {name} rejects FIRMBOOK_STORAGE_KEY_ID. Correct it and FIRMBOOK_STORAGE_SECRET, or let the \
             key list the bucket and read, write and delete its objects."
        ),
        _ => anyhow!(
            "The bucket {name} does not respond: {}. Check FIRMBOOK_STORAGE_ENDPOINT and FIRMBOOK_STORAGE_REGION.",
            root_cause(error)
        ),
    }
}

fn root_cause(error: &Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
