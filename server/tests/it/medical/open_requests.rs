use super::{Insured, app, latest};
use crate::support::Client;
use serde_json::{Value, json};

const OPEN: &str = "/FirmInsuredMedical/open";

async fn states(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(format!("{OPEN}{query}")).await.ok();
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["total"], items.len());
    let label = |item: &Value| item["stateLabel"].as_str().unwrap().to_owned();
    items.iter().map(label).collect()
}

#[tokio::test]
async fn lists_open_requests_by_need_and_insured() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let mut input = ada.input();
    input["authorization"] = json!(null);
    let draft = latest(&admin.post(ada.add_path(), input).await.ok());
    let to_mail = ada.send(&admin, &ada.draft(&admin).await).await;
    let waiting = ada.send(&admin, &ada.draft(&admin).await).await;
    ada.mail(&admin, &waiting).await;
    let closed = ada.draft(&admin).await;
    let close = json!({ "version": 1, "state": "Cancelled", "because": "x" });
    admin
        .post(format!("{}/close", ada.request_path(&closed)), close)
        .await
        .ok();

    // The Medical tab shows the same states.
    let record = admin.get(ada.view()).await.ok();
    let of = |request: &Value| {
        let mut requests = record["requests"].as_array().unwrap().iter();
        requests.find(|one| one["uuid"] == request["uuid"]).unwrap()
    };
    assert_eq!(
        (
            &of(&to_mail)["stateLabel"],
            &of(&to_mail)["sentOn"],
            &of(&to_mail)["dueOn"]
        ),
        (&json!("To mail"), &json!(null), &json!("2026-11-21"))
    );
    assert_eq!(
        (
            &of(&waiting)["stateLabel"],
            &of(&waiting)["sentOn"],
            &of(&waiting)["dueOn"]
        ),
        (&json!("Sent"), &json!("2026-11-21"), &json!("2026-12-05"))
    );

    let page = admin.get(OPEN).await.ok();
    let last = &page["items"][2];
    assert_eq!(
        (&last["uuid"], &last["hasAuthorization"], &last["day"]),
        (&draft["uuid"], &json!(false), &json!(null))
    );
    for (query, expected) in [
        ("", &["To mail", "Sent", "Draft"][..]),
        ("?need=Due", &["To mail"]),
        ("?need=Letter", &["To mail"]),
        ("?need=Provider", &["Sent"]),
        ("?need=FollowUp", &[]),
        ("?need=Draft", &["Draft"]),
        ("?need=Authorization", &["Draft"]),
        ("?search=lee%20ADA", &["To mail", "Sent", "Draft"]),
        ("?search=nobody", &[]),
    ] {
        assert_eq!(states(&admin, query).await, expected, "{query}");
    }
    app.execute("UPDATE medical_request SET due_on = '2026-11-20' WHERE due_on IS NOT NULL")
        .await;
    assert_eq!(states(&admin, "?need=FollowUp").await, ["Sent"]);
    let unknown = admin.get(format!("{OPEN}?need=Everything")).await;
    unknown.invalid("need", "unknown_choice");

    // A professional sees the insureds of their agents only.
    let advisor = app.advisor().await;
    assert_eq!(states(&advisor, "").await, [""; 0]);
}

#[tokio::test]
async fn providers_and_types_need_a_reason_and_each_view_is_recorded() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    ada.draft(&admin).await;
    ada.draft(&admin).await;
    let views = "SELECT count(*) FROM audit_log WHERE action = 'viewMedical' AND subject_uuid IS NOT NULL";
    let before = app.number(views).await;
    let text = admin.get(OPEN).await.ok().to_string();
    assert!(
        !text.contains("Mercy") && !text.contains("Attending") && !text.contains("Zebra"),
        "{text}"
    );
    assert_eq!(app.number(views).await, before);
    let page = admin.get(format!("{OPEN}?reason=Request")).await.ok();
    assert_eq!(
        (
            &page["items"][0]["provider"],
            &page["items"][0]["requestTypeLabel"]
        ),
        (&json!("Mercy Hospital"), &json!("Attending physician statement"))
    );
    // Both requests are of the same insured.
    assert_eq!(app.number(views).await, before + 1);
    let history = admin.get(format!("{}/history", ada.path())).await.ok();
    assert_eq!(history["items"][0]["reason"], "Work on a request");
    let curious = admin.get(format!("{OPEN}?reason=Curiosity")).await;
    curious.invalid("reason", "required");
}
