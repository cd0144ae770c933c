//! Matching rows with contacts and earlier rows by key, and the user's decisions.

use super::support::{AGENT, OWNER, Wizard, app, counts};
use crate::support::TestApp;
use http::Method;
use serde_json::{Value, json};

/// Returns the outcome and match key of each row, and the row or contact that it matches.
fn matches(preview: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let rows = preview["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| {
            let against = match &row["earlierRow"] {
                Value::Null => text(&row["contactName"]),
                earlier => format!("row {earlier}"),
            };
            format!("{} {} {against}", text(&row["outcome"]), text(&row["matchKey"]))
        })
        .collect()
}

const PEOPLE: &str = "First Name,Last Name,DOB,Address,City,Phone,Owner Type\n";

async fn insert_ada(app: &TestApp) -> uuid::Uuid {
    let ada = app.owner("Ada Lee").with("dob", "1970-02-03");
    let ada = ada.with("address_line1", "1 Main St").with("city", "Boston");
    ada.with("phone", "+14155550100").insert().await.uuid
}

#[tokio::test]
async fn probable_matches_require_a_decision() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = insert_ada(&app).await;
    let file = format!(
        "{PEOPLE}Ada,Lee,1970-02-03,1 Main St,Boston,415-555-0199,1\n\
         Ada,Lee,1970-02-03,,,415-555-0198,1\n\
         Ada,Lee,,1 Main St,Boston,415-555-0197,1\n"
    );
    let wizard = Wizard::begin(&admin, OWNER, &file).await.in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        [
            "review nameAndBirthDate Lee, Ada",
            "review nameAndBirthDate row 2",
            "review nameAndAddress row 2"
        ],
        "{preview:#}"
    );
    assert_eq!(preview["counts"], counts(&[("review", 3), ("total", 3)]));
    assert_eq!(preview["reviews"][0]["reason"], "probableInFile");
    assert_eq!(preview["reviews"][1]["reason"], "probableMatch");
    assert_eq!(preview["rows"][0]["contactUuid"], json!(ada));
    let change = json!({ "field": "person.phone", "label": "Phone", "before": "(415) 555-0100", "after": "(415) 555-0199" });
    assert_eq!(preview["rows"][0]["changes"], json!([change]));
    wizard
        .try_submit(&preview["counts"])
        .await
        .refused(422, "nothing_to_import");
    let rejected = admin.get(wizard.path("/rejected")).await.text();
    assert!(
        rejected
            .contains("This row is probably for an existing contact. Lee, Ada (by Name and date of birth)."),
        "{rejected}"
    );

    let mut wizard = wizard
        .deciding("probableMatch", "same")
        .deciding("probableInFile", "same");
    assert_eq!(
        wizard.counts().await,
        counts(&[("update", 1), ("duplicateInFile", 2), ("total", 3)])
    );
    wizard.decide(json!({ "reason": "probableInFile", "row": 3, "choice": "different" }));
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview)[1],
        "duplicateInFile nameAndBirthDate row 2",
        "row 3 is for the contact that row 2 updates: {preview:#}"
    );
    wizard.mapping["decisions"] = json!([]);
    let wizard = wizard
        .deciding("probableMatch", "different")
        .deciding("probableInFile", "different");
    assert_eq!(wizard.import().await, counts(&[("new", 3), ("total", 3)]));
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 4);
}

#[tokio::test]
async fn finds_people_despite_spelling_mistakes() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    insert_ada(&app).await;
    app.owner("Jonathan Smith")
        .with("dob", "1950-05-06")
        .insert()
        .await;
    let file = format!(
        "{PEOPLE}Jonathon,Smyth,1950-05-06,,,,1\n\
         Lee,Ada,1970-02-03,,,,1\n\
         Adda,Lee,1970-03-02,1 Main St,Boston,,1\n\
         Bob,Lee,1970-02-03,1 Main St,Boston,,1\n\
         Ada,Lee,1990-01-01,1 Main St,Boston,,1\n"
    );
    let wizard = Wizard::begin(&admin, OWNER, &file).await;
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        [
            "review nameAndBirthDate Smith, Jonathan",
            "review nameAndBirthDate Lee, Ada",
            "new - -",
            "new - -",
            "new - -"
        ],
        "a differing date of birth or first name vetoes: {preview:#}"
    );
}

