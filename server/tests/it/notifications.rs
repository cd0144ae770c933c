//! The notification list: stored once, private to the user, with read state and removal.

use crate::support::{Client, FIRM, NOW, OTHER_FIRM, TestApp, without_trace_id};
use serde_json::{Value, json};
use server::records::notification::{NewNotification, insert};
use shared::notification::NotificationKind;
use shared::permission::FirmUserType;

const LIST: &str = "/UserNotification";

/// Inserts a notification that is `days_ago` days old and returns its id.
async fn insert_notification(app: &TestApp, client: &Client, kind: i64, name: &str, days_ago: f64) -> i64 {
    let sql = "INSERT INTO user_notification
                 (firm_id, user_key, notification_type, display_name, application_url, create_date, dedup_key)
               VALUES ($1, $2, $3::bigint, $4, '/people/agents', $5::text::timestamptz - $6 * interval '1 day',
                 gen_random_uuid())
               RETURNING user_notification_history_id";
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 6] =
        [&client.firm, &client.user_key, &kind, &name, &NOW, &days_ago];
    app.owner.query_one(sql, &values).await.unwrap().get(0)
}

async fn names(client: &Client, path: &str) -> Vec<String> {
    let list = client.get(path).await.ok();
    let name = |row: &Value| row["displayName"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn lists_recent_notifications_newest_first_with_kind_names() {
    let app = TestApp::new().await;
    let dana = app.as_role(FirmUserType::ViewOnly).await;
    let lapse = insert_notification(&app, &dana, 29, "P-1", 29.9).await;
    let newer = insert_notification(&app, &dana, 4711, "From a newer server", 1.0).await;
    insert_notification(&app, &dana, 25, "P-2", 30.1).await;
    assert_eq!(
        dana.get(LIST).await.ok(),
        json!([
            { "userNotificationHistoryId": newer, "notificationType": 4711, "notificationTypeName": "Unknown (4711)",
              "displayName": "From a newer server", "applicationUrl": "/people/agents", "isRead": false,
              "createDate": "2026-11-20T17:00:00Z", "snoozedUntil": null },
            { "userNotificationHistoryId": lapse, "notificationType": 29, "notificationTypeName": "LapsePending",
              "displayName": "P-1", "applicationUrl": "/people/agents", "isRead": false,
              "createDate": "2026-10-22T19:24:00Z", "snoozedUntil": null },
        ])
    );
    for (days, count) in [(1, 1), (2, 1), (31, 3), (365, 3)] {
        assert_eq!(
            names(&dana, &format!("{LIST}?days={days}")).await.len(),
            count,
            "{days}"
        );
    }
    for days in ["0", "366", "-1", "1.5", "all", "", "99999999999"] {
        dana.get(format!("{LIST}?days={days}"))
            .await
            .invalid("days", "out_of_range");
    }
}

#[tokio::test]
async fn lists_at_most_the_newest_5000() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    app.execute(&format!(
        "INSERT INTO user_notification (firm_id, user_key, notification_type, display_name, create_date, dedup_key)
         SELECT {FIRM}, '{}', 25, i::text, timestamptz '{NOW}' - i * interval '1 minute', i::text
         FROM generate_series(1, 5001) i",
        dana.user_key
    ))
    .await;
    let shown = names(&dana, LIST).await;
    assert_eq!(
        (shown.len(), shown[0].as_str(), shown[4_999].as_str()),
        (5_000, "1", "5000")
    );
}

#[tokio::test]
async fn pages_have_no_gaps_or_duplicates() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    // Several notifications have the same time.
    for number in 0..25 {
        insert_notification(&app, &dana, 29, &format!("#{number}"), f64::from(number / 4)).await;
    }
    let all = dana.get(LIST).await.ok();
    let id = |row: &Value| row["userNotificationHistoryId"].as_i64().unwrap();
    let mut items: Vec<Value> = Vec::new();
    let mut sizes = Vec::new();
    loop {
        let after = items
            .last()
            .map_or_else(String::new, |last| format!("&after={}", id(last)));
        let page = dana.get(format!("{LIST}/digest?limit=10{after}")).await.ok();
        assert_eq!(
            (&page["totalRecords"], &page["unreadRecords"]),
            (&json!(25), &json!(25))
        );
        let rows = page["items"].as_array().unwrap().clone();
        sizes.push(rows.len());
        if rows.is_empty() {
            break;
        }
        items.extend(rows);
    }
    assert_eq!(sizes, [10, 10, 5, 0]);
    assert_eq!(json!(items), all);
    // A page can start after a notification that was removed in the meantime.
    dana.delete(format!("{LIST}/{}", id(&items[9]))).await.ok();
    let next = dana
        .get(format!("{LIST}/digest?limit=1&after={}", id(&items[9])))
        .await
        .ok();
    assert_eq!(next["items"], json!([items[10]]));
    for limit in ["0", "5001", "-1", "x", ""] {
        dana.get(format!("{LIST}/digest?limit={limit}"))
            .await
            .invalid("limit", "out_of_range");
    }
    dana.get(format!("{LIST}/digest?after=x"))
        .await
        .invalid("after", "unknown_code");
}

