//! Reading contacts, picker options, list columns, and the contracts of a contact.

use super::{KINDS, resource};
use crate::support::{FIRM, OTHER_FIRM, TestApp, without_trace_id};
use serde_json::{Value, json};
use shared::permission::FirmUserType;
use uuid::Uuid;

#[tokio::test]
async fn contact_is_visible_to_its_own_firm_only() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    for kind in KINDS {
        let contact = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let path = |uuid: Uuid| format!("/{}/{}/{uuid}", resource(kind), kind.noun());
        assert_eq!(
            admin.get(path(contact.uuid)).await.ok()["displayName"],
            "Lee, Ada"
        );
        let foreign = stranger.get(path(contact.uuid)).await.refused(404, "not_found");
        let unknown = stranger.get(path(Uuid::now_v7())).await.refused(404, "not_found");
        assert_eq!(without_trace_id(foreign), without_trace_id(unknown));
        app.anonymous()
            .get(path(contact.uuid))
            .await
            .refused(401, "unauthenticated");
        admin
            .get(format!("/{}/{}/7", resource(kind), kind.noun()))
            .await
            .refused(400, "path");
    }
}

#[tokio::test]
async fn picker_returns_the_first_matches() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (name, npn) in [("Zoë Ames", "333"), ("Ada Lee", "111"), ("Bo Lee", "222")] {
        app.agent(name).with("npn", npn).insert().await;
    }
    app.agent("Eve Lee").of_firm(OTHER_FIRM).insert().await;
    let names = |options: Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        options
            .as_array()
            .unwrap()
            .iter()
            .map(|o| (text(&o["displayName"]), text(&o["detail"])))
            .collect()
    };
    let pair = |name: &str, detail: &str| (name.to_owned(), detail.to_owned());
    let all = names(admin.get("/FirmAgent").await.ok());
    assert_eq!(
        all,
        [
            pair("Ames, Zoë", "333"),
            pair("Lee, Ada", "111"),
            pair("Lee, Bo", "222")
        ]
    );
    assert_eq!(
        names(admin.get("/FirmAgent?searchText=ZOE").await.ok()),
        [pair("Ames, Zoë", "333")]
    );
    let one = names(
        admin
            .get(format!("/FirmAgent?firmId={FIRM}&searchText=lee&rowCount=1"))
            .await
            .ok(),
    );
    assert_eq!(one, [pair("Lee, Ada", "111")]);
    admin
        .get(format!("/FirmAgent?firmId={OTHER_FIRM}"))
        .await
        .refused(404, "not_found");
    admin
        .get("/FirmAgent?rowCount=501")
        .await
        .invalid("limit.rowCount", "out_of_range");
    admin.get("/FirmAgent?rowCount=many").await.refused(400, "query");
}

#[tokio::test]
async fn columns_are_sorted_by_label_with_their_operators() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for resource in ["FirmAgent", "FirmOwner", "FirmInsured", "allpolicy", "allannuity"] {
        let columns = admin.get(format!("/{resource}/columns")).await.ok();
        let labels: Vec<&str> = columns
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["defaultLabel"].as_str().unwrap())
            .collect();
        assert!(labels.is_sorted() && labels.len() > 20, "{resource}");
    }
    let columns = admin.get("/FirmAgent/columns").await.ok();
    let tax_id = columns
        .as_array()
        .unwrap()
        .iter()
        .find(|column| column["key"] == "taxId")
        .unwrap()
        .clone();
    assert_eq!(
        (&tax_id["canFilter"], &tax_id["operators"]),
        (&json!(false), &json!([]))
    );
}

#[tokio::test]
async fn lists_policies_and_annuities_of_a_contact() {
    let app = TestApp::new().await;
    let (admin, stranger) = (app.admin().await, app.other_firm_admin().await);
    let (mine, other) = (app.policy("P-1").insert().await, app.policy("P-2").insert().await);
    let annuity = app.annuity("A-1").insert().await;
    for kind in KINDS {
        let resource = resource(kind);
        let contact = app.contact(kind, "Ada Lee").with("owner_type", 1).insert().await;
        let twice = app.contact(kind, "Bo Lee").with("owner_type", 1).insert().await;
        app.link(&mine, &contact).await;
        app.link_as(&mine, &contact, 3).await;
        app.link(&annuity, &contact).await;
        app.link(&other, &twice).await;
        let query = json!({ "selectColumns": ["carrier"] });
        let policies = admin
            .post(format!("/{resource}/Policies/{}", contact.uuid), query.clone())
            .await
            .ok();
        assert_eq!(
            policies["items"],
            json!([{ "uuid": mine.uuid, "carrier": "Cedar Life" }])
        );
        assert_eq!(policies["totalRecords"], 1);
        let annuities = admin
            .post(format!("/{resource}/Contracts/{}", contact.uuid), query.clone())
            .await
            .ok();
        assert_eq!(annuities["items"][0]["uuid"], annuity.uuid.to_string());
        for call in ["Policies", "Contracts"] {
            let path = |uuid: Uuid| format!("/{resource}/{call}/{uuid}");
            stranger
                .post(path(contact.uuid), query.clone())
                .await
                .refused(404, "not_found");
            admin
                .post(path(Uuid::now_v7()), query.clone())
                .await
                .refused(404, "not_found");
            let bad = json!({ "selectColumns": ["npn"] });
            admin
                .post(path(contact.uuid), bad)
                .await
                .invalid("selectColumns[0]", "unknown_column");
        }
    }
    let all = admin.post("/allpolicy/search", json!({})).await.ok();
    assert_eq!(all["totalRecords"], 2);
    assert_eq!(
        admin.post("/allannuity/search", json!({})).await.ok()["totalRecords"],
        1
    );
    assert_eq!(
        stranger.post("/allpolicy/search", json!({})).await.ok()["totalRecords"],
        0
    );
}

#[tokio::test]
async fn user_of_unknown_type_has_no_permissions() {
    let app = TestApp::new().await;
    let client = app.as_role(FirmUserType::ViewOnly).await;
    app.execute("UPDATE firm_assignment SET firm_user_type = 9").await;
    client
        .post("/FirmAgent/search", json!({}))
        .await
        .refused(403, "forbidden");
    assert_eq!(
        client.get("/User/details").await.ok()["firmUserTypeLabel"],
        "Unknown (9)"
    );
}