#[tokio::test]
async fn identical_rows_add_one_contact() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let row = "Ada,Lee,,,,415-555-0100,1\n";
    let wizard = Wizard::begin(&admin, OWNER, &format!("{PEOPLE}{row}{row}{row}")).await;
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        [
            "new - -",
            "duplicateInFile allValues row 2",
            "duplicateInFile allValues row 2"
        ]
    );
    let rejected = admin.get(wizard.path("/rejected")).await.text();
    assert!(
        rejected.contains("Row 2 in the file is for the same contact (by All values)."),
        "{rejected}"
    );
}

#[tokio::test]
async fn people_who_share_an_email_are_not_merged() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    for (name, npn) in [("Bo Ek", "100001"), ("Cy Ek", "100002")] {
        let agent = app.agent(name).with("npn", npn);
        agent.with("email", "office@example.com").insert().await;
    }
    let file = "First Name,Last Name,Email,NPN,City\n\
                Bo,Ek,office@example.com,100001,Boston\n\
                Cy,Ek,office@example.com,100002,Salem\n\
                Di,Ek,office@example.com,,Reno\n\
                Ed,Ek,office@example.com,,Reno\n";
    let wizard = Wizard::begin(&admin, AGENT, file).await.in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        ["update npn Ek, Bo", "update npn Ek, Cy", "new - -", "new - -"],
        "{preview:#}"
    );
    let by_email = Wizard::begin(&admin, AGENT, file)
        .await
        .in_mode("update")
        .matching_by(&["emailAndLastName"]);
    let preview = by_email.preview().await;
    assert_eq!(
        matches(&preview)[..2],
        ["update emailAndLastName Ek, Bo", "update emailAndLastName Ek, Cy"],
        "{preview:#}"
    );
}

#[tokio::test]
async fn stronger_keys_take_precedence_over_the_chosen_order() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    app.agent("Ada Lee")
        .with("email", "ada@example.com")
        .insert()
        .await;
    let file = "First Name,Last Name,Email,NPN\nAda,Lee,ada@example.com,100001\n";
    let wizard = Wizard::begin(&admin, AGENT, file)
        .await
        .matching_by(&["emailAndLastName", "npn"]);
    let preview = wizard.preview().await;
    assert_eq!(matches(&preview), ["duplicateInFirm npn Lee, Ada"]);
}

#[tokio::test]
async fn changing_a_name_or_birth_date_requires_a_decision() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let agent = |name: &str, npn: &str| app.agent(name).with("npn", npn).with("dob", "1970-02-03");
    agent("Ada Lee", "1").insert().await;
    agent("Bo Ek", "2").insert().await;
    agent("Cy Fox", "3").insert().await;
    let file = "First Name,Last Name,NPN,DOB,City\n\
                Ada,King,1,1970-02-03,Boston\n\
                Bo,Ek,2,1971-02-03,Boston\n\
                CY,FOX,3,1970-02-03,Boston\n";
    let mut wizard = Wizard::begin(&admin, AGENT, file).await.in_mode("update");
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        ["review npn Lee, Ada", "review npn Ek, Bo", "update npn Fox, Cy"],
        "{preview:#}"
    );
    assert_eq!(preview["rows"][0]["review"], "identityChange");
    wizard.decide(json!({ "reason": "identityChange", "row": 2, "choice": "same" }));
    wizard.decide(json!({ "reason": "identityChange", "row": 3, "choice": "different" }));
    let preview = wizard.preview().await;
    assert_eq!(
        matches(&preview),
        ["update npn Lee, Ada", "error npn Ek, Bo", "update npn Fox, Cy"],
        "{preview:#}"
    );
    assert_eq!(preview["rows"][1]["faults"][0]["code"], "npn_taken");
    wizard.import().await;
    let names = "SELECT string_agg(display_name, '; ' ORDER BY npn) FROM contact";
    assert_eq!(
        app.text(names).await.as_deref(),
        Some("King, Ada; Ek, Bo; FOX, CY")
    );
}

