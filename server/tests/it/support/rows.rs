//! Inserts rows directly into the database.

use super::{FIRM, TestApp};
use serde_json::{Map, Value, json};
use shared::contact::{ContactKind, Person, name::display_name};
use uuid::Uuid;

/// The carrier in every test database.
pub const CARRIER: &str = "00000000-0000-0000-0000-00000000000a";

/// An inserted contact or contract.
#[derive(Debug, Clone)]
pub struct Row {
    pub firm: i32,
    pub uuid: Uuid,
    table: &'static str,
    kind: Option<ContactKind>,
}

/// Builder for a row.
pub struct NewRow<'a> {
    app: &'a TestApp,
    row: Row,
    values: Map<String, Value>,
}

impl NewRow<'_> {
    /// Sets a column.
    pub fn with(mut self, column: &str, value: impl Into<Value>) -> Self {
        self.values.insert(column.into(), value.into());
        self
    }

    pub fn of_firm(mut self, firm: i32) -> Self {
        self.row.firm = firm;
        self.with("firm_id", firm)
    }

    pub async fn insert(self) -> Row {
        self.app.insert(self.row.table, Value::Object(self.values)).await;
        self.row
    }
}

impl TestApp {
    pub fn agent(&self, name: &str) -> NewRow<'_> {
        self.contact(ContactKind::Agent, name)
    }

    pub fn owner(&self, name: &str) -> NewRow<'_> {
        self.contact(ContactKind::Owner, name).with("owner_type", 1)
    }

    pub fn insured(&self, name: &str) -> NewRow<'_> {
        self.contact(ContactKind::Insured, name)
    }

    /// Builds a contact named `First Last`. The last name defaults to `Lee`.
    pub fn contact(&self, kind: ContactKind, name: &str) -> NewRow<'_> {
        let (first, last) = name.split_once(' ').unwrap_or((name, "Lee"));
        let person = Person {
            first_name: Some(first.into()),
            last_name: Some(last.into()),
            ..Person::default()
        };
        let uuid = Uuid::now_v7();
        let values = json!({ "firm_id": FIRM, "uuid": uuid, "kind": kind as i16, "first_name": first,
                             "last_name": last, "display_name": display_name(&person) });
        self.new_row(
            Row {
                firm: FIRM,
                uuid,
                table: "contact",
                kind: Some(kind),
            },
            values,
        )
    }

    /// Builds a policy in force with all amounts zero.
    pub fn policy(&self, number: &str) -> NewRow<'_> {
        let uuid = Uuid::now_v7();
        let values = json!({ "firm_id": FIRM, "uuid": uuid, "policy_number": number, "carrier_uuid": CARRIER,
                             "carrier_name": "Cedar Life", "product_type": "Term", "status": "InForce" });
        self.new_row(
            Row {
                firm: FIRM,
                uuid,
                table: "policy",
                kind: None,
            },
            values,
        )
    }

    /// Builds an annuity in force with all amounts zero.
    pub fn annuity(&self, number: &str) -> NewRow<'_> {
        let uuid = Uuid::now_v7();
        let values = json!({ "firm_id": FIRM, "uuid": uuid, "contract_number": number, "carrier_uuid": CARRIER,
                             "carrier_name": "Cedar Life", "product_type": "FixedDeferred", "status": "InForce" });
        self.new_row(
            Row {
                firm: FIRM,
                uuid,
                table: "annuity",
                kind: None,
            },
            values,
        )
    }

    fn new_row(&self, row: Row, values: Value) -> NewRow<'_> {
        let Value::Object(values) = values else {
            unreachable!("rows are objects")
        };
        NewRow {
            app: self,
            row,
            values,
        }
    }

    /// Links a contact to a contract with type 1 of its kind.
    pub async fn link(&self, contract: &Row, contact: &Row) {
        self.link_as(contract, contact, 1).await;
    }

    pub async fn link_as(&self, contract: &Row, contact: &Row, type_id: i16) {
        let line = if contract.table == "policy" { 1 } else { 2 };
        let kind = contact.kind.expect("a contact");
        let role = match (kind, line) {
            (ContactKind::Agent, _) => "Agent",
            (ContactKind::Owner, _) => "Owner",
            (ContactKind::Insured, 1) => "Insured",
            (ContactKind::Insured, _) => "Annuitant",
        };
        let row = json!({ "firm_id": contract.firm, "contract_uuid": contract.uuid, "contact_uuid": contact.uuid,
                          "line": line, "kind": kind as i16, "role": role, "type_id": type_id });
        self.insert("contract_party", row).await;
    }

    pub async fn insert(&self, table: &str, row: Value) {
        self.insert_all(table, vec![row]).await;
    }

    /// Inserts rows with the columns of the first one.
    pub async fn insert_all(&self, table: &str, rows: Vec<Value>) {
        let columns: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
        let columns = columns.join(", ");
        let sql = format!(
            "INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_recordset(null::{table}, $1::text::jsonb)"
        );
        let json = Value::Array(rows).to_string();
        self.owner
            .execute(&sql, &[&json])
            .await
            .unwrap_or_else(|error| panic!("{table}: {error:?}"));
    }
}
