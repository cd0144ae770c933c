//! Reimporting exported lists changes nothing.

use super::support::{AGENT, OWNER, Wizard, app, counts};
use http::Method;
use serde_json::json;

/// Inserts agents whose names, numbers and texts spreadsheets and CSV tend to alter.
async fn insert_unusual_agents(app: &crate::support::TestApp) {
    app.agent("Ada O'Brien-Lee")
        .with("npn", "0012345")
        .with("email", "ada+tag@example.com")
        .with("phone", "+14155550100x12")
        .with("mobile_phone", "+4915112345678")
        .with("postal_code", "02134")
        .with("state", "MA")
        .with("city", "=Boston, \"MA\"")
        .with("agency_code", "-007")
        .with("external_id", "@SUM(1)")
        .with("dob", "1970-02-03")
        .with("address_line1", "+1 Main St; Apt 2")
        .insert()
        .await;
    app.agent("Zoë Ångström")
        .with("npn", "200")
        .with("agency_code", "1.0")
        .insert()
        .await;
    app.agent("Plain Lee").with("npn", "300").insert().await;
}

#[tokio::test]
async fn reimporting_an_exported_list_changes_nothing() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    insert_unusual_agents(&app).await;
    let columns = json!([
        "name",
        "firstName",
        "lastName",
        "organizationName",
        "npn",
        "agencyCode",
        "email",
        "phone",
        "mobilePhone",
        "state",
        "city",
        "postalCode",
        "addressLine1",
        "dob",
        "externalId",
        "taxId",
        "policyCount",
        "deathBenefit",
        "source",
        "createdAt"
    ]);
    let file = admin
        .send(
            Method::POST,
            "/FirmAgent/export",
            Some(json!({ "selectColumns": columns }).to_string().into()),
        )
        .await;
    assert_eq!(file.status, 200);
    let before = "SELECT string_agg(to_jsonb(c)::text, '\n' ORDER BY uuid) FROM contact c";
    let book = app.text(before).await;
    for mode in ["update", "fillBlanks"] {
        let wizard = Wizard::begin_named(&admin, AGENT, "FirmAgents.csv", &file.body)
            .await
            .matching_by(&["npn"])
            .in_mode(mode);
        let targets: Vec<_> = wizard.mapping["columns"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|column| column["target"].as_str())
            .collect();
        for expected in [
            "firstName",
            "lastName",
            "npn",
            "agencyCode",
            "email",
            "phone",
            "postalCode",
            "externalId",
        ] {
            assert!(
                targets.contains(&expected),
                "{expected} is not mapped automatically: {targets:?}"
            );
        }
        let preview = wizard.preview().await;
        assert_eq!(
            preview["counts"],
            counts(&[("unchanged", 3), ("total", 3)]),
            "{mode}: {preview:#}"
        );
    }
    assert_eq!(app.text(before).await, book);
}

/// Importing the file into an empty firm creates the same contacts.
#[tokio::test]
async fn exported_owners_import_identically_into_another_firm() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.owner("Ada Lee")
        .with("email", "ada@example.com")
        .with("dob", "1970-02-03")
        .insert()
        .await;
    app.insert(
        "contact",
        json!({ "firm_id": 1, "uuid": uuid::Uuid::now_v7(), "kind": 2, "display_name": "Lee Family Trust",
                "organization_name": "Lee Family Trust", "owner_type": 2 }),
    )
    .await;
    let columns = json!([
        "ownerType",
        "firstName",
        "lastName",
        "organizationName",
        "email",
        "dob"
    ]);
    let file = admin
        .send(
            Method::POST,
            "/FirmOwner/export",
            Some(json!({ "selectColumns": columns }).to_string().into()),
        )
        .await;
    let stranger = app.other_firm_admin().await;
    let wizard = Wizard::begin_named(&stranger, OWNER, "FirmOwenrs.csv", &file.body).await;
    assert_eq!(wizard.import().await, counts(&[("new", 2), ("total", 2)]));
    let people = |firm: i32| {
        format!(
            "SELECT string_agg(concat_ws('|', display_name, owner_type, email, dob), ', ' ORDER BY name_key) FROM contact WHERE firm_id = {firm}"
        )
    };
    assert_eq!(app.text(&people(2)).await, app.text(&people(1)).await);
}

/// Inserts an owner whose type cannot be derived from the name.
async fn insert_circle(app: &crate::support::TestApp) {
    app.insert(
        "contact",
        json!({ "firm_id": 1, "uuid": uuid::Uuid::now_v7(), "kind": 2, "display_name": "Harbor Circle",
                "organization_name": "Harbor Circle", "owner_type": 6, "external_id": "H1" }),
    )
    .await;
}

const OWNERS: &str =
    "SELECT string_agg(concat_ws('|', display_name, owner_type, city), ', ' ORDER BY name_key) FROM contact";

/// A file without owner types does not change the types of existing owners.
#[tokio::test]
async fn asks_for_the_owner_type_of_new_owners_only() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    insert_circle(&app).await;
    let known = "Organization,Client ID,City\nHarbor Circle,H1,Reno\n";
    let wizard = Wizard::begin(&admin, OWNER, known)
        .await
        .matching_by(&["externalId"])
        .in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(preview["questions"], json!([]), "{preview:#}");
    assert_eq!(preview["counts"], counts(&[("update", 1), ("total", 1)]));

    let both = "Organization,Client ID,City\nHarbor Circle,H1,Reno\nQuarry Circle,Q1,Reno\n";
    let mut wizard = Wizard::begin(&admin, OWNER, both)
        .await
        .matching_by(&["externalId"])
        .in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(preview["questions"][0]["id"], "ownerType");
    assert_eq!(
        preview["counts"],
        counts(&[("update", 1), ("error", 1), ("total", 2)])
    );
    assert_eq!(preview["groups"][0]["code"], "owner_type_missing");
    assert_eq!(preview["groups"][0]["samples"][0]["row"], 3);
    let faults = &preview["rows"][1]["faults"];
    assert_eq!(faults[0]["message"], "Select an owner type.", "{faults}");
    let submitted = wizard.try_submit(&preview["counts"]).await;
    submitted.refused(422, "open_questions");

    wizard.mapping["answers"] = json!([{ "question": "ownerType", "choice": "3" }]);
    assert_eq!(
        wizard.import().await,
        counts(&[("update", 1), ("new", 1), ("total", 2)])
    );
    assert_eq!(
        app.text(OWNERS).await.as_deref(),
        Some("Harbor Circle|6|Reno, Quarry Circle|3|Reno")
    );
}

/// An empty cell keeps the type of an existing owner.
#[tokio::test]
async fn empty_owner_type_is_an_error_for_new_owners_only() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    insert_circle(&app).await;
    let file = "Organization,Owner Type,Client ID,City\nHarbor Circle,,H1,Reno\nQuarry Circle,,Q1,Reno\nHill Circle,Trust,T1,Reno\n";
    let wizard = Wizard::begin(&admin, OWNER, file)
        .await
        .matching_by(&["externalId"])
        .in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        preview["questions"],
        json!([]),
        "the file has an owner type column"
    );
    let counted = counts(&[("update", 1), ("new", 1), ("error", 1), ("total", 3)]);
    assert_eq!(preview["counts"], counted, "{preview:#}");
    assert_eq!(wizard.import().await, counted);
    assert_eq!(
        app.text(OWNERS).await.as_deref(),
        Some("Harbor Circle|6|Reno, Hill Circle|2|Reno")
    );
}