/// Importing an edited export changes only the edited fields.
#[tokio::test]
async fn exported_contacts_match_by_record_id() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    for kind in ["owner", "insured"] {
        for at in 0..30 {
            let insert = if kind == "owner" {
                TestApp::owner
            } else {
                TestApp::insured
            };
            insert(&app, "Ada Lee")
                .with("phone", &*format!("+14155550{at:03}"))
                .insert()
                .await;
        }
    }
    for (kind, resource) in [(OWNER, "FirmOwner"), (3, "FirmInsured")] {
        let body = json!({ "selectColumns": ["name", "phone"] }).to_string();
        let file = admin
            .send(Method::POST, format!("/{resource}/export"), Some(body.into()))
            .await;
        let file = file.text();
        assert!(file.lines().next().unwrap().ends_with(",Record ID"), "{file}");
        let edited = file
            .replace("(415) 555-0", "(617) 555-0")
            .replace("+14155550", "+16175550");
        let wizard = Wizard::begin(&admin, kind, &edited).await.in_mode("update");
        let preview = wizard.preview().await;
        assert_eq!(
            preview["counts"],
            counts(&[("update", 30), ("total", 30)]),
            "{preview:#}"
        );
        assert_eq!(matches(&preview)[0], "update recordId Lee, Ada");
        wizard.import().await;
    }
    assert_eq!(
        app.number("SELECT count(*) FROM contact WHERE phone LIKE '+16175550%'")
            .await,
        60
    );
    assert_eq!(app.number("SELECT count(*) FROM contact").await, 60);
}

/// A file that was exported before a merge still finds the contact.
#[tokio::test]
async fn record_id_of_a_merged_contact_matches_the_remaining_one() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let ada = app.agent("Ada Lee").insert().await;
    let twin = app.agent("Zoe Quill").insert().await;
    let file = format!("Record ID,First Name,Last Name\n{},Zoe,Quill\n", twin.uuid);
    let matched = async || {
        let mut wizard = Wizard::begin(&admin, AGENT, &file).await.in_mode("update");
        wizard.mapping["columns"][0]["target"] = json!("recordId");
        let preview = wizard.preview().await;
        preview["rows"][0]["contactUuid"].clone()
    };
    assert_eq!(matched().await, json!(twin.uuid));
    app.execute(&format!(
        "UPDATE contact SET merged_into = '{}', deleted_at = now() WHERE uuid = '{}'",
        ada.uuid, twin.uuid
    ))
    .await;
    assert_eq!(matched().await, json!(ada.uuid));
}

/// The file may be an export from another firm, or contain a contact that was deleted.
#[tokio::test]
async fn unknown_record_ids_match_no_contact() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let stranger = app.other_firm_admin().await;
    app.agent("Ada Lee").with("npn", "100001").insert().await;
    let body = json!({ "selectColumns": ["name", "npn"] }).to_string();
    let file = admin
        .send(Method::POST, "/FirmAgent/export", Some(body.into()))
        .await
        .text();
    let wizard = Wizard::begin(&stranger, AGENT, &file).await;
    assert_eq!(wizard.counts().await, counts(&[("new", 1), ("total", 1)]));
    let damaged = "Record ID,First Name,Last Name\n0190-broken,Ada,Lee\n";
    let mut wizard = Wizard::begin(&admin, AGENT, damaged).await;
    wizard.mapping["columns"][0]["target"] = json!("recordId");
    let preview = wizard.preview().await;
    assert_eq!(
        preview["rows"][0]["faults"][0]["code"], "invalid_record_id",
        "{preview:#}"
    );
}

#[tokio::test]
async fn pages_keep_the_outcomes_of_the_preview() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    let file = "First Name,Last Name,NPN\nAda,Lee,1\nBo,Ek,2\nCy,Fox,x\n";
    let wizard = Wizard::begin(&admin, AGENT, file).await;
    assert_eq!(
        wizard.counts().await,
        counts(&[("new", 2), ("error", 1), ("total", 3)])
    );
    app.agent("Bo Ek").with("npn", "2").insert().await;
    let page = async |is_page: bool, outcome: Value| {
        let body = json!({ "mapping": wizard.mapping, "isPage": is_page, "outcome": outcome,
                           "limit": { "offset": 0, "rowCount": 10 } });
        let path = format!("/Cohort/bulk/preview/{}", wizard.guid);
        let preview = admin.post(path, body).await.ok();
        matches(&preview)
    };
    assert_eq!(
        page(true, Value::Null).await,
        ["new - -", "new - -", "error - -"],
        "matched once"
    );
    assert_eq!(page(true, json!("error")).await, ["error - -"]);
    // Simulates a database crash, which empties the table.
    app.execute("DELETE FROM upload_match").await;
    assert_eq!(
        page(true, json!("duplicateInFirm")).await,
        ["duplicateInFirm npn Ek, Bo"]
    );
    assert_eq!(
        page(false, Value::Null).await,
        ["new - -", "duplicateInFirm npn Ek, Bo", "error - -"]
    );
}