#[tokio::test]
async fn a_snoozed_notification_is_hidden_until_its_day_and_then_listed_first() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let old = insert_notification(&app, &dana, 29, "P-1", 40.0).await;
    insert_notification(&app, &dana, 29, "P-2", 1.0).await;
    let path = |id: i64| format!("{LIST}/{id}/snooze");
    let digest = async |filter: &str| -> (Vec<String>, i64) {
        let page = dana.get(format!("{LIST}/digest?days=60{filter}")).await.ok();
        let items = page["items"].as_array().unwrap().iter();
        let names = items.map(|row| row["displayName"].as_str().unwrap().to_owned());
        assert_eq!(page["totalRecords"], json!(names.clone().count()));
        (names.collect(), page["unreadRecords"].as_i64().unwrap())
    };
    let both = |first: &str, second: &str| vec![first.to_owned(), second.to_owned()];
    dana.put(format!("{LIST}/{old}/isRead/true"), json!({}))
        .await
        .ok();
    assert_eq!(digest("").await, (both("P-2", "P-1"), 1));

    let until = json!({ "until": "2026-11-25" });
    assert_eq!(dana.put(path(old), until.clone()).await.status, 204);
    assert_eq!(digest("").await, (vec!["P-2".to_owned()], 1));
    assert_eq!(
        digest("&snoozed=true").await,
        (vec!["P-1".to_owned()], 1),
        "unread again"
    );
    let page = dana.get(format!("{LIST}/digest?snoozed=true")).await.ok();
    assert_eq!(
        page["items"][0]["snoozedUntil"], "2026-11-25T05:00:00Z",
        "midnight in New York"
    );
    // Marking all as read skips snoozed notifications.
    dana.put(format!("{LIST}/isRead"), json!({})).await.ok();
    assert_eq!(digest("&snoozed=true").await.1, 1);

    // Once the day has come, the notification is listed first, even though it is old.
    app.execute(
        "UPDATE user_notification SET snoozed_until = '2026-11-21 05:00Z' WHERE snoozed_until IS NOT NULL",
    )
    .await;
    assert_eq!(digest("").await, (both("P-1", "P-2"), 1));
    assert_eq!(
        names(&dana, LIST).await,
        both("P-1", "P-2"),
        "within the last 30 days"
    );

    dana.put(path(old), until).await.ok();
    dana.delete(path(old)).await.ok();
    assert_eq!(digest("").await.0, both("P-2", "P-1"), "at its old place");
    assert_eq!(digest("&snoozed=true").await.0, [""; 0]);

    for (until, code) in [("2026-11-21", "not_after_today"), ("2027-11-22", "too_late")] {
        dana.put(path(old), json!({ "until": until }))
            .await
            .invalid("until", code);
    }
    dana.get(format!("{LIST}/digest?snoozed=x"))
        .await
        .invalid("snoozed", "unknown_code");
    let until = json!({ "until": "2026-11-25" });
    let colleague = app.as_role(FirmUserType::ViewOnly).await;
    for other in [colleague, app.other_firm_admin().await] {
        other
            .put(path(old), until.clone())
            .await
            .refused(404, "not_found");
        other.delete(path(old)).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn marks_one_read_and_unread_and_removes_it() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let (first, second) = (
        insert_notification(&app, &dana, 29, "P-1", 1.0).await,
        insert_notification(&app, &dana, 29, "P-2", 2.0).await,
    );
    let is_read = async || -> Vec<bool> {
        let list = dana.get(LIST).await.ok();
        let flag = |row: &Value| row["isRead"].as_bool().unwrap();
        list.as_array().unwrap().iter().map(flag).collect()
    };
    for (flag, shown) in [
        ("true", [true, false]),
        ("true", [true, false]),
        ("false", [false, false]),
    ] {
        let reply = dana.put(format!("{LIST}/{first}/isRead/{flag}"), json!({})).await;
        assert_eq!(reply.status, 204);
        assert_eq!(is_read().await, shown);
    }
    assert_eq!(dana.delete(format!("{LIST}/{second}")).await.status, 204);
    assert_eq!(names(&dana, LIST).await, ["P-1"]);
    dana.delete(format!("{LIST}/{second}"))
        .await
        .refused(404, "not_found");
    dana.put(format!("{LIST}/{second}/isRead/true"), json!({}))
        .await
        .refused(404, "not_found");
    for bad in [
        "x/isRead/true",
        "1/isRead/yes",
        "1e3/isRead/true",
        "99999999999999999999/isRead/true",
    ] {
        dana.put(format!("{LIST}/{bad}"), json!({}))
            .await
            .refused(400, "path");
    }
}

