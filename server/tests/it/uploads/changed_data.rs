//! Imports when the firm's data changes between preview and import.

use super::support::{AGENT, Wizard, app, assert_totals_correct, counts, many_agents};
use serde_json::json;

const TWO: &str = "First Name,Last Name,NPN,City\nAda,Lee,100001,Rome\nGrace,Lee,100002,Rome\n";

#[tokio::test]
async fn submit_with_outdated_counts_returns_the_current_preview() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, TWO).await.matching_by(&["npn"]);
    let seen = wizard.counts().await;
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    let refused = wizard.try_submit(&seen).await.refused(409, "counts_changed");
    let now = counts(&[("new", 1), ("duplicateInFirm", 1), ("total", 2)]);
    assert_eq!(refused["current"]["counts"], now);
    assert_eq!(refused["current"]["rows"][0]["outcome"], "duplicateInFirm");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
    wizard.try_submit(&now).await.ok();
    assert_eq!(wizard.finished().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 2);
}

#[tokio::test]
async fn import_writes_nothing_if_the_data_changed_since_the_preview() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, TWO).await.matching_by(&["npn"]);
    let seen = wizard.counts().await;
    app.execute("SELECT pg_advisory_lock(hashtext('firmbook_import'), 1)")
        .await;
    wizard.try_submit(&seen).await.ok();
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    app.execute("SELECT pg_advisory_unlock(hashtext('firmbook_import'), 1)")
        .await;
    let upload = wizard.finished().await;
    assert_eq!(upload["state"], "CountsChanged");
    assert_eq!(upload["error"]["code"], "counts_changed");
    assert_eq!(
        upload["counts"],
        counts(&[("new", 1), ("duplicateInFirm", 1), ("total", 2)])
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM upload_effect").await, 0);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'import'")
            .await,
        0
    );
    wizard.import().await;
    assert_totals_correct(&app).await;
}

/// Matching a large file twice would double the time until its import begins.
#[tokio::test]
async fn submit_of_a_large_file_leaves_changed_data_to_the_import() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(10_001))
        .await
        .matching_by(&["npn"]);
    let seen = wizard.counts().await;
    let other = counts(&[("new", 10_000), ("duplicateInFirm", 1), ("total", 10_001)]);
    wizard.try_submit(&other).await.refused(409, "counts_changed");
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    wizard.try_submit(&seen).await.ok();
    let upload = wizard.finished().await;
    assert_eq!(
        (&upload["state"], &upload["counts"]),
        (&json!("CountsChanged"), &other)
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 1);
    wizard.import().await;
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 10_001);
    assert_totals_correct(&app).await;
}

/// A database crash empties unlogged staging tables.
#[tokio::test]
async fn staged_rows_lost_in_a_crash_are_rebuilt_from_the_file() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let wizard = Wizard::begin(&admin, AGENT, &many_agents(50))
        .await
        .matching_by(&["npn"]);
    let seen = wizard.counts().await;
    app.execute("SELECT pg_advisory_lock(hashtext('firmbook_import'), 1)")
        .await;
    wizard.try_submit(&seen).await.ok();
    app.execute("TRUNCATE upload_row, upload_match, upload_progress")
        .await;
    app.execute("SELECT pg_advisory_unlock(hashtext('firmbook_import'), 1)")
        .await;
    assert_eq!(wizard.finished().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 50);
    assert_eq!(admin.get(wizard.path("")).await.ok()["upload"]["counts"], seen);
}

#[tokio::test]
async fn concurrent_submits_import_once_and_return_the_same_result() {
    let (app, _) = app().await;
    let (here, there) = (app.admin().await, app.admin().await);
    let wizard = Wizard::begin(&here, AGENT, &many_agents(200))
        .await
        .matching_by(&["npn"]);
    let seen = wizard.counts().await;
    let elsewhere = Wizard {
        client: there,
        guid: wizard.guid,
        mapping: wizard.mapping.clone(),
    };
    let (one, other) = futures_util::join!(wizard.try_submit(&seen), elsewhere.try_submit(&seen));
    let (one, other) = (one.ok(), other.ok());
    assert_eq!(
        (&one["storageGuid"], &one["counts"]),
        (&other["storageGuid"], &other["counts"])
    );
    assert_eq!(wizard.finished().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 200);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'import'")
            .await,
        1
    );

    // Uploading the same file again creates another upload, in which all contacts are duplicates.
    let again = Wizard::begin(&here, AGENT, &many_agents(200))
        .await
        .matching_by(&["npn"]);
    let known = counts(&[("duplicateInFirm", 200), ("total", 200)]);
    assert_eq!(again.counts().await, known);
    again.try_submit(&known).await.refused(422, "nothing_to_import");
}

/// Two users upload the same file. The second import finds the contacts of the first.
#[tokio::test]
async fn concurrent_imports_of_the_same_file_add_no_duplicates() {
    let (app, _) = app().await;
    let (one, two) = (app.admin().await, app.admin().await);
    let mut wizards = Vec::new();
    for client in [&one, &two] {
        wizards.push(
            Wizard::begin(client, AGENT, &many_agents(300))
                .await
                .matching_by(&["npn"]),
        );
    }
    let seen = counts(&[("new", 300), ("total", 300)]);
    for wizard in &wizards {
        assert_eq!(wizard.counts().await, seen);
    }
    let replies = futures_util::join!(wizards[0].try_submit(&seen), wizards[1].try_submit(&seen));
    let mut states = Vec::new();
    for (reply, wizard) in [replies.0, replies.1].iter().zip(&wizards) {
        if reply.status == 409 {
            states.push(json!("CountsChanged"));
        } else {
            reply.ok();
            states.push(wizard.finished().await["state"].clone());
        }
    }
    states.sort_by_key(ToString::to_string);
    assert_eq!(states, ["CountsChanged", "Done"]);
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 300);
    assert_totals_correct(&app).await;
}
