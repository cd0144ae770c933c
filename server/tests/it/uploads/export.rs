//! What the portal exports can be imported again, and changes nothing.

use super::support::{AGENT, OWNER, Wizard, app, counts};
use http::Method;
use serde_json::json;

/// Names, numbers and notes that spreadsheets and CSV make something else of.
async fn an_odd_book(app: &crate::support::TestApp) {
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
async fn a_list_that_was_exported_changes_nothing_when_it_comes_back() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    an_odd_book(&app).await;
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
                "{expected} is not mapped by itself: {targets:?}"
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

/// Into an empty firm the same file brings the same people.
#[tokio::test]
async fn owners_that_were_exported_are_the_same_in_another_firm() {
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
    let stranger = app.stranger().await;
    let wizard = Wizard::begin_named(&stranger, OWNER, "FirmOwenrs.csv", &file.body).await;
    assert_eq!(wizard.import().await, counts(&[("new", 2), ("total", 2)]));
    let people = |firm: i32| {
        format!(
            "SELECT string_agg(concat_ws('|', display_name, owner_type, email, dob), ', ' ORDER BY name_key) FROM contact WHERE firm_id = {firm}"
        )
    };
    assert_eq!(app.text(&people(2)).await, app.text(&people(1)).await);
}
