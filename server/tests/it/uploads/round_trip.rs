//! Round trips of each contact list. Exports the list, changes one cell of the file, and imports the file in update
//! mode, which must change only that field of that contact.

use super::support::{Wizard, app, counts};
use crate::contacts::resource;
use crate::lists::book::all_columns;
use crate::support::{Client, FIRM, TestApp};
use serde_json::{Value, json};
use shared::contact::{ContactKind, Field};
use shared::list::ListName;
use std::collections::{BTreeMap, BTreeSet};

/// Tables that record or stage an import or that background jobs use. All other tables are compared.
const HISTORY: [&str; 13] = [
    "audit_head",
    "audit_log",
    "cohort_change",
    "duplicate_check",
    "hub_outbox",
    "report_change",
    "rules_run",
    "upload",
    "upload_effect",
    "upload_mapping",
    "upload_match",
    "upload_progress",
    "upload_row",
];

/// SQL for the list totals, which are sums over slots.
const LIST_TOTALS: &str = "(SELECT firm_id, list, sum(row_count) AS row_count, sum(policy_count) AS policies,
    sum(death_benefit) AS death_benefit, sum(annuity_count) AS annuities, sum(contract_value) AS contract_value
  FROM firm_list_total GROUP BY firm_id, list)";

/// Kind of contact that an edit applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Person,
    Organization,
    Trust,
    /// A person without an address.
    Homeless,
}

