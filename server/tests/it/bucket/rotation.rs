//! `server rotate-key` on files in a bucket.

use super::{app, local_files, store};
use crate::documents::PDF;
use crate::sealing::{at_node_with, both_keys, command, second_key, stderr, unlock};
use crate::support::{TestApp, TestBucket, sealing_key};
use crate::uploads::support::{AGENT, Wizard, many_agents};
use server::crypto::key_id_of;
use std::process::Output;

async fn key_ids(bucket: &TestBucket) -> Vec<Option<i16>> {
    let mut ids = Vec::new();
    for key in bucket.keys().await {
        ids.push(key_id_of(&bucket.read(&key).await[..]).unwrap());
    }
    ids
}

fn rotate(app: &TestApp, bucket: &TestBucket) -> Output {
    let mut command = command(app, &["rotate-key"], &both_keys());
    command.envs(bucket.settings()).output().unwrap()
}

#[tokio::test]
async fn rotation_seals_documents_and_upload_files_in_the_bucket() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    unlock(&app, &sealing_key()).await.unwrap();
    let large = [PDF, &vec![b'x'; 6_000_000]].concat();
    let paths = [
        store(&app, &admin, "P-1", PDF).await,
        store(&app, &admin, "P-2", large.clone()).await,
    ];
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    assert_eq!(key_ids(&bucket).await, [Some(1); 3]);
    let output = rotate(&app, &bucket);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("documents: 2 sealed, 0 unreadable"),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).contains("files: 1 sealed, 0 unreadable"),
        "{}",
        stderr(&output)
    );
    assert_eq!(key_ids(&bucket).await, [Some(2); 3]);
    assert_eq!(local_files(&app), 0);
    let only = at_node_with(&app, &admin, &format!("2:{}", second_key())).await;
    assert_eq!(only.get(&paths[0]).await.body, PDF);
    assert!(only.get(&paths[1]).await.body == large);
    let wizard = Wizard {
        client: only,
        ..wizard
    };
    assert_eq!(wizard.counts().await["new"], 3);
}

#[tokio::test]
async fn rotation_names_damaged_objects_and_keeps_the_old_key() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    unlock(&app, &sealing_key()).await.unwrap();
    store(&app, &admin, "P-1", PDF).await;
    let key = bucket.keys().await.remove(0);
    store(&app, &admin, "P-2", PDF).await;
    let mut changed = bucket.read(&key).await;
    *changed.last_mut().unwrap() ^= 1;
    bucket.write(&key, changed.clone()).await;
    let output = rotate(&app, &bucket);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("documents: 1 sealed, 1 unreadable") && said.contains(&key),
        "{said}"
    );
    assert_eq!(bucket.read(&key).await, changed, "is left as it was");
    let retired = "SELECT count(*) FROM sealing_key WHERE retired_at IS NOT NULL";
    assert_eq!(app.number(retired).await, 0);
}
