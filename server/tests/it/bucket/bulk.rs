//! Bulk uploads whose files are in a bucket.

use super::{app, local_files};
use crate::reading::zipped::{cell, xlsx};
use crate::support::FIRM;
use crate::uploads::support::{AGENT, Wizard, many_agents};
use jiff::Timestamp;
use serde_json::json;

#[tokio::test]
async fn imports_text_and_workbooks_from_the_bucket() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3000)).await;
    let key = format!("{FIRM}/uploads/{}", wizard.guid);
    assert_eq!(bucket.keys().await, [&*key]);
    let content = bucket.read(&key).await;
    assert!(
        !content.windows(11).any(|part| part == b"Springfield"),
        "is encrypted"
    );
    assert_eq!(wizard.import().await["new"], 3000);
    let row = |number: u32, cells: [&str; 2]| {
        let [first, last] = cells;
        let cells = cell(&format!("A{number}"), first) + &cell(&format!("B{number}"), last);
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    let sheet = row(1, ["First Name", "Last Name"]) + &row(2, ["Grace", "Lee"]);
    let workbook = Wizard::begin_named(&admin, AGENT, "people.xlsx", &xlsx(&sheet, &[])).await;
    assert_eq!(workbook.counts().await["new"], 1);
    assert_eq!(local_files(&app), 0);
}

#[tokio::test]
async fn rejects_damaged_files_and_removes_orphans() {
    let (app, bucket) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(2000)).await;
    let key = format!("{FIRM}/uploads/{}", wizard.guid);
    let whole = bucket.read(&key).await;
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in [changed, whole[..whole.len() - 1].to_vec(), Vec::new()] {
        bucket.write(&key, damaged).await;
        wizard.try_preview().await.refused(422, "stored_file_damaged");
        let again = admin
            .post(wizard.path("/reading"), json!({ "choices": [] }))
            .await;
        again.refused(422, "stored_file_damaged");
    }
    bucket.write(&key, whole).await;
    assert_eq!(wizard.counts().await["new"], 2000);
    let orphan = server::ids::new_uuid();
    bucket
        .write(&format!("{FIRM}/uploads/{orphan}"), &b"orphan"[..])
        .await;
    let store = &app.app.store;
    let mut listed = store.uploads_before(Timestamp::MAX).await.unwrap();
    listed[0].1.sort();
    let mut both = vec![wizard.guid, orphan];
    both.sort();
    assert_eq!(listed, [(FIRM, both)]);
    assert!(store.remove_upload(FIRM, orphan).await.unwrap());
    assert_eq!(bucket.keys().await, [key]);
}
