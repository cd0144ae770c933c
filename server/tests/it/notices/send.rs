//! Sending notifications: recipients, delivery, and atomicity with the transaction.

use super::{names, notice, now, policy_of, send, set_preference, to};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use server::notify::{self, To};
use shared::notification::NotificationKind::{
    HighVolumeWarning, LapsePending, PremiumReminder, SharedReport,
};
use shared::permission::FirmUserType;

#[tokio::test]
async fn notifies_users_whose_scope_includes_the_contract() {
    let app = TestApp::new().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    let (advisor, colleague) = (app.advisor().await, app.advisor().await);
    let (manager, other_manager) = (
        app.as_role(FirmUserType::OfficeManager).await,
        app.as_role(FirmUserType::OfficeManager).await,
    );
    let (outsider, stranger) = (
        app.as_role(FirmUserType::TrustedAdvisor).await,
        app.other_firm_admin().await,
    );
    let policy = policy_of(&app, &advisor, "P-1", json!({})).await;
    for (manager, professional) in [(&manager, &advisor), (&other_manager, &colleague)] {
        let row = json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": professional.user_key });
        app.insert("firm_assignment_support", row).await;
    }
    let notices = [notice(LapsePending, "P-1", To::Readers(policy.uuid))];
    assert_eq!(send(&app, &notices).await, 4);
    for (client, sees) in [
        (&admin, true),
        (&viewer, true),
        (&advisor, true),
        (&manager, true),
        (&colleague, false),
        (&other_manager, false),
        (&outsider, false),
        (&stranger, false),
    ] {
        assert_eq!(!names(client).await.is_empty(), sees);
    }
    assert_eq!(send(&app, &notices).await, 0, "sent once");
}

#[tokio::test]
async fn hides_notifications_of_contracts_no_longer_in_scope() {
    let app = TestApp::new().await;
    let advisor = app.advisor().await;
    let policy = policy_of(&app, &advisor, "P-1", json!({})).await;
    send(
        &app,
        &[
            notice(LapsePending, "P-1", To::Readers(policy.uuid)),
            notice(SharedReport, "a report", to(&advisor)),
        ],
    )
    .await;
    assert_eq!(names(&advisor).await.len(), 2);
    app.execute("DELETE FROM firm_assignment_agent").await;
    assert_eq!(names(&advisor).await, ["a report"]);
    let page = advisor.get("/UserNotification/digest").await.ok();
    assert_eq!(page["totalRecords"], 1);
}

#[tokio::test]
async fn skips_inactive_users_and_users_of_other_firms() {
    let app = TestApp::new().await;
    let (gone, stranger) = (app.advisor().await, app.other_firm_admin().await);
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    let notices = [
        notice(SharedReport, "r", to(&gone)),
        notice(SharedReport, "r", to(&stranger)),
        notice(SharedReport, "r", To::User("nobody".into())),
    ];
    assert_eq!(send(&app, &notices).await, 0);
}

#[tokio::test]
async fn notification_push_and_mail_commit_with_their_transaction() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let notices = [notice(LapsePending, "P-1", to(&admin))];
    let written =
        "SELECT (SELECT count(*) FROM user_notification) || ' ' || (SELECT count(*) FROM hub_outbox) || ' '
                     || (SELECT count(*) FROM mail_outbox)";
    for _ in 0..2 {
        // Simulates a node that dies before the commit.
        let mut transaction = app.app.db.begin(FIRM).await.unwrap();
        assert_eq!(
            notify::send(&mut transaction, FIRM, now(), &notices)
                .await
                .unwrap(),
            1
        );
        drop(transaction);
        assert_eq!(app.text(written).await.as_deref(), Some("0 0 0"));
    }
    assert_eq!(send(&app, &notices).await, 1);
    // Two pushes: the list and the transient notification.
    assert_eq!(app.text(written).await.as_deref(), Some("1 2 1"));
    assert_eq!(send(&app, &notices).await, 0);
    assert_eq!(app.text(written).await.as_deref(), Some("1 2 1"));
}

#[tokio::test]
async fn delivers_by_each_users_preferences() {
    let app = TestApp::new().await;
    let (usual, quiet, eager) = (app.advisor().await, app.advisor().await, app.advisor().await);
    set_preference(&app, &quiet, LapsePending, false, "Off").await;
    set_preference(&app, &eager, SharedReport, true, "Immediate").await;
    let everybody = [&usual, &quiet, &eager];
    let notices: Vec<_> = everybody
        .iter()
        .flat_map(|client| {
            [
                notice(LapsePending, "P-1", to(client)),
                notice(LapsePending, "P-2", to(client)),
                notice(SharedReport, "r", to(client)),
            ]
        })
        .collect();
    assert_eq!(send(&app, &notices).await, 9);
    for (client, pushes, mailed) in [
        (&usual, "Lapse Pending: 2 new; Report Shared: r", Some("2")),
        (&quiet, "Report Shared: r", None),
        (&eager, "Lapse Pending: 2 new; Report Shared: r", Some("3")),
    ] {
        let own = format!("user_key = '{}'", client.user_key);
        let pushed = format!(
            "SELECT string_agg(concat(transient->>'heading', ': ', transient->>'message'), '; '
               ORDER BY (transient->>'notificationType')::int)
             FROM hub_outbox WHERE transient IS NOT NULL AND {own}"
        );
        assert_eq!(app.text(&pushed).await.as_deref(), Some(pushes));
        let mail = format!("SELECT cardinality(notification_ids) FROM mail_outbox WHERE {own}");
        assert_eq!(
            app.text(&mail).await.as_deref(),
            mailed,
            "one mail with all notifications"
        );
    }
}

#[tokio::test]
async fn collapses_more_than_fifty_of_a_kind_per_day_into_one_line() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let many = |range: std::ops::Range<i32>| -> Vec<_> {
        range
            .map(|i| notice(PremiumReminder, &format!("P-{i}"), to(&admin)))
            .collect()
    };
    assert_eq!(send(&app, &many(0..50)).await, 50);
    assert_eq!(names(&admin).await.len(), 50);
    assert_eq!(send(&app, &many(0..60)).await, 10);
    assert_eq!(names(&admin).await, ["Premium Reminder: 60 on 11/21/2026"]);
    let line = admin.get("/UserNotification").await.ok();
    assert_eq!(line[0]["notificationType"], HighVolumeWarning.number());
    assert_eq!(line[0]["applicationUrl"], "/notifications/digest?type=25");
    // The full list remains available.
    let all = admin.get("/UserNotification/digest?type=25").await.ok();
    assert_eq!(all["totalRecords"], 60);
    // More notifications make the read line unread again. Other kinds stay separate.
    admin.put("/UserNotification/isRead", json!({})).await.ok();
    let mut more = many(60..61);
    more.push(notice(LapsePending, "P-1", to(&admin)));
    assert_eq!(send(&app, &more).await, 2);
    let list = admin.get("/UserNotification").await.ok();
    let shown: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["displayName"], &one["isRead"]))
        .collect();
    assert_eq!(
        json!(shown),
        json!([["P-1", false], ["Premium Reminder: 61 on 11/21/2026", false]])
    );
    let pushes = "SELECT count(*) FROM hub_outbox WHERE transient->>'heading' = 'High Volume'";
    assert_eq!(app.number(pushes).await, 2);
}
