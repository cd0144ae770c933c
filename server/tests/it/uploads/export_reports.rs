//! Reimporting exported contact reports changes nothing, with any columns and labels, as CSV and XLSX.

use super::support::{Wizard, app, counts};
use crate::lists::book::exported_keys;
use crate::reports::{path, report};
use crate::support::{Client, Reply, TestApp};
use serde_json::{Value, json};
use shared::contact::name::display_name;
use shared::contact::{ContactKind, Person};
use shared::list::ListName;

/// Names that are ambiguous when combined: first, middle, last, suffix.
const PEOPLE: [[&str; 4]; 7] = [
    ["Mary Ann", "", "Lee", ""],
    ["Ada", "Marie", "Lee-Smith", "Jr"],
    ["Jan", "", "van der Berg", ""],
    ["Ada", "", "Church", ""],
    ["John", "", "Smith", ""],
    // A second contact with the same name and no other data.
    ["John", "", "Smith", ""],
    ["O'Brien", "=1", "'+Name", "III"],
];
const ORGANIZATIONS: [&str; 3] = [
    "Lee, Hill Advisors",
    "Whitfield Family Trust",
    "John & Mary Smith",
];

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

async fn insert(app: &TestApp, kind: ContactKind, person: &Person, further: Value) {
    let mut row = json!({
        "firm_id": 1, "uuid": uuid::Uuid::now_v7(), "kind": kind as i16, "display_name": display_name(person),
        "first_name": person.first_name, "middle_name": person.middle_name, "last_name": person.last_name,
        "suffix": person.suffix, "organization_name": person.organization_name,
    });
    row.as_object_mut()
        .unwrap()
        .extend(further.as_object().unwrap().clone());
    app.insert("contact", row).await;
}

async fn book(app: &TestApp, admin: &Client, kind: ContactKind) {
    let owner_type = (kind == ContactKind::Owner).then_some(1);
    for [first, middle, last, suffix] in PEOPLE {
        let person = Person {
            first_name: non_empty(first),
            middle_name: non_empty(middle),
            last_name: non_empty(last),
            suffix: non_empty(suffix),
            ..Person::default()
        };
        insert(app, kind, &person, json!({ "owner_type": owner_type })).await;
    }
    // Two contacts with the same values for all match keys.
    for first in ["Ann", "Bob"] {
        let person = Person {
            first_name: non_empty(first),
            last_name: non_empty("Lee"),
            ..Person::default()
        };
        let further = json!({ "owner_type": owner_type, "email": "lees@example.com", "phone": "+14155550100x12", "state": "MA", "city": "=Boston, \"MA\"",
            "postal_code": "02134", "dob": "1970-02-03", "sex": "F", "address_line1": "-1 Main St; Apt 2" });
        insert(app, kind, &person, further).await;
    }
    if kind != ContactKind::Insured {
        for (index, name) in ORGANIZATIONS.into_iter().enumerate() {
            let person = Person {
                organization_name: non_empty(name),
                ..Person::default()
            };
            let further = match kind {
                // A type that differs from the one the name suggests.
                ContactKind::Owner => json!({ "owner_type": 6 }),
                _ if index == 0 => json!({ "npn": "0012345", "agency_code": "1.0" }),
                _ => json!({}),
            };
            insert(app, kind, &person, further).await;
        }
    }
    let call = match kind {
        ContactKind::Agent => "FirmAgent",
        ContactKind::Owner => "FirmOwner",
        ContactKind::Insured => "FirmInsured",
    };
    let person =
        json!({ "firstName": "Tess", "lastName": "Number", "taxId": "523-86-1947", "ownerType": owner_type });
    admin
        .post(format!("/{call}/1"), json!({ "person": person }))
        .await
        .ok();
}

async fn export(admin: &Client, report: &Value, format: &str) -> Reply {
    let file = admin
        .post(format!("{}/export", path(report)), json!({ "format": format }))
        .await;
    assert_eq!(file.status, 200, "{}", file.text());
    file
}