#[tokio::test]
async fn marks_all_of_a_filter_read_in_one_statement_and_returns_them() {
    let app = TestApp::new().await;
    let (dana, colleague) = (app.advisor().await, app.advisor().await);
    for i in 0..7 {
        insert_notification(&app, &dana, 25, "due", f64::from(i) * 60.0).await;
    }
    let gone = insert_notification(&app, &dana, 25, "gone", 1.0).await;
    dana.delete(format!("{LIST}/{gone}")).await.ok();
    let read = insert_notification(&app, &dana, 25, "read", 1.0).await;
    dana.put(format!("{LIST}/{read}/isRead/true"), json!({}))
        .await
        .ok();
    insert_notification(&app, &colleague, 25, "not mine", 1.0).await;
    app.execute(
        "CREATE TABLE statements (of text);
         GRANT INSERT ON statements TO firmbook_app;
         CREATE FUNCTION note_statement() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN INSERT INTO statements VALUES (TG_OP); RETURN NULL; END';
         CREATE TRIGGER note AFTER UPDATE ON user_notification FOR EACH STATEMENT EXECUTE FUNCTION note_statement()",
    )
    .await;
    let lapse = insert_notification(&app, &dana, 29, "lapse", 1.0).await;
    let mark = async |filter: &str| {
        let marked = dana.put(format!("{LIST}/isRead{filter}"), json!({})).await.ok();
        let ids = marked["ids"].as_array().unwrap().clone();
        assert_eq!(marked["count"], ids.len());
        ids
    };
    assert_eq!(mark("?type=29").await, [lapse]);
    assert_eq!(mark("?severity=info&days=365").await, [0; 0]);
    // These have the severity "soon".
    assert_eq!(mark("?severity=soon&days=30").await.len(), 1);
    insert_notification(&app, &dana, 25, "older than any list", 500.0).await;
    let rest = mark("").await;
    assert_eq!(rest.len(), 7, "without a filter, notifications of any age");
    assert_eq!(app.number("SELECT count(*) FROM statements").await, 4);
    assert_eq!(mark("").await, [0; 0]);

    let undo = format!("{LIST}/isUnread");
    assert_eq!(dana.put(&undo, json!({ "ids": rest })).await.status, 204);
    assert_eq!(colleague.put(&undo, json!({ "ids": [lapse] })).await.status, 204);
    assert_eq!(mark("").await.len(), 7, "the others are still read");
    dana.put(&undo, json!({ "ids": vec![lapse; 5_001] }))
        .await
        .invalid("ids", "too_many");
    dana.put(format!("{LIST}/isRead?severity=high"), json!({}))
        .await
        .invalid("severity", "unknown_code");
    let unread = "SELECT count(*) FROM user_notification WHERE NOT is_read AND display_name <> 'gone'";
    assert_eq!(app.number(unread).await, 1, "only the colleague's is unread");
}

