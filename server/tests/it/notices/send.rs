//! One call tells everybody whom it concerns, with the cause or not at all.

use super::{names, notice, now, policy_of, prefer, send, to};
use crate::support::{FIRM, TestApp};
use serde_json::json;
use server::notify::{self, To};
use shared::notification::NotificationKind::{
    HighVolumeWarning, LapsePending, PremiumReminder, SharedReport,
};
use shared::permission::FirmUserType;

#[tokio::test]
async fn whoever_sees_a_contract_is_told_and_nobody_else() {
    let app = TestApp::new().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    let (advisor, colleague) = (app.advisor().await, app.advisor().await);
    let (manager, other_manager) = (
        app.as_role(FirmUserType::OfficeManager).await,
        app.as_role(FirmUserType::OfficeManager).await,
    );
    let (outsider, stranger) = (
        app.as_role(FirmUserType::TrustedAdvisor).await,
        app.stranger().await,
    );
    let policy = policy_of(&app, &advisor, "P-1", json!({})).await;
    for (manager, professional) in [(&manager, &advisor), (&other_manager, &colleague)] {
        let row = json!({ "firm_id": FIRM, "user_key": manager.user_key, "professional_key": professional.user_key });
        app.insert("firm_assignment_support", row).await;
    }
    let told = [notice(LapsePending, "P-1", To::Readers(policy.uuid))];
    assert_eq!(send(&app, &told).await, 4);
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
    assert_eq!(send(&app, &told).await, 0, "once");
}

#[tokio::test]
async fn who_does_not_see_the_contract_any_more_is_not_shown_what_they_were_told() {
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
async fn who_left_the_firm_or_never_worked_there_is_not_told() {
    let app = TestApp::new().await;
    let (gone, stranger) = (app.advisor().await, app.stranger().await);
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE user_key = '{}'",
        gone.user_key
    ))
    .await;
    let told = [
        notice(SharedReport, "r", to(&gone)),
        notice(SharedReport, "r", to(&stranger)),
        notice(SharedReport, "r", To::User("nobody".into())),
    ];
    assert_eq!(send(&app, &told).await, 0);
}

#[tokio::test]
async fn list_push_and_mail_last_with_the_cause_or_not_at_all() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let told = [notice(LapsePending, "P-1", to(&admin))];
    let written =
        "SELECT (SELECT count(*) FROM user_notification) || ' ' || (SELECT count(*) FROM hub_outbox) || ' '
                     || (SELECT count(*) FROM mail_outbox)";
    for _ in 0..2 {
        // The node dies after it told and before the cause is committed.
        let mut transaction = app.app.db.begin(FIRM).await.unwrap();
        assert_eq!(
            notify::send(&mut transaction, FIRM, now(), &told).await.unwrap(),
            1
        );
        drop(transaction);
        assert_eq!(app.text(written).await.as_deref(), Some("0 0 0"));
    }
    assert_eq!(send(&app, &told).await, 1);
    // The list, and what is shown for a moment.
    assert_eq!(app.text(written).await.as_deref(), Some("1 2 1"));
    assert_eq!(send(&app, &told).await, 0);
    assert_eq!(app.text(written).await.as_deref(), Some("1 2 1"));
}

#[tokio::test]
async fn each_takes_the_ways_that_they_prefer() {
    let app = TestApp::new().await;
    let (usual, quiet, eager) = (app.advisor().await, app.advisor().await, app.advisor().await);
    prefer(&app, &quiet, LapsePending, false, "Off").await;
    prefer(&app, &eager, SharedReport, true, "Immediate").await;
    let everybody = [&usual, &quiet, &eager];
    let told: Vec<_> = everybody
        .iter()
        .flat_map(|client| {
            [
                notice(LapsePending, "P-1", to(client)),
                notice(LapsePending, "P-2", to(client)),
                notice(SharedReport, "r", to(client)),
            ]
        })
        .collect();
    assert_eq!(send(&app, &told).await, 9);
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
            "one mail with all of it"
        );
    }
}

#[tokio::test]
async fn more_than_fifty_of_a_kind_in_a_day_become_one_line_that_grows() {
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
    // They are all there for whoever wants to see them.
    let all = admin.get("/UserNotification/digest?type=25").await.ok();
    assert_eq!(all["totalRecords"], 60);
    // Read, and then more comes: the same line, unread again. Another kind stands for itself.
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