/// A changed cell: column, kind of contact, text as typed in the file, and stored value.
struct Edit(&'static str, Who, &'static str, &'static str);

const EDITS: [Edit; 27] = [
    Edit("title", Who::Person, "Prof.", "Prof."),
    Edit("firstName", Who::Person, "Zita", "Zita"),
    Edit("middleName", Who::Person, "Quill", "Quill"),
    Edit("lastName", Who::Person, "Vandermeer", "Vandermeer"),
    Edit("suffix", Who::Person, "III", "III"),
    Edit(
        "organizationName",
        Who::Organization,
        "Quarry, Hill & Co",
        "Quarry, Hill & Co",
    ),
    Edit("ownerType", Who::Organization, "Partnership", "4"),
    Edit("trustDate", Who::Trust, "2011-05-06", "2011-05-06"),
    Edit("npn", Who::Person, "7654321", "7654321"),
    Edit("agencyCode", Who::Person, "AG-77", "AG-77"),
    Edit("email", Who::Person, "new@example.org", "new@example.org"),
    Edit("phone", Who::Person, "(617) 555-0142 x9", "+16175550142x9"),
    Edit("mobilePhone", Who::Homeless, "617.555.0143", "+16175550143"),
    Edit("addressLine1", Who::Person, "9 Quarry Road", "9 Quarry Road"),
    Edit("addressLine2", Who::Person, "Suite 4", "Suite 4"),
    Edit("city", Who::Person, "=Worcester", "=Worcester"),
    Edit("state", Who::Person, "New Hampshire", "NH"),
    Edit("postalCode", Who::Person, "02139", "02139"),
    Edit("country", Who::Homeless, "Germany", "DE"),
    Edit("dob", Who::Person, "1961-07-08", "1961-07-08"),
    Edit("sex", Who::Person, "X", "X"),
    Edit("externalId", Who::Person, "EX-0077", "EX-0077"),
    Edit(
        "notes",
        Who::Person,
        "Prefers email.\nCalls on Fridays.",
        "Prefers email.\nCalls on Fridays.",
    ),
    Edit("customField1", Who::Person, "Platinum", r#"{"Tier":"Platinum"}"#),
    // Replaces the last or first name in the full name. Keeps the middle name and the rest of a two-word first name.
    Edit("name", Who::Person, "Vandermeer-Hill,", "Vandermeer-Hill"),
    Edit("name", Who::Homeless, "Vandermeer-Hill,", "Vandermeer-Hill"),
    Edit("name", Who::Person, "Rosa", "Rosa"),
];

/// Adds contacts with values in every field, through the API: namesakes, a couple with the same address and email,
/// organizations, and texts that spreadsheets alter. Each has a policy and an annuity.
async fn add_contacts(app: &TestApp, admin: &Client, kind: ContactKind) {
    let full = |first: &str, at: usize| {
        json!({ "title": "Dr.", "firstName": first, "middleName": "Marie", "lastName": "Ångström-Lee", "suffix": "Jr.",
                "email": "lees@example.com", "phone": "(415) 555-0100 x12", "mobilePhone": "+4915112345678",
                "address": { "line1": "-1 Main St; Apt 2", "line2": "Floor \"3\"", "city": "Boston, MA",
                             "state": "MA", "postalCode": "02134", "country": "US" },
                "dob": "1970-02-03", "sex": "F", "externalId": format!("@00{at}"), "notes": "Line one\nLine, two",
                "taxId": format!("523-86-19{at:02}") })
    };
    let name = |first: &str, last: &str| json!({ "firstName": first, "lastName": last });
    let mut people = vec![
        full("Zoë", 41),
        full("Ann", 42),
        name("Mary Ann", "van der Berg"),
        name("John", "Smith"),
        name("John", "Smith"),
    ];
    for person in &mut people {
        match kind {
            ContactKind::Agent if person["title"] != Value::Null => {
                let number =
                    person["externalId"].as_str().unwrap().len() + usize::from(person["firstName"] == "Ann");
                person["npn"] = json!(format!("00123{number}"));
                person["agencyCode"] = json!("1.0");
            }
            ContactKind::Owner => person["ownerType"] = json!(1),
            _ => {}
        }
    }
    let organization = |name: &str| json!({ "organizationName": name, "phone": "+14155550100" });
    match kind {
        ContactKind::Agent => {
            people.extend([organization("Lee, Hill Advisors"), organization("Whitfield & Co")]);
        }
        ContactKind::Owner => {
            for (name, owner_type) in [("Lee, Hill LLC", 3), ("Whitfield Trust", 2), ("Harbor Circle", 6)] {
                let mut owner = organization(name);
                owner["ownerType"] = json!(owner_type);
                if owner_type == 2 {
                    owner["trustDate"] = json!("1999-12-31");
                }
                people.push(owner);
            }
        }
        ContactKind::Insured => {}
    }
    for (at, person) in people.iter().enumerate() {
        let path = format!("/{}/{FIRM}", resource(kind));
        let added = admin.post(path, json!({ "person": person })).await.ok();
        let uuid = added["uuid"].as_str().unwrap();
        for line in [1, 2] {
            let contract = match line {
                1 => {
                    app.policy(&format!("P-{at}"))
                        .with("death_benefit", "100.01")
                        .insert()
                        .await
                }
                _ => {
                    app.annuity(&format!("A-{at}"))
                        .with("contract_value", "70.02")
                        .insert()
                        .await
                }
            };
            let role = match (kind, line) {
                (ContactKind::Agent, _) => "Agent",
                (ContactKind::Owner, _) => "Owner",
                (ContactKind::Insured, 1) => "Insured",
                (ContactKind::Insured, _) => "Annuitant",
            };
            let link = json!({ "firm_id": FIRM, "contract_uuid": contract.uuid, "contact_uuid": uuid, "line": line,
                               "kind": kind as i16, "role": role, "type_id": 1 });
            app.insert("contract_party", link).await;
        }
    }
    app.execute("UPDATE contact SET custom_fields = '{\"Tier\": \"A\"}' WHERE notes IS NOT NULL")
        .await;
    app.execute(&format!(
        "INSERT INTO custom_field (firm_id, contact_kind, name, column_number) VALUES ({FIRM}, {}, 'Tier', 1)",
        kind as i16
    ))
    .await;
}

/// Returns all database rows outside [`HISTORY`] by table and uuid. A row without a uuid is keyed by its content.
async fn snapshot(app: &TestApp) -> BTreeMap<String, Value> {
    let tables = app
        .text(
            "SELECT json_agg(c.relname) FROM pg_class c
             WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace",
        )
        .await
        .unwrap();
    let tables: Vec<String> = serde_json::from_str(&tables).unwrap();
    let mut rows = BTreeMap::new();
    for table in tables.iter().filter(|table| !HISTORY.contains(&table.as_str())) {
        let rows_of_table = if table == "firm_list_total" {
            LIST_TOTALS
        } else {
            table
        };
        let sql = format!("SELECT coalesce(json_agg(to_jsonb(t)), '[]') FROM {rows_of_table} t");
        let found: Vec<Value> = serde_json::from_str(&app.text(&sql).await.unwrap()).unwrap();
        for row in found {
            let key = row["uuid"]
                .as_str()
                .map_or_else(|| row.to_string(), str::to_owned);
            rows.insert(format!("{table} {key}"), row);
        }
    }
    rows
}

/// Returns the names of the changed columns of each row. Added and removed rows have the column `*`.
fn changes(
    before: &BTreeMap<String, Value>,
    after: &BTreeMap<String, Value>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut changed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for key in before.keys().chain(after.keys()) {
        let columns = match (before.get(key), after.get(key)) {
            (Some(old), Some(new)) => {
                let columns = old.as_object().unwrap().keys();
                columns
                    .filter(|column| old[*column] != new[*column])
                    .cloned()
                    .collect()
            }
            _ => BTreeSet::from(["*".to_owned()]),
        };
        if !columns.is_empty() {
            changed.insert(key.clone(), columns);
        }
    }
    changed
}

/// A CSV file as cells.
struct File(Vec<Vec<String>>);

impl File {
    async fn export(admin: &Client, kind: ContactKind, columns: &[&str]) -> Self {
        let path = format!("/{}/export", resource(kind));
        let reply = admin.post(path, json!({ "selectColumns": columns })).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(&*reply.body);
        let rows = reader
            .records()
            .map(|row| row.unwrap().iter().map(str::to_owned).collect());
        Self(rows.collect())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &self.0 {
            writer.write_record(row).unwrap();
        }
        writer.into_inner().unwrap()
    }

    /// Returns the index of a column, found by its label.
    fn column(&self, list: ListName, key: &str) -> usize {
        let label = match key {
            "customField1" => "Tier",
            _ => list.column(key).unwrap().label,
        };
        let place = self.0[0]
            .iter()
            .position(|heading| heading.trim_start_matches('\u{feff}') == label);
        place.unwrap_or_else(|| panic!("no column {label} in {:?}", self.0[0]))
    }
}

fn fits(contact: &Value, who: Who) -> bool {
    let is_organization = contact["organization_name"] != Value::Null;
    match who {
        Who::Person => !is_organization && contact["notes"] != Value::Null,
        Who::Homeless => !is_organization && contact["address_line1"] == Value::Null,
        Who::Trust => contact["owner_type"] == 2,
        Who::Organization => is_organization && contact["owner_type"] != 2,
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn snake(key: &str) -> String {
    let mut name = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// Makes the round trip for one edit. The file has the given or the default columns.
async fn assert_only_edit_changes(app: &TestApp, kind: ContactKind, columns: &[&str], edit: &Edit) {
    let Edit(key, who, typed, stored) = *edit;
    let (admin, list) = (app.admin().await, ListName::of_contacts(kind));
    // Exports before the snapshot, because the first request stores the session.
    let mut file = File::export(&admin, kind, columns).await;
    let before = snapshot(app).await;
    let record_id = file.column(list, "recordId");
    let column = match key {
        "name" if typed.ends_with(',') => "last_name".to_owned(),
        "name" => "first_name".to_owned(),
        "customField1" => "custom_fields".to_owned(),
        _ => snake(key),
    };
    let is_target = |row: &Vec<String>| {
        let contact = before.get(&format!("contact {}", row[record_id]));
        contact.is_some_and(|contact| fits(contact, who) && text_of(&contact[&column]) != stored)
    };
    let place = (0..file.0.len())
        .find(|place| is_target(&file.0[*place]))
        .unwrap_or_else(|| panic!("no {who:?} for {key}"));
    let contact = format!("contact {}", file.0[place][record_id]);
    let cell = file.column(list, key);
    file.0[place][cell] = match (key, file.0[place][cell].split_once(", ")) {
        ("name", Some((_, given))) if typed.ends_with(',') => format!("{typed} {given}"),
        ("name", Some((last, given))) => format!("{last}, {}", replace_first_word(given, typed)),
        _ => typed.to_owned(),
    };

    let context = format!("{list:?} {key} of {contact}, columns {columns:?}");
    let wizard = Wizard::begin_named(
        &admin,
        kind as u8,
        &format!("{}.csv", list.spec().export_file),
        &file.to_bytes(),
    )
    .await
    .in_mode("update")
    .deciding("identityChange", "same");
    let mut counted = wizard.import().await;
    // Ignores the warnings for names of several words.
    counted["warning"] = json!(0);
    let total = u32::try_from(file.0.len() - 1).unwrap();
    assert_eq!(
        counted,
        counts(&[("update", 1), ("unchanged", total - 1), ("total", total)]),
        "{context}"
    );
    let effects = format!(
        "SELECT count(*) FROM upload_effect WHERE storage_guid = '{}' AND NOT is_new AND contact_uuid = '{}'",
        wizard.guid,
        &contact[8..]
    );
    assert_eq!(app.number(&effects).await, 1, "{context}");

    let after = snapshot(app).await;
    let mut changed = changes(&before, &after);
    // Columns that every change sets, and columns that the database derives from the field.
    let mut own = changed.remove(&contact).unwrap_or_default();
    for derived in [
        "version",
        "updated_at",
        "updated_by",
        "search_text",
        "npn_key",
        "name_key",
    ] {
        own.remove(derived);
    }
    let row = &after[&contact];
    assert_eq!(
        row["version"],
        before[&contact]["version"].as_i64().unwrap() + 1,
        "{context}"
    );
    assert_eq!(row["updated_by"], admin.user_key, "{context}");
    let is_name = Field::from_code(key).is_some_and(Field::is_part_of_name)
        || matches!(key, "organizationName" | "name");
    if is_name {
        own.remove("display_name");
        for (key, columns) in &changed {
            let names = [
                "insured_name",
                "annuitant_name",
                "owner_name",
                "agent_name",
                "search_text",
            ];
            let is_contract = key.starts_with("policy ") || key.starts_with("annuity ");
            assert!(
                is_contract && columns.iter().all(|column| names.contains(&column.as_str())),
                "{context}: {key} {columns:?}"
            );
            let name = columns.iter().find(|column| column.ends_with("_name")).unwrap();
            assert_eq!(after[key][name], row["display_name"], "{context}");
        }
        assert!(changed.len() <= 2, "{context}: {changed:?}");
        changed.clear();
    }
    assert_eq!(changed, BTreeMap::new(), "{context}");
    assert_eq!(text_of(&row[&column]), stored, "{context}");
    assert_eq!(own, BTreeSet::from([column]), "{context}");
    if key == "name" {
        assert_eq!(row["display_name"], file.0[place][cell], "{context}");
    }
}

fn replace_first_word(text: &str, word: &str) -> String {
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    format!("{word} {rest}").trim_end().to_owned()
}

async fn assert_round_trips(kind: ContactKind) {
    let (app, _) = app().await;
    let admin = app.admin().await;
    add_contacts(&app, &admin, kind).await;
    let list = ListName::of_contacts(kind);
    let default: Vec<&str> = list
        .columns()
        .iter()
        .filter(|column| column.default && column.feature.is_none())
        .map(|column| column.key)
        .collect();
    let mut edited = BTreeSet::new();
    for edit in &EDITS {
        let key = edit.0;
        if list.column(key).is_none() || !Field::from_code(key).is_none_or(|field| field.is_for(kind)) {
            continue;
        }
        edited.insert(key);
        // The full name is imported only if the file has no name parts.
        if key != "name" {
            assert_only_edit_changes(&app, kind, &all_columns(list), edit).await;
        }
        // NPNs are unique.
        if default.contains(&key) && key != "npn" {
            assert_only_edit_changes(&app, kind, &default, edit).await;
        }
    }
    for field in Field::ALL.iter().filter(|field| field.is_for(kind)) {
        let is_exported = list.column(field.code()).is_some_and(|column| column.filters);
        assert_eq!(is_exported, edited.contains(field.code()), "{list:?} {field:?}");
    }
    // Maintained names and totals equal a full recomputation.
    let before = snapshot(&app).await;
    app.execute(&format!("SELECT firmbook_refresh_firm({FIRM})"))
        .await;
    assert_eq!(changes(&before, &snapshot(&app).await), BTreeMap::new());
}

#[tokio::test]
async fn editing_one_cell_of_exported_agents_changes_one_field() {
    assert_round_trips(ContactKind::Agent).await;
}

#[tokio::test]
async fn editing_one_cell_of_exported_owners_changes_one_field() {
    assert_round_trips(ContactKind::Owner).await;
}

#[tokio::test]
async fn editing_one_cell_of_exported_insureds_changes_one_field() {
    assert_round_trips(ContactKind::Insured).await;
}
