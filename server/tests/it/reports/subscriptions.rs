//! Notifications of report subscribers: immediately or as a morning digest, and only if something changed.

use super::{in_force, path, report, share, subscribe};
use crate::support::{Client, TestApp, wait_until};
use serde_json::{Value, json};

async fn notifications(app: &TestApp, client: &Client) -> Vec<String> {
    let sql =
        "SELECT concat_ws(' | ', notification_type, display_name, application_url) FROM user_notification
               WHERE user_key = $1 AND notification_type <> 32 ORDER BY user_notification_history_id";
    let rows = app.owner.query(sql, &[&client.user_key]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn wait_for_notifications(app: &TestApp, client: &Client, count: usize) -> Vec<String> {
    wait_until(&format!("{count} messages"), async || {
        Some(notifications(app, client).await).filter(|list| list.len() >= count)
    })
    .await
}

/// Waits until all changes are processed.
async fn wait_until_processed(app: &TestApp) {
    wait_until("no changes are pending", async || {
        let sql = "SELECT (SELECT count(*) FROM report_change WHERE swept_at IS NULL)
                     + (SELECT count(*) FROM report_subscription WHERE is_due AND NOT is_digest)";
        (app.number(sql).await == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn notifies_subscribers_of_added_removed_and_changed_rows() {
    let app = TestApp::new().await;
    let (owner, reader) = (app.admin().await, app.admin().await);
    let old = app
        .policy("P-1")
        .with("death_benefit", "2000000.00")
        .insert()
        .await;
    app.policy("P-2").with("death_benefit", "1000.00").insert().await;
    let saved = report(&owner, 1, "In force", in_force()).await;
    share(&owner, &saved, &[&reader]).await;
    subscribe(&reader, &saved, false).await;
    let changes = format!("{}/changes", path(&saved));
    let none = reader.get(&changes).await.ok();
    assert_eq!(
        (&none["rowsIn"], &none["rowsOut"], &none["totals"]),
        (&json!(0), &json!(0), &json!([]))
    );
    owner.get(&changes).await.refused(404, "not_found");
    app.execute(&format!(
        "BEGIN;
         UPDATE policy SET status = 'Lapsed' WHERE uuid = '{}';
         INSERT INTO policy (firm_id, uuid, policy_number, carrier_uuid, carrier_name, product_type, status, death_benefit)
           SELECT 1, gen_random_uuid(), 'N-' || i, carrier.uuid, 'Cedar Life', 'Term', 'InForce', 1500000
           FROM generate_series(1, 2) i, carrier;
         COMMIT",
        old.uuid
    ))
    .await;
    let uuid = saved["uuid"].as_str().unwrap();
    let message =
        format!("44 | In force: +2 \u{2212}1, death benefit +1M | /reports/policies/{uuid}?panel=changes");
    assert_eq!(
        wait_for_notifications(&app, &reader, 1).await,
        std::slice::from_ref(&message)
    );
    let seen = reader.get(&changes).await.ok();
    assert_eq!(
        (&seen["rowsIn"], &seen["rowsOut"]),
        (&json!(2), &json!(1)),
        "same counts as the notification"
    );
    let labels = |rows: &Value| -> Vec<String> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["label"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(labels(&seen["came"]), ["N-1", "N-2"]);
    assert_eq!(labels(&seen["went"]), ["P-1"]);
    assert_eq!(
        seen["totals"],
        json!([{ "key": "policyCount", "before": "2", "after": "3" },
               { "key": "deathBenefit", "before": "2001000.00", "after": "3001000.00" }])
    );
    // A change that is reverted, or that affects neither rows nor totals, causes no notification.
    app.execute("UPDATE policy SET death_benefit = death_benefit + 1; UPDATE policy SET death_benefit = death_benefit - 1")
        .await;
    app.execute("UPDATE policy SET source = 'Feed'; UPDATE annuity SET status = 'Lapsed'")
        .await;
    wait_until_processed(&app).await;
    assert_eq!(notifications(&app, &reader).await, [message]);
    assert!(
        notifications(&app, &owner).await.is_empty(),
        "the owner did not subscribe"
    );
}

#[tokio::test]
async fn names_the_report_kind_for_contact_reports() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let saved = report(&owner, 4, "Texas", json!({})).await;
    subscribe(&owner, &saved, false).await;
    app.agent("Ada Lee").insert().await;
    let message = format!(
        "44 | Texas (agent report): +1 | /reports/agents/{}?panel=changes",
        saved["uuid"].as_str().unwrap()
    );
    assert_eq!(wait_for_notifications(&app, &owner, 1).await, [message]);
}

#[tokio::test]
async fn sends_one_digest_line_in_the_subscribers_morning() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    app.policy("P-1").insert().await;
    let first = report(&owner, 1, "In force", in_force()).await;
    let second = report(&owner, 3, "Annuities", json!({})).await;
    let third = report(&owner, 4, "Agents", json!({})).await;
    for report in [&first, &second, &third] {
        subscribe(&owner, report, true).await;
    }
    let mornings =
        "SELECT string_agg(DISTINCT to_char(next_digest_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), ' ')
                    FROM report_subscription";
    // 7 a.m. in New York is 12:00 UTC in winter.
    assert_eq!(app.text(mornings).await.as_deref(), Some("2026-11-22 12:00"));
    app.policy("P-2").with("death_benefit", "5.00").insert().await;
    app.annuity("A-1").insert().await;
    wait_until("both are due", async || {
        let due = "SELECT count(*) FROM report_subscription WHERE is_due";
        (app.number(due).await == 2).then_some(())
    })
    .await;
    assert!(
        notifications(&app, &owner).await.is_empty(),
        "no digest before the morning"
    );
    app.execute("UPDATE report_subscription SET next_digest_at = '2026-11-21T12:00:00Z'")
        .await;
    let message =
        "46 | 2 reports changed. Annuities: +1; In force: +1, death benefit +5 | /notifications/digest";
    assert_eq!(wait_for_notifications(&app, &owner, 1).await, [message]);
    let details = app
        .text("SELECT details::text FROM user_notification WHERE notification_type = 46")
        .await;
    let details: Value = serde_json::from_str(&details.unwrap()).unwrap();
    let address = |report: &Value, page: &str| {
        format!(
            "/reports/{page}/{}?panel=changes",
            report["uuid"].as_str().unwrap()
        )
    };
    assert_eq!(
        details,
        json!([
            { "title": "Annuities", "applicationUrl": address(&second, "annuities"),
              "lines": ["Rows added: 1", "Rows removed: 0", "# Annuities: 0 to 1 (+1)"] },
            { "title": "In force", "applicationUrl": address(&first, "policies"),
              "lines": ["Rows added: 1", "Rows removed: 0", "# Policies: 1 to 2 (+1)", "Death Benefit: $0.00 to $5.00 (+$5.00)"] },
        ])
    );
    wait_until("the next digest time is set", async || {
        (app.text(mornings).await.as_deref() == Some("2026-11-22 12:00")).then_some(())
    })
    .await;
    // Without changes there is no digest.
    app.execute("UPDATE report_subscription SET next_digest_at = '2026-11-21T12:00:00Z'")
        .await;
    wait_until("the next digest time is set again", async || {
        (app.text(mornings).await.as_deref() == Some("2026-11-22 12:00")).then_some(())
    })
    .await;
    assert_eq!(notifications(&app, &owner).await.len(), 1);
}

/// `server report-digest` sends a digest immediately, for scripts and demos.
#[tokio::test]
async fn report_digest_command_sends_a_digest_immediately() {
    let app = TestApp::new().await;
    let (owner, other) = (app.admin().await, app.admin().await);
    let saved = report(&owner, 1, "In force", in_force()).await;
    share(&owner, &saved, &[&other]).await;
    subscribe(&owner, &saved, true).await;
    subscribe(&other, &saved, true).await;
    app.policy("P-1").with("death_benefit", "5.00").insert().await;
    let mut command = crate::support::server();
    command
        .env("DATABASE_URL", &app.database.owner_url)
        .env("DATABASE_APP_URL", &app.database.app_url)
        .env("FIRMBOOK_OIDC_ISSUER", &app.idp.issuer)
        .args(["report-digest", &owner.user_key]);
    let output = tokio::task::spawn_blocking(move || command.output())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("1 subscriptions of {}\n", owner.user_key),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let list = wait_for_notifications(&app, &owner, 1).await;
    assert_eq!(
        list,
        ["46 | 1 report changed. In force: +1, death benefit +5 | /notifications/digest"]
    );
    assert!(
        self::notifications(&app, &other).await.is_empty(),
        "other users' digests are not sent"
    );
}

#[tokio::test]
async fn notifies_only_of_rows_in_the_subscribers_scope() {
    let app = TestApp::new().await;
    let (owner, advisor, gone) = (app.admin().await, app.advisor().await, app.admin().await);
    let agent = app.agent("Ada Lee").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let saved = report(&owner, 1, "All", json!({})).await;
    share(&owner, &saved, &[&advisor, &gone]).await;
    for client in [&owner, &advisor, &gone] {
        subscribe(client, &saved, false).await;
    }
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    app.policy("P-1").insert().await;
    assert_eq!(wait_for_notifications(&app, &owner, 1).await.len(), 1);
    wait_until_processed(&app).await;
    assert!(
        notifications(&app, &advisor).await.is_empty(),
        "the policy is outside the block"
    );
    assert!(
        notifications(&app, &gone).await.is_empty(),
        "inactive users are not notified"
    );
    let own = app.policy("P-2").insert().await;
    app.link(&own, &agent).await;
    let seen = wait_for_notifications(&app, &advisor, 1).await;
    assert!(seen[0].starts_with("44 | All: +1 | "), "{seen:?}");
}

/// Subscribers with the same scope share one computation.
#[tokio::test]
async fn notifies_10000_subscribers() {
    let app = TestApp::new().await;
    let owner = app.admin().await;
    let saved = report(&owner, 1, "All", json!({})).await;
    let uuid = saved["uuid"].as_str().unwrap();
    app.execute(&format!(
        "INSERT INTO app_user (user_key, issuer, subject, first_name, last_name, time_zone)
           SELECT 'u' || i, 'i', 'u' || i, 'A', 'B', 'America/New_York' FROM generate_series(1, 10000) i;
         INSERT INTO firm_assignment (firm_id, user_key, firm_user_type)
           SELECT 1, 'u' || i, 1 FROM generate_series(1, 10000) i;
         INSERT INTO report_access SELECT 1, '{uuid}', 'u' || i FROM generate_series(1, 10000) i;
         INSERT INTO report_subscription (firm_id, report_uuid, user_key, next_digest_at)
           SELECT 1, '{uuid}', 'u' || i, '2030-01-01' FROM generate_series(1, 10000) i",
    ))
    .await;
    assert_eq!(owner.get(path(&saved)).await.ok()["subscriptionCount"], 10_000);
    wait_until("all subscriptions have a baseline", async || {
        let sql = "SELECT count(*) FROM report_subscription WHERE told_state IS NULL";
        (app.number(sql).await == 0).then_some(())
    })
    .await;
    app.policy("P-1").with("death_benefit", "5.00").insert().await;
    wait_until("all subscribers are notified", async || {
        let sql = "SELECT count(*) FROM user_notification WHERE display_name = 'All: +1, death benefit +5'";
        (app.number(sql).await == 10_000).then_some(())
    })
    .await;
    assert!(app.number("SELECT count(*) FROM report_state").await <= 3);
    // Deleting the report removes all subscriptions.
    owner.delete(format!("{}?version=1", path(&saved))).await.ok();
    assert_eq!(app.number("SELECT count(*) FROM report_subscription").await, 0);
}
