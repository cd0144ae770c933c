//! Sharing, subscribing, and reports of inactive owners.

use super::{path, report, share};
use crate::support::TestApp;
use serde_json::{Value, json};
use shared::permission::FirmUserType;

#[tokio::test]
async fn sharing_replaces_the_list_and_notifies_new_readers() {
    let app = TestApp::new().await;
    let (owner, reader, other) = (app.admin().await, app.advisor().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let saved = report(&owner, 3, "Maturing", json!({})).await;
    let access = format!("{}/access", path(&saved));
    let has = |access: &Value| -> Vec<String> {
        let rows = access["data"].as_array().unwrap().iter();
        let with = rows.filter(|row| row["hasAccess"] == true);
        with.map(|row| row["userKey"].as_str().unwrap().to_owned())
            .collect()
    };
    let empty = owner.get(&access).await.ok();
    assert_eq!(
        empty["data"].as_array().unwrap().len(),
        3,
        "all users except the owner"
    );
    assert!(has(&empty).is_empty());
    let keys = json!({ "userKeys": [reader.user_key, outside.user_key] });
    let after = owner.post(&access, keys.clone()).await.ok();
    assert_eq!(after, owner.get(&access).await.ok());
    assert_eq!(has(&after).len(), 2);
    owner.post(&access, keys).await.ok();
    let notifications_of = async |client: &crate::support::Client| {
        app.text(&format!(
            "SELECT string_agg(concat_ws(' | ', notification_type, display_name, application_url), ', ')
             FROM user_notification WHERE user_key = '{}'",
            client.user_key
        ))
        .await
    };
    let uuid = saved["uuid"].as_str().unwrap();
    assert_eq!(
        notifications_of(&reader).await,
        Some(format!(
            "32 | Maturing, from Dana Account Administrator | /reports/annuities/{uuid}"
        )),
        "once"
    );
    // Outside advisors have no report pages, so their link leads to the list.
    assert_eq!(
        notifications_of(&outside).await,
        Some(format!(
            "32 | Maturing, from Dana Account Administrator | /business/annuities?report={uuid}"
        ))
    );
    assert_eq!(notifications_of(&other).await, None);
    assert_eq!(
        reader.get("/report?reportType=3").await.ok()["data"][0]["sharedCount"],
        2
    );
    share(&owner, &saved, &[&other]).await;
    reader.get(path(&saved)).await.refused(404, "not_found");
    other.get(path(&saved)).await.ok();
    let rows = "SELECT string_agg(details->>'added' || '/' || (details->>'withdrawn'), ' ' ORDER BY id)
                FROM audit_log WHERE action = 'share'";
    assert_eq!(app.text(rows).await.as_deref(), Some("2/0 1/2"));
}

#[tokio::test]
async fn rejects_users_of_other_firms_and_unknown_users() {
    let app = TestApp::new().await;
    let (owner, stranger, gone) = (
        app.admin().await,
        app.other_firm_admin().await,
        app.advisor().await,
    );
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    let saved = report(&owner, 1, "Mine", json!({})).await;
    let access = format!("{}/access", path(&saved));
    for key in [
        &stranger.user_key,
        &gone.user_key,
        &"nobody".to_owned(),
        &"\u{0}".to_owned(),
    ] {
        let body = json!({ "userKeys": [owner.user_key, key] });
        owner
            .post(&access, body)
            .await
            .invalid("userKeys[1]", "unknown_user");
        let body = json!({ "isDigest": false, "subscribedUserKeys": [key] });
        owner
            .put(format!("{}/subscription", path(&saved)), body)
            .await
            .invalid("subscribedUserKeys[0]", "no_access");
    }
    for table in ["report_access", "report_subscription", "user_notification"] {
        assert_eq!(
            app.number(&format!("SELECT count(*) FROM {table}")).await,
            0,
            "{table}"
        );
    }
}

#[tokio::test]
async fn readers_subscribe_themselves_and_the_owner_anyone() {
    let app = TestApp::new().await;
    let (owner, reader, other) = (app.admin().await, app.advisor().await, app.advisor().await);
    let saved = report(&owner, 1, "Mine", json!({})).await;
    share(&owner, &saved, &[&reader, &other]).await;
    let subscription = format!("{}/subscription", path(&saved));
    let set = async |client: &crate::support::Client, digest: bool, keys: &[&str], removed: &[&str]| {
        let body = json!({ "isDigest": digest, "subscribedUserKeys": keys, "removedUserKeys": removed });
        client.put(&subscription, body).await
    };
    let seen = |report: Value| {
        (
            report["subscriptionCount"].as_i64().unwrap(),
            report["isSubscribed"].as_bool().unwrap(),
            report["isDigest"].as_bool().unwrap(),
        )
    };
    let (me, you, them) = (
        reader.user_key.as_str(),
        other.user_key.as_str(),
        owner.user_key.as_str(),
    );
    assert_eq!(seen(set(&reader, true, &[me], &[]).await.ok()), (1, true, true));
    assert_eq!(seen(set(&reader, false, &[me], &[]).await.ok()), (1, true, false));
    set(&reader, false, &[me, you], &[])
        .await
        .refused(403, "forbidden");
    set(&reader, false, &[me], &[you]).await.refused(403, "forbidden");
    assert_eq!(
        seen(set(&owner, true, &[them, you], &[]).await.ok()),
        (3, true, true)
    );
    assert_eq!(
        seen(set(&other, false, &[you, me], &[]).await.ok()),
        (3, true, false),
        "existing subscribers stay"
    );
    assert_eq!(
        seen(set(&owner, false, &[], &[me]).await.ok()),
        (1, false, false),
        "the other subscriber stays"
    );
    assert_eq!(
        seen(set(&reader, false, &[], &[]).await.ok()),
        (1, false, false),
        "unsubscribing twice has no effect"
    );
    // Withdrawing access removes the subscription.
    share(&owner, &saved, &[&reader]).await;
    assert_eq!(app.number("SELECT count(*) FROM report_subscription").await, 0);
}

#[tokio::test]
async fn report_of_an_inactive_owner_stays_readable() {
    let app = TestApp::new().await;
    let (owner, reader) = (app.advisor().await, app.admin().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    app.policy("P-1").insert().await;
    let saved = report(&owner, 1, "Left", json!({})).await;
    share(&owner, &saved, &[&reader, &outside]).await;
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        owner.user_key
    ))
    .await;
    let shown = reader.get(path(&saved)).await.ok();
    assert_eq!(
        (&shown["isOwnerActive"], &shown["ownerName"]),
        (&json!(false), &json!("Dana Professional"))
    );
    let totals = reader
        .post(format!("{}/totals", path(&saved)), json!({}))
        .await
        .ok();
    assert_eq!(
        (&totals["totals"]["policyCount"], &totals["ownerTotalsDiffer"]),
        (&json!(1), &json!(false))
    );
    // A trusted advisor sees the owner's rows, and an inactive owner sees none.
    outside
        .post("/allpolicy/search", json!({ "reportUuid": saved["uuid"] }))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn user_managers_take_over_or_delete_reports_of_inactive_owners() {
    let app = TestApp::new().await;
    let (owner, admin, reader) = (app.advisor().await, app.admin().await, app.advisor().await);
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    app.policy("P-1").insert().await;
    let left = report(&owner, 1, "Left", json!({})).await;
    let gone = report(&owner, 1, "Gone", json!({})).await;
    share(&owner, &left, &[&reader, &outside]).await;
    let own = |version: i32| format!("{}/owner?version={version}", path(&left));
    // While the owner is active, only the owner has access.
    admin.get(path(&left)).await.refused(404, "not_found");
    admin.put(own(1), json!({})).await.refused(404, "not_found");
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        owner.user_key
    ))
    .await;
    let stale = admin.get("/report?stale=true").await.ok();
    assert_eq!(
        (
            &stale["data"][0]["name"],
            &stale["data"][1]["name"],
            &stale["total"]
        ),
        (&json!("Gone"), &json!("Left"), &json!(2))
    );
    assert_eq!(admin.get("/report?reportType=1").await.ok()["total"], 0);
    assert_eq!(reader.get("/report?stale=true").await.ok()["total"], 0);
    reader.put(own(1), json!({})).await.refused(403, "forbidden");
    reader
        .delete(format!("{}?version=1", path(&left)))
        .await
        .refused(403, "forbidden");
    app.other_firm_admin()
        .await
        .put(own(1), json!({}))
        .await
        .refused(404, "not_found");
    // A user manager can open, take over or delete the report, but only its owner can change it.
    let change = json!({ "version": 1, "name": "Left", "query": {} });
    admin.put(path(&left), change).await.refused(403, "forbidden");
    admin
        .put(format!("{}/owner", path(&left)), json!({}))
        .await
        .invalid("version", "required");
    admin
        .put(own(7), json!({}))
        .await
        .refused(409, "version_conflict");
    let namesake = report(&admin, 1, "left", json!({})).await;
    admin.put(own(1), json!({})).await.refused(422, "name_taken");
    admin.delete(format!("{}?version=1", path(&namesake))).await.ok();
    let taken = admin.put(own(1), json!({})).await.ok();
    assert_eq!(
        (&taken["isOwner"], &taken["version"], &taken["sharedCount"]),
        (&json!(true), &json!(2), &json!(1)),
        "the trusted advisor loses access, because it would cover the new owner's rows"
    );
    outside
        .post("/allpolicy/search", json!({ "reportUuid": left["uuid"] }))
        .await
        .refused(404, "not_found");
    assert_eq!(
        reader.get(path(&left)).await.ok()["ownerKey"],
        json!(admin.user_key)
    );
    admin.put(own(2), json!({})).await.refused(403, "forbidden");
    admin.delete(format!("{}?version=1", path(&gone))).await.ok();
    assert_eq!(admin.get("/report?stale=true").await.ok()["total"], 0);
    let rows = "SELECT string_agg(action || coalesce(' ' || (details->>'fields'), ''), ', ' ORDER BY id)
                FROM audit_log WHERE actor_key = '$1' AND subject_type = 'report'";
    assert_eq!(
        app.text(&rows.replace("$1", &admin.user_key)).await.as_deref(),
        Some("add, delete, change [\"owner\"], delete")
    );
}
