use super::{Insured, app, latest};
use crate::documents::upload;
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

/// Makes every call with a request and a letter, and returns each call's name, status and error code.
async fn calls(client: &Client, ada: &Insured, sent: &Value) -> Vec<(String, u16, String)> {
    let path = ada.path();
    let request = ada.request_path(sent);
    let (letter, version) = ada.last_letter(sent);
    let mail = json!({ "version": version, "state": "Sent", "sentOn": "11/21/2026" });
    let close = json!({ "version": sent["version"], "state": "Cancelled", "because": "x" });
    let mut change = ada.input();
    change["version"] = sent["version"].clone();
    let next = json!({ "version": sent["version"], "method": "Mail" });
    let document = format!("{path}/document/{}?reason=Claim", ada.authorization);
    let replies = [
        ("view", client.get(ada.view()).await),
        ("history", client.get(format!("{path}/history")).await),
        ("download", client.get(document).await),
        ("add", client.post(ada.add_path(), ada.input()).await),
        ("change", client.put(&request, change).await),
        ("send", client.post(format!("{request}/send"), next).await),
        ("letter", client.put(letter, mail).await),
        ("close", client.post(format!("{request}/close"), close).await),
        (
            "authorization",
            upload(client, &format!("{path}/documents"), "a.pdf", super::PDF).await,
        ),
        (
            "record",
            upload(client, &format!("{request}/documents"), "a.pdf", super::PDF).await,
        ),
    ];
    let shown = |(name, reply): (&str, crate::support::Reply)| {
        let code = reply.json()["code"].as_str().unwrap_or_default().to_owned();
        (name.to_owned(), reply.status.as_u16(), code)
    };
    replies.into_iter().map(shown).collect()
}

async fn all_refused(client: &Client, ada: &Insured, sent: &Value, expected: (u16, &str)) {
    for (name, status, code) in calls(client, ada, sent).await {
        assert_eq!((status, code.as_str()), expected, "{name}");
    }
}

#[tokio::test]
async fn only_users_with_the_permission_who_see_the_insured_have_access() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    let sent = ada.send(&admin, &ada.draft(&admin).await).await;
    let before = admin.get(ada.view()).await.ok();
    let stranger = app.other_firm_admin().await;
    all_refused(&stranger, &ada, &sent, (404, "not_found")).await;
    // A professional without the insured in their block.
    let advisor = app.advisor().await;
    all_refused(&advisor, &ada, &sent, (404, "not_found")).await;
    for role in [
        FirmUserType::OfficeManager,
        FirmUserType::ViewOnly,
        FirmUserType::TrustedAdvisor,
    ] {
        let client = app.as_role(role).await;
        all_refused(&client, &ada, &sent, (403, "forbidden")).await;
        client
            .get("/FirmInsuredMedical/open")
            .await
            .refused(403, "forbidden");
        if role != FirmUserType::TrustedAdvisor {
            assert_eq!(client.get("/Home").await.ok()["medical"], json!(null));
        }
    }
    assert_eq!(admin.get(ada.view()).await.ok(), before);

    let colleague = app.advisor().await;
    let agent = app.agent("Grace Hopper").insert().await;
    let policy = app.policy("P-1").insert().await;
    app.link(&policy, &ada.row).await;
    app.link(&policy, &agent).await;
    app.give_block(&colleague, &[&agent]).await;
    assert_eq!(colleague.get(ada.view()).await.ok(), before);
}

async fn views(app: &TestApp) -> Vec<String> {
    let sql = "SELECT string_agg(concat_ws(' ', action, details ->> 'reason', details ->> 'about'), ';' ORDER BY id)
               FROM audit_log WHERE action LIKE '%Medical'";
    let all = app.text(sql).await.unwrap_or_default();
    all.split(';').map(str::to_owned).collect()
}

#[tokio::test]
async fn every_view_and_download_needs_a_reason_and_is_recorded() {
    let (app, _) = app().await;
    let (admin, other) = (app.admin().await, app.admin().await);
    let ada = Insured::new(&app, &admin).await;
    for path in [ada.path(), format!("{}?reason=Curiosity", ada.path())] {
        other.get(path).await.invalid("reason", "required");
    }
    let document = format!("{}/document/{}", ada.path(), ada.authorization);
    other.get(&document).await.invalid("reason", "required");
    other.get(format!("{}?reason=Claim", ada.path())).await.ok();
    let file = other.get(format!("{document}?reason=Underwriting")).await;
    assert_eq!(file.status, 200);
    assert_eq!(
        views(&app).await,
        [
            "uploadMedical Authorization",
            "viewMedical Claim",
            "downloadMedical Underwriting Authorization"
        ]
    );
    let history = admin.get(format!("{}/history", ada.path())).await.ok();
    let lines: Vec<String> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let text = |field: &str| item[field].as_str().unwrap_or("-").to_owned();
            format!("{} | {} | {}", text("label"), text("about"), text("reason"))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "Opened a medical document | Authorization | Underwriting",
            "Viewed medical requests | - | Claim",
            "Stored a medical document | Authorization | -",
        ]
    );
    assert_eq!(history["hasMore"], false);
    assert_eq!(history["items"][0]["user"], "Dana Account Administrator");
}

#[tokio::test]
async fn activity_shows_medical_entries_only_with_the_permission() {
    let (app, _) = app().await;
    let (admin, viewer) = (app.admin().await, app.as_role(FirmUserType::ViewOnly).await);
    let ada = Insured::new(&app, &admin).await;
    ada.draft(&admin).await;
    admin.get(ada.view()).await.ok();
    let path = format!("/FirmInsured/insured/{}/activity", ada.uuid);
    let actions = async |client: &Client| -> Vec<String> {
        let page = client.get(&path).await.ok();
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|item| item["action"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        actions(&admin).await,
        ["viewMedical", "addMedical", "uploadMedical"]
    );
    assert_eq!(actions(&viewer).await, Vec::<String>::new());
    let log = app
        .text("SELECT string_agg(details::text, ' ') FROM audit_log")
        .await;
    let log = log.unwrap();
    assert!(
        !log.contains("Mercy") && !log.contains("Zebra") && !log.contains("HIPAA"),
        "{log}"
    );
}

#[tokio::test]
async fn impersonation_gives_no_access_to_medical_data() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = Insured::new(&app, &admin).await;
    latest(&admin.get(ada.view()).await.ok());
    let staff = app
        .staff(shared::permission::AdminUserType::SystemAdministrator)
        .await;
    crate::impersonation::impersonate(&staff, &admin).await;
    staff.get(ada.view()).await.refused(403, "forbidden");
    staff
        .get("/FirmInsuredMedical/open")
        .await
        .refused(403, "forbidden");
}