async fn assert_reimport_changes_nothing(kind: ContactKind, report_type: u8, name: &str) {
    let (app, _) = app().await;
    let admin = app.admin().await;
    book(&app, &admin, kind).await;
    let everybody = u32::try_from(app.number("SELECT count(*) FROM contact").await).unwrap();
    let queries = [
        json!({}),
        json!({ "selectColumns": exported_keys(ListName::of_contacts(kind)) }),
        // Labels that are the names of other columns.
        json!({ "selectColumns": ["name", "email", "phone", "policyCount", "dob", "state"],
                "customLabels": { "name": "Who", "email": "Phone", "phone": "State", "policyCount": "NPN", "dob": "Since",
                                  "state": "=Email" } }),
        json!({ "selectColumns": ["firstName", "lastName", "organizationName", "deathBenefit", "updatedAt", "createdAt"],
                "customLabels": { "firstName": "Last Name", "lastName": "First Name", "updatedAt": "Date of Birth" } }),
    ];
    let mut reports = Vec::new();
    for (index, query) in queries.iter().enumerate() {
        reports.push(report(&admin, report_type, &format!("All {index}"), query.clone()).await);
    }
    let book = "SELECT string_agg(to_jsonb(c)::text, '\n' ORDER BY uuid) FROM contact c";
    let log = "SELECT count(*) FROM audit_log WHERE action <> 'export'";
    let before = (app.text(book).await, app.number(log).await);
    for (saved, query) in reports.iter().zip(&queries) {
        for format in ["csv", "xlsx"] {
            let file = export(&admin, saved, format).await;
            let mut wizard =
                Wizard::begin_named(&admin, kind as u8, &format!("{name}.{format}"), &file.body).await;
            for (mode, outcome) in [
                ("update", "unchanged"),
                ("fillBlanks", "unchanged"),
                ("addOnly", "duplicateInFirm"),
            ] {
                wizard = wizard.in_mode(mode);
                let preview = wizard.preview().await;
                let mut seen = preview["counts"].clone();
                // Ignores the warnings for ambiguous names.
                seen["warning"] = json!(0);
                assert_eq!(
                    seen,
                    counts(&[(outcome, everybody), ("total", everybody)]),
                    "{format} {mode} {query} {preview:#}"
                );
                assert_eq!(preview["questions"], json!([]));
                let submitted = wizard.try_submit(&preview["counts"]).await;
                submitted.refused(422, "nothing_to_import");
            }
        }
    }
    assert_eq!((app.text(book).await, app.number(log).await), before);
}

#[tokio::test]
async fn reimporting_agent_reports_changes_nothing() {
    assert_reimport_changes_nothing(ContactKind::Agent, 4, "Agents").await;
}

#[tokio::test]
async fn reimporting_owner_reports_changes_nothing() {
    assert_reimport_changes_nothing(ContactKind::Owner, 6, "Owners").await;
}

#[tokio::test]
async fn reimporting_insured_reports_changes_nothing() {
    assert_reimport_changes_nothing(ContactKind::Insured, 5, "Insureds").await;
}

/// Edited cells are imported. Cleared cells do not clear values.
#[tokio::test]
async fn reimport_applies_only_the_values_edited_in_the_file() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    book(&app, &admin, ContactKind::Agent).await;
    let query =
        json!({ "selectColumns": ["name", "npn", "email", "city"], "customLabels": { "city": "Where" } });
    let saved = report(&admin, 4, "All", query).await;
    let mut file = export(&admin, &saved, "csv").await.text();
    for (cells, changed) in [
        (
            "\"Lee, Hill Advisors\",0012345,,",
            "\"Lee, Hill Advisors\",0012345,,Reno",
        ),
        ("\"Lee, Ann\",,lees@example.com,", "\"Lee, Ann\",,,"),
    ] {
        assert!(file.contains(cells), "{file}");
        file = file.replace(cells, changed);
    }
    let wizard = Wizard::begin_named(&admin, 1, "Agents.csv", file.as_bytes())
        .await
        .in_mode("update");
    let counted = wizard.import().await;
    assert_eq!(
        (&counted["update"], &counted["new"], &counted["error"]),
        (&json!(1), &json!(0), &json!(0))
    );
    let changed = "SELECT string_agg(concat_ws('|', display_name, organization_name, last_name, city), ', ') FROM contact
                   WHERE version > 1";
    assert_eq!(
        app.text(changed).await.as_deref(),
        Some("Lee, Hill Advisors|Lee, Hill Advisors|Reno")
    );
    let kept = "SELECT count(*) FROM contact WHERE email = 'lees@example.com'";
    assert_eq!(app.number(kept).await, 2);
}

#[tokio::test]
async fn leaves_ambiguous_headers_unmapped() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.agent("Ada Lee")
        .with("npn", "100")
        .with("agency_code", "200")
        .insert()
        .await;
    let mut files = Vec::new();
    for column in ["npn", "agencyCode"] {
        let query = json!({ "selectColumns": ["name", column], "customLabels": { column: "Code" } });
        let saved = report(&admin, 4, column, query).await;
        files.push(export(&admin, &saved, "csv").await);
    }
    for file in &files {
        let wizard = Wizard::begin_named(&admin, 1, "Agents.csv", &file.body).await;
        let targets: Vec<&Value> = wizard.mapping["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|column| &column["target"])
            .collect();
        assert_eq!(targets, [&json!("fullName"), &Value::Null, &json!("recordId")]);
    }
    // The user can still choose a mapping.
    let wizard = Wizard::begin_named(&admin, 1, "Agents.csv", &files[1].body)
        .await
        .with_target(1, "agencyCode")
        .in_mode("update");
    assert_eq!(wizard.counts().await, counts(&[("unchanged", 1), ("total", 1)]));
}
