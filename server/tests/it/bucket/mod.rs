//! Stored files in an S3-compatible bucket.

mod bulk;
mod documents;
mod faults;
mod parts;
mod rotation;

use crate::documents::{PDF, upload};
use crate::support::{Client, Moto, TestApp, TestBucket};
use bytes::Bytes;
use server::config::Config;
use std::path::PathBuf;

/// Starts an app with a new bucket and a separate data directory.
async fn app() -> (TestApp, TestBucket) {
    let bucket = Moto::shared().await.bucket().await;
    (app_with(&bucket, |_| {}).await, bucket)
}

async fn app_with(bucket: &TestBucket, set: impl FnOnce(&mut Config)) -> TestApp {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bucket-{}", server::ids::new_uuid()));
    TestApp::with(|config, _| {
        config.data_dir = dir;
        config.bucket = Some(bucket.config.clone());
        set(config);
    })
    .await
}

/// Uploads a document to a new policy. Returns the path of the document.
async fn store(app: &TestApp, client: &Client, number: &str, content: impl Into<Bytes>) -> String {
    let policy = app.policy(number).insert().await;
    let path = format!("/allpolicy/{}/documents", policy.uuid);
    let stored = upload(client, &path, "a.pdf", content).await.ok();
    format!("/Document/{}", stored["uuid"].as_str().unwrap())
}

/// Returns a document that is uploaded in three parts.
fn large() -> Vec<u8> {
    [PDF, &vec![b'x'; 12_000_000]].concat()
}

/// Returns the number of files in the data directory.
fn local_files(app: &TestApp) -> usize {
    crate::documents::files_in(&app.app.config.data_dir)
}
