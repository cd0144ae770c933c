//! Permissions for uploads, and the scope of the contacts they change.

use super::support::{AGENT, OWNER, Wizard, app, assert_totals_correct, counts, map_path, multipart, send};
use crate::support::TestApp;
use serde_json::json;
use shared::permission::FirmUserType;

const ONE: &str = "First Name,Last Name,NPN\nAda,Lee,100001\n";

#[tokio::test]
async fn professional_cannot_change_contacts_outside_the_block() {
    let (app, _) = app().await;
    let advisor = app.advisor().await;
    let own = app.agent("Own Lee").with("npn", "100001").insert().await;
    let foreign = app.agent("Foreign Lee").with("npn", "100002").insert().await;
    app.give_block(&advisor, &[&own]).await;
    let file =
        "First Name,Last Name,NPN,City\nOwn,Lee,100001,Rome\nForeign,Lee,100002,Rome\nNew,Lee,100003,Rome\n";
    let wizard = Wizard::begin(&advisor, AGENT, file)
        .await
        .matching_by(&["npn"])
        .in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        preview["counts"],
        counts(&[("new", 1), ("update", 1), ("error", 1), ("total", 3)])
    );
    assert_eq!(preview["groups"][0]["code"], "outside_block");
    assert_eq!(
        preview["rows"][1]["contactName"],
        json!(null),
        "the contact's name is hidden too"
    );
    wizard.import().await;
    let rejected = advisor.get(wizard.path("/rejected")).await.text();
    assert!(
        rejected.contains("You don't have access to this contact."),
        "{rejected}"
    );
    for (row, city) in [(&own, Some("Rome")), (&foreign, None)] {
        let sql = format!("SELECT city FROM contact WHERE uuid = '{}'", row.uuid);
        assert_eq!(app.text(&sql).await.as_deref(), city);
    }
    assert_totals_correct(&app).await;
    // Owners are in scope through the block's contracts.
    let owner = app.owner("Olga Lee").with("external_id", "X-1").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &own).await;
    app.link(&policy, &owner).await;
    app.owner("Oscar Lee").with("external_id", "X-2").insert().await;
    let file = "First Name,Last Name,External ID,City\nOlga,Lee,X-1,Rome\nOscar,Lee,X-2,Rome\n";
    let wizard = Wizard::begin(&advisor, OWNER, file)
        .await
        .matching_by(&["externalId"])
        .in_mode("update");
    let expected = counts(&[("update", 1), ("error", 1), ("total", 2)]);
    assert_eq!(wizard.import().await, expected);
}

#[tokio::test]
async fn uploads_are_visible_to_their_creator_and_firm_wide_users() {
    let (app, _) = app().await;
    let (admin, advisor, other) = (app.admin().await, app.advisor().await, app.advisor().await);
    let wizard = Wizard::begin(&advisor, AGENT, ONE).await;
    admin.get(wizard.path("")).await.ok();
    assert_eq!(admin.get("/Cohort/bulk").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(other.get("/Cohort/bulk").await.ok(), json!([]));
    other.get(wizard.path("")).await.refused(404, "not_found");
    let stranger = app.other_firm_admin().await;
    stranger.get(wizard.path("")).await.refused(404, "not_found");
    stranger
        .get(wizard.path("/rejected"))
        .await
        .refused(404, "not_found");
    stranger
        .post(wizard.path("/undo"), json!({}))
        .await
        .refused(404, "not_found");
    let preview = json!({ "mapping": wizard.mapping });
    let path = format!("/Cohort/bulk/preview/{}", wizard.guid);
    stranger
        .post(&path, preview.clone())
        .await
        .refused(404, "not_found");
    other.post(&path, preview.clone()).await.refused(404, "not_found");
    let seen = wizard.counts().await;
    let path = format!("/Cohort/bulk/submit/{}/cohort/none", wizard.guid);
    stranger
        .post(&path, json!({ "counts": seen }))
        .await
        .refused(404, "not_found");

    let body = || multipart("a.csv", ONE.as_bytes());
    send(&stranger, &map_path(&admin, AGENT), body())
        .await
        .refused(404, "not_found");
    for role in [
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
        FirmUserType::TrustedAdvisor,
    ] {
        let client = app.as_role(role).await;
        send(&client, &map_path(&client, AGENT), body())
            .await
            .refused(403, "forbidden");
    }
    let viewer = app.as_role(FirmUserType::ViewOnly).await;
    viewer.get("/Cohort/bulk").await.refused(403, "forbidden");
    assert_eq!(app.number("SELECT count(*) FROM upload").await, 1);
}

/// Blocks imports of the firm until [`unblock_imports`].
async fn block_imports(app: &TestApp) {
    app.execute("SELECT pg_advisory_lock(hashtext('firmbook_import'), 1)")
        .await;
}

async fn unblock_imports(app: &TestApp) {
    app.execute("SELECT pg_advisory_unlock(hashtext('firmbook_import'), 1)")
        .await;
}

#[tokio::test]
async fn limits_concurrent_imports_to_one_per_user_and_two_per_firm() {
    let (app, _) = app().await;
    let (one, two, three) = (app.admin().await, app.admin().await, app.admin().await);
    block_imports(&app).await;
    let file = |npn: u32| format!("First Name,Last Name,NPN\nAda,Lee,{npn}\n");
    let mut wizards = Vec::new();
    for (client, npn) in [(&one, 1_001), (&one, 1_002), (&two, 1_003), (&three, 1_004)] {
        wizards.push(Wizard::begin(client, AGENT, &file(npn)).await);
    }
    let seen = counts(&[("new", 1), ("total", 1)]);
    for wizard in &wizards {
        assert_eq!(wizard.counts().await, seen);
    }
    wizards[0].try_submit(&seen).await.ok();
    wizards[1].try_submit(&seen).await.refused(422, "import_running");
    wizards[2].try_submit(&seen).await.ok();
    wizards[3]
        .try_submit(&seen)
        .await
        .refused(422, "firm_imports_running");
    unblock_imports(&app).await;
    for submitted in [&wizards[0], &wizards[2]] {
        assert_eq!(submitted.finished().await["state"], "Done");
    }
    for waiting in [&wizards[1], &wizards[3]] {
        waiting.import().await;
    }
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 4);
    assert_totals_correct(&app).await;
}

#[tokio::test]
async fn import_fails_if_its_user_left_the_firm() {
    let (app, _) = app().await;
    let (admin, leaver) = (app.admin().await, app.admin().await);
    let wizard = Wizard::begin(&leaver, AGENT, ONE).await;
    let seen = wizard.counts().await;
    block_imports(&app).await;
    wizard.try_submit(&seen).await.ok();
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        leaver.user_key
    ))
    .await;
    unblock_imports(&app).await;
    let seen_by_admin = Wizard {
        client: admin,
        ..wizard
    };
    let upload = seen_by_admin.finished().await;
    assert_eq!(
        (&upload["state"], &upload["error"]["code"]),
        (&json!("Failed"), &json!("no_longer_allowed"))
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 0);
}
