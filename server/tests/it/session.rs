//! Who the viewer is, the firms to choose from, and how tables are left.

use crate::support::{FIRM, OTHER_FIRM, TestApp, until};
use serde_json::{Value, json};
use shared::permission::FirmUserType;

#[tokio::test]
async fn the_viewer_is_told_who_they_are_and_what_they_may_do() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let details = admin.get("/User/details").await.ok();
    assert_eq!(
        details,
        json!({ "userKey": admin.user_key, "firmUserFirstName": "Dana",
                "firmUserLastName": "Account Administrator", "firmId": 1, "firmName": "Alder Advisors",
                "firmUserType": 1, "firmUserTypeLabel": "Account Administrator", "adminUserType": null,
                "hasMultipleFirmAssignments": false, "hasAdminAccount": false, "isDemoFirm": false })
    );
    let permissions = admin.get("/User/permissions").await.ok();
    assert_eq!(
        permissions["features"]["deleteContacts"],
        json!({ "read": false, "write": true })
    );
    let advisor = app.advisor().await.get("/User/permissions").await.ok();
    assert_eq!(
        (&advisor["scope"], &advisor["features"]["deleteContacts"]["write"]),
        (&json!("Block"), &json!(false))
    );
}

#[tokio::test]
async fn the_chosen_firm_answers_from_the_next_call_on_and_for_this_sign_in_only() {
    let app = TestApp::new().await;
    let client = app.as_role(FirmUserType::ViewOnly).await;
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    app.agent("Ada Own").insert().await;
    app.agent("Eve Other").of_firm(OTHER_FIRM).insert().await;
    let accounts = client.get("/Account").await.ok();
    let names: Vec<&Value> = accounts
        .as_array()
        .unwrap()
        .iter()
        .map(|account| &account["firmName"])
        .collect();
    assert_eq!(names, ["Alder Advisors", "Birch Brokers"]);

    let mut claims = app.idp.claims(&client.user_key);
    claims["sid"] = json!("another sign-in");
    let elsewhere = client.with_token(app.idp.sign(&app.idp.header(), &claims));
    for round in 0..20 {
        let firm = if round % 2 == 0 { OTHER_FIRM } else { FIRM };
        let permissions = client.put(format!("/Account/firm/{firm}"), json!({})).await.ok();
        assert_eq!(permissions["features"]["contacts"]["write"], firm == OTHER_FIRM);
        let details = client.get("/User/details").await.ok();
        assert_eq!(
            (&details["firmId"], &details["hasMultipleFirmAssignments"]),
            (&json!(firm), &json!(true))
        );
        let agents = client
            .post("/FirmAgent/search", json!({ "selectColumns": ["name"] }))
            .await
            .ok();
        let expected = if firm == FIRM { "Own, Ada" } else { "Other, Eve" };
        assert_eq!(
            (&agents["items"][0]["name"], &agents["totalRecords"]),
            (&json!(expected), &json!(1))
        );
        assert_eq!(elsewhere.get("/User/details").await.ok()["firmId"], FIRM);
    }
}

#[tokio::test]
async fn only_an_assigned_and_active_firm_can_be_chosen() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    for firm in [OTHER_FIRM, 99, -1] {
        client
            .put(format!("/Account/firm/{firm}"), json!({}))
            .await
            .refused(404, "not_found");
    }
    client
        .put("/Account/firm/first", json!({}))
        .await
        .refused(400, "path");
    app.assign(&client.user_key, FirmUserType::AccountAdministrator, OTHER_FIRM)
        .await;
    app.execute("UPDATE firm SET is_active = false WHERE firm_id = 2")
        .await;
    client
        .put(format!("/Account/firm/{OTHER_FIRM}"), json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn what_is_taken_from_a_user_is_gone_soon() {
    let app = TestApp::new().await;
    let client = app.admin().await;
    client.post("/FirmAgent/search", json!({})).await.ok();
    let answers = async |status: u16| {
        let what = format!("a call is answered with {status}");
        until(&what, async || {
            let reply = client.post("/FirmAgent/export", json!({})).await;
            (reply.status.as_u16() == status).then_some(())
        })
        .await;
    };
    app.execute("UPDATE firm_assignment SET firm_user_type = 4").await;
    answers(403).await;
    app.execute("UPDATE firm_assignment SET firm_user_type = 1").await;
    answers(200).await;
    app.execute("UPDATE firm_assignment SET is_active = false").await;
    answers(403).await;
    app.execute("UPDATE firm_assignment SET is_active = true; UPDATE app_user SET is_disabled = true")
        .await;
    answers(401).await;
    app.execute("UPDATE app_user SET is_disabled = false").await;
    answers(200).await;
    app.execute("UPDATE user_session SET ended_at = now()").await;
    answers(401).await;
    app.execute("DELETE FROM user_session").await;
    answers(200).await;
    app.execute("UPDATE firm SET is_active = false").await;
    answers(403).await;
}

#[tokio::test]
async fn a_table_comes_back_as_its_user_left_it_in_this_firm() {
    let app = TestApp::new().await;
    let (admin, colleague) = (app.admin().await, app.admin().await);
    assert_eq!(admin.get("/TableState/agents").await.ok(), Value::Null);
    let state = |key: &str| {
        json!({ "columns": [{ "key": key, "width": 120, "label": "Ümläut" }],
                "sort": [{ "column": "name", "direction": "desc" }] })
    };
    assert_eq!(admin.put("/TableState/agents", state("npn")).await.status, 204);
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("npn"));
    assert_eq!(admin.put("/TableState/agents", state("name")).await.status, 204);
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("name"));
    assert_eq!(admin.get("/TableState/owners").await.ok(), Value::Null);
    assert_eq!(colleague.get("/TableState/agents").await.ok(), Value::Null);

    admin.get("/TableState/salaries").await.refused(404, "not_found");
    admin
        .put("/TableState/salaries", state("npn"))
        .await
        .refused(404, "not_found");
    admin
        .put("/TableState/owners", state("npn"))
        .await
        .invalid("selectColumns[0]", "unknown_column");
    let mut wide = state("npn");
    wide["columns"][0]["width"] = json!(2001);
    admin
        .put("/TableState/agents", wide)
        .await
        .invalid("columns[0].width", "out_of_range");
    let mut nul = state("npn");
    nul["columns"][0]["label"] = json!("a\0b");
    admin
        .put("/TableState/agents", nul)
        .await
        .invalid("columns[0].label", "length");
    admin
        .put("/TableState/agents", json!({ "columns": "all" }))
        .await
        .invalid("columns", "type");
    assert_eq!(admin.get("/TableState/agents").await.ok(), state("name"));
}
