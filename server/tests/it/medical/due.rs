use super::{Insured, app};
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use server::notify::rules::round;

async fn due(client: &Client) -> Value {
    client.get("/FirmInsuredMedical/open?need=Due").await.ok()
}

#[tokio::test]
async fn home_and_list_agree_on_letters_to_send_and_follow_ups() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let draft = ada.draft(&admin).await;
    assert_eq!(due(&admin).await, json!({ "items": [], "total": 0 }));
    let sent = ada.send(&admin, &draft).await;
    let expected = json!({ "items": [{
        "uuid": sent["uuid"], "insuredUuid": ada.uuid, "insuredName": "Lee, Ada", "state": "Sent",
        "stateLabel": "To mail", "hasAuthorization": true, "workLabel": "Send the letter", "day": "2026-11-21",
        "provider": null, "requestTypeLabel": null,
    }], "total": 1 });
    assert_eq!(due(&admin).await, expected);
    let home = admin.get("/Home").await.ok();
    let (row, due_row) = (&home["items"][0], &expected["items"][0]);
    assert_eq!(
        (&row["uuid"], &row["who"], &row["task"], &row["day"]),
        (
            &due_row["uuid"],
            &due_row["insuredName"],
            &due_row["workLabel"],
            &due_row["day"]
        )
    );
    assert_eq!(row["name"], "Medical request");
    ada.mail(&admin, &sent).await;
    assert_eq!(due(&admin).await["total"], 0);
    app.execute("UPDATE medical_request SET due_on = '2026-11-20'")
        .await;
    let page = due(&admin).await;
    assert_eq!(
        (&page["items"][0]["workLabel"], &page["items"][0]["day"]),
        (&json!("Follow up"), &json!("2026-11-20"))
    );
    let skipped = admin.get("/FirmInsuredMedical/open?need=Due&offset=1").await;
    assert_eq!(skipped.ok()["items"], json!([]));

    // A professional sees only the insureds of their agents.
    let advisor = app.advisor().await;
    assert_eq!(due(&advisor).await["total"], 0);
    app.execute("UPDATE contact SET deleted_at = now() WHERE kind = 3")
        .await;
    assert_eq!(due(&admin).await["total"], 0);
}

async fn notifications(client: &Client) -> Vec<Value> {
    let list = client.get("/UserNotification").await.ok();
    let items = list
        .as_array()
        .unwrap_or_else(|| list["items"].as_array().unwrap());
    let of_kind = items.iter().filter(|item| item["notificationType"] == 1005);
    of_kind.cloned().collect()
}

async fn round_at(app: &TestApp, at: &str) {
    round(&app.app.db, at.parse().unwrap()).await.unwrap();
}

#[tokio::test]
async fn users_with_the_permission_are_notified_once_of_a_due_follow_up() {
    let (app, _) = app().await;
    let (admin, manager) = (
        app.admin().await,
        app.as_role(shared::permission::FirmUserType::OfficeManager).await,
    );
    let ada = Insured::new(&app, &admin).await;
    ada.overdue(&app, &admin).await;
    round_at(&app, "2026-11-21T17:00:00Z").await;
    round_at(&app, "2026-11-22T17:00:00Z").await;
    let listed = notifications(&admin).await;
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert_eq!(
        (&listed[0]["displayName"], &listed[0]["applicationUrl"]),
        (
            &json!("A medical request is due for follow-up"),
            &json!(format!("/people/insureds/{}?tab=medical", ada.uuid))
        )
    );
    assert_eq!(notifications(&manager).await, Vec::<Value>::new());
}