#[tokio::test]
async fn notification_of_another_user_is_not_found() {
    let app = TestApp::new().await;
    let (dana, colleague, stranger) = (
        app.admin().await,
        app.admin().await,
        app.user(FirmUserType::AccountAdministrator, OTHER_FIRM).await,
    );
    // Dana also works for the other firm. Notifications of one firm are not shown in the other.
    app.assign(&dana.user_key, FirmUserType::Professional, OTHER_FIRM)
        .await;
    let mut elsewhere = dana.clone();
    elsewhere.firm = OTHER_FIRM;
    let ids = [
        insert_notification(&app, &colleague, 29, "colleague's", 1.0).await,
        insert_notification(&app, &stranger, 29, "stranger's", 1.0).await,
        insert_notification(&app, &elsewhere, 29, "mine elsewhere", 1.0).await,
    ];
    // Leaves Dana one active assignment, so that she need not choose an account.
    app.execute(&format!(
        "UPDATE firm_assignment SET is_active = false WHERE firm_id = {OTHER_FIRM} AND user_key = '{}'",
        dana.user_key
    ))
    .await;
    assert_eq!(names(&dana, LIST).await, [""; 0]);
    for id in ids {
        let mark = async |id: i64| {
            let reply = dana.put(format!("{LIST}/{id}/isRead/true"), json!({})).await;
            without_trace_id(reply.refused(404, "not_found"))
        };
        assert_eq!(mark(id).await, mark(987_654_321).await);
        dana.delete(format!("{LIST}/{id}"))
            .await
            .refused(404, "not_found");
    }
    assert_eq!(
        dana.put(format!("{LIST}/isRead"), json!({})).await.ok()["ids"],
        json!([])
    );
    let untouched = "SELECT count(*) FROM user_notification WHERE NOT is_read AND removed_at IS NULL";
    assert_eq!(app.number(untouched).await, 3);
}

#[tokio::test]
async fn stores_a_dedup_key_once_even_after_removal() {
    let app = TestApp::new().await;
    let dana = app.advisor().await;
    let tell = async |kind: NotificationKind, key: &str| {
        let mut transaction = app.app.db.begin(FIRM).await.unwrap();
        let new = NewNotification {
            firm_id: FIRM,
            user_key: &dana.user_key,
            kind,
            display_name: "Policy P-1",
            application_url: Some("/people/insureds/1"),
            dedup_key: key,
        };
        let is_new = insert(&mut transaction, &new).await.unwrap();
        transaction.commit().await.unwrap();
        is_new
    };
    assert!(tell(NotificationKind::LapsePending, "P-1 2026-12-01").await);
    assert!(!tell(NotificationKind::LapsePending, "P-1 2026-12-01").await);
    assert!(tell(NotificationKind::LapsePending, "P-1 2027-12-01").await);
    assert!(tell(NotificationKind::PremiumReminder, "P-1 2026-12-01").await);
    let list = dana.get(LIST).await.ok();
    assert_eq!(list.as_array().unwrap().len(), 3);
    let first = list[2]["userNotificationHistoryId"].as_i64().unwrap();
    dana.delete(format!("{LIST}/{first}")).await.ok();
    assert!(!tell(NotificationKind::LapsePending, "P-1 2026-12-01").await);
    assert_eq!(names(&dana, LIST).await.len(), 2);
}

#[tokio::test]
async fn changed_contract_finds_its_notifications_by_index() {
    let app = TestApp::new().await;
    let dana = app.admin().await;
    app.execute(&format!(
        "INSERT INTO user_notification
           (firm_id, user_key, notification_type, display_name, create_date, dedup_key, contract_uuid)
         SELECT {FIRM}, '{}', 25, i::text, timestamptz '{NOW}', i::text, gen_random_uuid()
         FROM generate_series(1, 5000) i;
         ANALYZE user_notification",
        dana.user_key
    ))
    .await;
    let client = app.database.app_role().await;
    client
        .batch_execute(&format!(
            "BEGIN; SELECT set_config('firmbook.firm', '{FIRM}', true)"
        ))
        .await
        .unwrap();
    let explain = format!("EXPLAIN (GENERIC_PLAN) {}", server::notify::WITHDRAW);
    let plan = format!("{:?}", client.simple_query(&explain).await.unwrap());
    assert!(plan.contains("user_notification_contract"), "{plan}");
}
