//! The firm's book changes between preview and import.

use super::support::{AGENT, Wizard, app, counts, kept_totals_are_right, many_agents};
use serde_json::json;

const TWO: &str = "First Name,Last Name,NPN,City\nAda,Lee,100001,Rome\nGrace,Lee,100002,Rome\n";

#[tokio::test]
async fn a_submit_of_other_counts_is_answered_with_the_preview_as_it_is_now() {
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
    assert_eq!(wizard.ends().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 2);
}

#[tokio::test]
async fn an_import_that_finds_another_book_writes_nothing() {
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
    let upload = wizard.ends().await;
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
    kept_totals_are_right(&app).await;
}

/// A crash of the database takes the rows that wait: they come from the file again.
#[tokio::test]
async fn rows_that_a_crash_took_are_made_again() {
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
    assert_eq!(wizard.ends().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 50);
    assert_eq!(admin.get(wizard.path("")).await.ok()["upload"]["counts"], seen);
}

#[tokio::test]
async fn submitted_twice_at_once_it_happens_once_and_both_are_told_the_same() {
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
    assert_eq!(wizard.ends().await["state"], "Done");
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 200);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'import'")
            .await,
        1
    );

    // The same file once more is another upload: everybody in it is known.
    let again = Wizard::begin(&here, AGENT, &many_agents(200))
        .await
        .matching_by(&["npn"]);
    let known = counts(&[("duplicateInFirm", 200), ("total", 200)]);
    assert_eq!(again.counts().await, known);
    again.try_submit(&known).await.refused(422, "nothing_to_import");
}

/// The same file from two browsers as two uploads: whichever is second finds the contacts of the first.
#[tokio::test]
async fn the_same_file_uploaded_twice_at_once_doubles_nobody() {
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
            states.push(wizard.ends().await["state"].clone());
        }
    }
    states.sort_by_key(ToString::to_string);
    assert_eq!(states, ["CountsChanged", "Done"]);
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 300);
    kept_totals_are_right(&app).await;
}
