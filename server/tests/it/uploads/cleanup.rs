//! Cleanup of uploads that were never submitted and of orphaned files.

use super::support::{AGENT, Wizard, app, many_agents};
use crate::support::{FIRM, NOW, TestApp};
use jiff::{SignedDuration, Timestamp};
use server::upload::leftovers::round;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use uuid::Uuid;

fn days_ago(days: i64) -> Timestamp {
    NOW.parse::<Timestamp>().unwrap() - SignedDuration::from_hours(24 * days)
}

/// Sets the modification time of a file.
fn set_time(path: &Path, time: Timestamp) {
    let file = File::options().append(true).open(path).unwrap();
    file.set_modified(SystemTime::from(time)).unwrap();
}

fn file_of(dir: &Path, firm: i32, guid: Uuid) -> PathBuf {
    dir.join(format!("files/{firm}/uploads/{guid}"))
}

async fn count(app: &TestApp, table: &str, wizard: &Wizard) -> i64 {
    let sql = format!(
        "SELECT count(*) FROM {table} WHERE storage_guid = '{}'",
        wizard.guid
    );
    app.number(&sql).await
}

/// Backdates an upload and its file by the given number of days.
async fn last_touched(app: &TestApp, dir: &Path, wizard: Wizard, days: i64) -> Wizard {
    let at = days_ago(days);
    app.execute(&format!(
        "UPDATE upload SET touched_at = '{at}' WHERE storage_guid = '{}'",
        wizard.guid
    ))
    .await;
    set_time(&file_of(dir, wizard.client.firm, wizard.guid), at);
    wizard
}

#[tokio::test]
async fn deletes_a_draft_with_its_file() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    wizard.preview().await;
    let stranger = app.other_firm_admin().await;
    stranger.delete(wizard.path("")).await.refused(404, "not_found");
    assert_eq!(admin.delete(wizard.path("")).await.status, 204);
    admin.get(wizard.path("")).await.refused(404, "not_found");
    for table in ["upload", "upload_row", "upload_match"] {
        assert_eq!(
            app.number(&format!("SELECT count(*) FROM {table}")).await,
            0,
            "{table}"
        );
    }
    assert!(!file_of(&dir, FIRM, wizard.guid).exists());
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(3)).await;
    wizard.import().await;
    admin
        .delete(wizard.path(""))
        .await
        .refused(422, "already_submitted");
}

#[tokio::test]
async fn deletes_unsubmitted_uploads_after_seven_days() {
    let (app, dir) = app().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    let begin = async |client| Wizard::begin(client, AGENT, &many_agents(3)).await;
    let previewed = begin(&admin).await;
    previewed.preview().await;
    let previewed = last_touched(&app, &dir, previewed, 8).await;
    let elsewhere = last_touched(&app, &dir, begin(&stranger).await, 30).await;
    let imported = begin(&admin).await;
    imported.import().await;
    let imported = last_touched(&app, &dir, imported, 300).await;
    let fresh = last_touched(&app, &dir, begin(&admin).await, 6).await;
    // An upload that was started long ago and previewed recently.
    let resumed = last_touched(&app, &dir, begin(&admin).await, 20).await;
    resumed.preview().await;

    round(&app.app.uploads).await.unwrap();
    for gone in [&previewed, &elsewhere] {
        for table in ["upload", "upload_row", "upload_match"] {
            assert_eq!(count(&app, table, gone).await, 0, "{table}");
        }
        assert!(!file_of(&dir, gone.client.firm, gone.guid).exists());
        gone.client.get(gone.path("")).await.refused(404, "not_found");
    }
    for kept in [&imported, &fresh, &resumed] {
        assert_eq!(count(&app, "upload", kept).await, 1);
        assert!(file_of(&dir, FIRM, kept.guid).exists());
    }
    assert_eq!(count(&app, "upload_row", &resumed).await, 3);
    imported.undo().await;
}

#[tokio::test]
async fn skips_locked_uploads_and_concurrent_nodes_do_not_block() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let held = last_touched(&app, &dir, Wizard::begin(&admin, AGENT, &many_agents(3)).await, 9).await;
    let other = last_touched(&app, &dir, Wizard::begin(&admin, AGENT, &many_agents(3)).await, 9).await;
    app.execute(&format!(
        "BEGIN; SELECT FROM upload WHERE storage_guid = '{}' FOR UPDATE",
        held.guid
    ))
    .await;
    let (one, two) = tokio::join!(round(&app.app.uploads), round(&app.app.uploads));
    one.and(two).unwrap();
    app.execute("COMMIT").await;
    assert_eq!(
        (
            count(&app, "upload", &held).await,
            count(&app, "upload", &other).await
        ),
        (1, 0)
    );
    assert!(file_of(&dir, FIRM, held.guid).exists());
    round(&app.app.uploads).await.unwrap();
    assert_eq!(count(&app, "upload", &held).await, 0);
    assert!(!file_of(&dir, FIRM, held.guid).exists());
}

#[tokio::test]
async fn deletes_orphaned_files_after_a_grace_period() {
    let (app, dir) = app().await;
    let admin = app.admin().await;
    let kept = last_touched(&app, &dir, Wizard::begin(&admin, AGENT, &many_agents(3)).await, 5).await;
    let document = dir.join("files/1/ab/abcdef");
    let strange = dir.join("files/1/uploads/readme.txt");
    let (old, new) = (Uuid::now_v7(), Uuid::now_v7());
    let of_no_firm = file_of(&dir, 77, Uuid::now_v7());
    let incoming = dir.join("files/incoming");
    let cases = [
        (file_of(&dir, FIRM, old), days_ago(2), false),
        (of_no_firm, days_ago(2), false),
        (incoming.join("broken-off"), days_ago(2), false),
        // Recent files, whose rows may still be inserted.
        (file_of(&dir, FIRM, new), days_ago(0), true),
        (incoming.join("arriving"), days_ago(0), true),
        (document, days_ago(400), true),
        (strange, days_ago(400), true),
        (file_of(&dir, FIRM, kept.guid), days_ago(5), true),
    ];
    for (path, time, _) in &cases {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::options().create(true).append(true).open(path).unwrap();
        set_time(path, *time);
    }
    round(&app.app.uploads).await.unwrap();
    for (path, _, stays) in cases {
        assert_eq!(path.exists(), stays, "{}", path.display());
    }
}
