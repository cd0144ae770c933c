use super::Setting;
use crate::support::{Client, OTHER_FIRM, Row, TestApp};
use serde_json::{Value, json};
use shared::best_interest::BestInterestContent;
use shared::permission::{AdminUserType, FirmUserType};
use uuid::Uuid;

const SEARCH: &str = "/BestInterestForm/search";

/// Returns the rows that a user sees, oldest version first.
async fn listed(client: &Client) -> Vec<Value> {
    let columns = [
        "owner",
        "status",
        "annuity",
        "carrier",
        "producer",
        "signedOn",
        "reviewDue",
        "isReplacement",
        "replacedContract",
        "number",
    ];
    let query = json!({ "selectColumns": columns, "sort": [{ "column": "number", "direction": "asc" }] });
    let page = client.post(SEARCH, query).await.ok();
    let rows = page["items"].as_array().unwrap().clone();
    assert_eq!(page["totalRecords"], rows.len());
    rows
}

/// Returns the owners of the forms that a user sees, sorted by name.
async fn owners(client: &Client) -> Vec<String> {
    let rows = listed(client).await.into_iter();
    let mut owners: Vec<_> = rows
        .map(|row| row["owner"].as_str().unwrap().to_owned())
        .collect();
    owners.sort();
    owners
}

/// Inserts an empty draft.
async fn draft(app: &TestApp, owner: &Row, created_by: &str) {
    let row = json!({ "firm_id": owner.firm, "uuid": Uuid::now_v7(), "owner_uuid": owner.uuid, "number": 1,
                      "state": "Draft", "content": json!(BestInterestContent::default()).to_string(),
                      "created_by": created_by });
    app.insert("best_interest", row).await;
}

#[tokio::test]
async fn the_list_shows_all_versions_with_their_contract_and_review() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ada = Setting::new(&app).await;
    ada.sign(&admin, &ada.create(&admin, true).await).await;
    let signed = ada.sign(&admin, &ada.create(&admin, true).await).await;
    let empty = admin.post(&ada.path, json!({ "form": {} })).await.json();

    let rows = listed(&admin).await;
    let states: Vec<_> = rows
        .iter()
        .map(|row| (&row["number"], &row["status"], &row["reviewDue"]))
        .collect();
    assert_eq!(
        states,
        [
            (&json!(1), &json!("Superseded"), &json!(null)),
            (&json!(2), &json!("Signed"), &json!("2027-11-20")),
            (&json!(3), &json!("Draft"), &json!(null)),
        ]
    );
    assert_eq!(
        rows[1],
        json!({ "uuid": signed["uuid"], "owner": "Lee, Ada", "status": "Signed", "annuity": "A-1",
                "carrier": "Cedar Life", "producer": "Dana Whitfield", "signedOn": "2026-11-20",
                "reviewDue": "2027-11-20", "isReplacement": true, "replacedContract": "A-0", "number": 2 })
    );
    assert_eq!(
        rows[2],
        json!({ "uuid": empty["uuid"], "owner": "Lee, Ada", "status": "Draft", "annuity": null, "carrier": null,
                "producer": null, "signedOn": null, "reviewDue": null, "isReplacement": false,
                "replacedContract": null, "number": 3 })
    );
    for (text, count) in [("lee ada a-1", 2), ("whitfield a1", 2), ("ada", 3), ("nobody", 0)] {
        let found = admin.post(SEARCH, json!({ "searchText": text })).await.ok();
        assert_eq!(found["totalRecords"], count, "{text}");
    }

    // The list shows the owner's current name.
    app.execute("UPDATE contact SET display_name = 'Ray, Ada' WHERE kind = 2")
        .await;
    assert_eq!(owners(&admin).await, ["Ray, Ada"; 3]);
}

#[tokio::test]
async fn the_list_shows_the_forms_of_visible_owners() {
    let app = TestApp::new().await;
    let (admin, advisor) = (app.admin().await, app.advisor().await);
    let agent = app.agent("Grace Hopper").insert().await;
    app.give_block(&advisor, &[&agent]).await;
    let annuity = app.annuity("A-1").insert().await;
    app.link(&annuity, &agent).await;
    let key = advisor.user_key.as_str();
    let owner = async |name: &str, created_by: Option<&str>| {
        let owner = app.owner(name).with("display_name", name);
        owner.with("created_by", created_by).insert().await
    };
    let client = owner("Client of the block", None).await;
    app.link(&annuity, &client).await;
    let own = owner("Added by the advisor", Some(key)).await;
    let other = owner("Client of others", None).await;
    let deleted = owner("Deleted", Some(key)).await;
    draft(&app, &client, "someone").await;
    draft(&app, &own, "someone").await;
    // The advisor created this draft while the owner was still in the block.
    draft(&app, &other, key).await;
    draft(&app, &deleted, key).await;
    app.execute(&format!(
        "UPDATE contact SET deleted_at = now() WHERE uuid = '{}'",
        deleted.uuid
    ))
    .await;
    let foreign = app.owner("Foreign").of_firm(OTHER_FIRM).insert().await;
    draft(&app, &foreign, key).await;

    let all = ["Added by the advisor", "Client of others", "Client of the block"];
    assert_eq!(owners(&admin).await, all);
    assert_eq!(owners(&app.as_role(FirmUserType::ViewOnly).await).await, all);
    assert_eq!(
        owners(&advisor).await,
        ["Added by the advisor", "Client of the block"]
    );
    let stranger = app.other_firm_admin().await;
    assert_eq!(owners(&stranger).await, ["Lee, Foreign"]);
    // The list matches access to the owners' pages.
    for (owner, is_visible) in [(&client, true), (&own, true), (&other, false), (&deleted, false)] {
        let reply = advisor
            .get(format!("/PolicyOwner/1/{}/BestInterest", owner.uuid))
            .await;
        assert_eq!(reply.status == 200, is_visible, "{}", reply.text());
    }
}

#[tokio::test]
async fn roles_without_the_feature_cannot_read_the_list() {
    let app = TestApp::new().await;
    let outside = app.as_role(FirmUserType::TrustedAdvisor).await;
    let staff = app.staff(AdminUserType::OperationsManager).await;
    for client in [outside, staff] {
        for call in ["search", "export"] {
            let path = format!("/BestInterestForm/{call}");
            client.post(path, json!({})).await.refused(403, "forbidden");
        }
        client
            .get("/BestInterestForm/columns")
            .await
            .refused(403, "forbidden");
    }
}
