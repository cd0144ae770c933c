//! Fills lists with rows of edge-case values.

use crate::support::{CARRIER, FIRM, TestApp};
use serde_json::{Value, json};
use shared::contract::options;
use shared::list::{ColumnType, ListName};
use uuid::Uuid;

/// Search path of a list.
pub fn search_path(list: ListName) -> &'static str {
    match list {
        ListName::Agents => "/FirmAgent/search",
        ListName::Owners => "/FirmOwner/search",
        ListName::Insureds => "/FirmInsured/search",
        ListName::Policies => "/allpolicy/search",
        ListName::Annuities => "/allannuity/search",
        ListName::AuditLog => "/AuditLog/search",
        ListName::Cohorts => "/Cohort/search",
    }
}

pub const TEXTS: [&str; 16] = [
    "",
    " ",
    "Zürich",
    "zurich",
    "100%",
    "a_b",
    "back\\slash",
    "O'Neil",
    "Straße",
    "İstanbul",
    "王小明",
    "%",
    "_",
    "ÆØÅ æøå",
    "mixed CASE",
    "\u{1f469}\u{200d}\u{1f467} family",
];
pub const DATES: [&str; 10] = [
    "2026-11-21",
    "2026-11-20",
    "2026-11-22",
    "2000-02-29",
    "1964-11-30",
    "1999-12-31",
    "2026-12-25",
    "1900-01-01",
    "2027-03-01",
    "2026-10-22",
];
pub const MONEY: [&str; 7] = [
    "0.00",
    "0.01",
    "10.10",
    "99.99",
    "250000.00",
    "9999999999999999.99",
    "100.00",
];
const TIMES: [&str; 4] = [
    "2026-11-21T01:02:03.123456Z",
    "2026-11-21T01:02:03.123457Z",
    "1999-12-31T23:59:59Z",
    "2026-06-30T12:00:00.5Z",
];

/// Seeded random numbers.
pub struct Picks(pub u64);

impl Picks {
    pub fn number(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    fn of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.number(values.len())]
    }

    fn maybe(&mut self, values: &[&str]) -> Value {
        if self.number(4) == 0 {
            Value::Null
        } else {
            json!(self.of(values))
        }
    }

    /// Random value for the database column behind a list column.
    fn value(&mut self, list: ListName, key: &str) -> Value {
        let column = list
            .column(key)
            .unwrap_or_else(|| panic!("{} has no column {key}", list.as_str()));
        match (column.column_type, column.nullable) {
            (ColumnType::Text, true) => self.maybe(&TEXTS),
            (ColumnType::Text, false) => json!(format!("{}{}", self.of(&TEXTS), self.number(20))),
            (ColumnType::Choice, nullable) => {
                let codes = options(column.choices.unwrap());
                let code = codes[self.number(codes.len())].code.clone();
                if nullable && self.number(4) == 0 {
                    Value::Null
                } else {
                    json!(code)
                }
            }
            (ColumnType::Integer, _) => json!(self.number(4)),
            (ColumnType::Money, true) => self.maybe(&MONEY),
            (ColumnType::Money, false) => json!(self.of(&MONEY)),
            (ColumnType::Date, _) => self.maybe(&DATES),
            (ColumnType::Timestamp, _) => json!(self.of(&TIMES)),
            (ColumnType::Flag, _) => json!(self.number(2) == 0),
        }
    }
}

/// Database column of a list column: snake case, except for a few renamed ones.
fn table_column(list: ListName, key: &str) -> String {
    let renamed = match (list.contact_kind().is_some(), key) {
        (true, "name") => "display_name",
        (false, "insured") => "insured_name",
        (false, "annuitant") => "annuitant_name",
        (false, "owner") => "owner_name",
        (false, "agent") => "agent_name",
        (false, "carrier") => "carrier_name",
        (false, "policyCashValue" | "annuityCashValue") => "cash_value",
        (false, "policySurrenderValue" | "annuitySurrenderValue") => "surrender_value",
        _ => "",
    };
    if renamed.is_empty() {
        key.chars().fold(String::new(), |name, c| {
            if c.is_ascii_uppercase() {
                name + "_" + &c.to_ascii_lowercase().to_string()
            } else {
                name + &c.to_string()
            }
        })
    } else {
        renamed.to_owned()
    }
}

/// Inserts entries with unknown user and record keys, which the list shows unresolved.
async fn fill_audit_log(app: &TestApp, count: usize) {
    let list = ListName::AuditLog;
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|i| {
            json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "at": picks.value(list, "at"),
                    "actor_key": picks.value(list, "user"), "on_behalf_of_key": picks.value(list, "onBehalfOf"),
                    "action": picks.value(list, "action"), "subject_type": picks.value(list, "recordKind"),
                    "subject_key": picks.value(list, "record"),
                    "subject_uuid": (i % 3 == 0).then(Uuid::now_v7),
                    "details": { "note": picks.of(&TEXTS), "fields": [picks.of(&TEXTS)] },
                    "trace_id": picks.value(list, "traceId"),
                    "address": picks.maybe(&["10.0.0.1", "2001:db8::7"]) })
        })
        .collect();
    app.insert_all("audit_log", rows).await;
}

/// Inserts cohorts with unknown creators, which the list shows unresolved. Rule cohorts have no contact
/// count.
async fn fill_cohorts(app: &TestApp, count: usize) {
    let list = ListName::Cohorts;
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|i| {
            let kind = picks.value(list, "kind");
            json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "name": format!("{} {i}", picks.of(&TEXTS)),
                    "contact_kind": picks.value(list, "contactType").as_str().unwrap().parse::<i16>().unwrap(),
                    "filter": (kind == "Rule").then(|| json!([])), "kind": kind,
                    "contact_count": picks.number(4), "description": picks.value(list, "description"),
                    "created_by": picks.value(list, "createdBy"), "created_at": picks.value(list, "createdAt"),
                    "updated_at": picks.value(list, "updatedAt") })
        })
        .collect();
    app.insert_all("cohort", rows).await;
}

/// Inserts rows with random values in every column. Columns maintained by triggers get random values too.
pub async fn fill(app: &TestApp, list: ListName, count: usize) {
    if list == ListName::AuditLog {
        return fill_audit_log(app, count).await;
    }
    if list == ListName::Cohorts {
        return fill_cohorts(app, count).await;
    }
    let mut picks = Picks(list as u64 + 7);
    let mut rows = Vec::new();
    for i in 0..count {
        let mut row = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7() });
        for column in list.columns() {
            if matches!(
                column.key,
                "age" | "taxId" | "anniversaryMonth" | "policyNumber" | "contractNumber" | "npn"
            ) {
                continue;
            }
            row[table_column(list, column.key)] = picks.value(list, column.key);
        }
        match list.contact_kind() {
            Some(kind) => {
                row["kind"] = json!(kind as i16);
                if list == ListName::Agents {
                    row["npn"] = if i % 5 == 0 {
                        Value::Null
                    } else {
                        json!(format!("{}", i * 37 + 1))
                    };
                }
            }
            None => {
                row["carrier_uuid"] = json!(CARRIER);
                let number = format!(
                    "{} {}-{i}",
                    picks.of(&["ab", "AB", "Zz", "00"]),
                    picks.of(&TEXTS[2..8])
                );
                row[if list == ListName::Policies {
                    "policy_number"
                } else {
                    "contract_number"
                }] = json!(number);
            }
        }
        rows.push(row);
    }
    let table = match list {
        ListName::Policies => "policy",
        ListName::Annuities => "annuity",
        _ => "contact",
    };
    app.insert_all(table, rows).await;
}

/// All column keys of a list, for `selectColumns`.
pub fn all_columns(list: ListName) -> Vec<&'static str> {
    list.columns().iter().map(|column| column.key).collect()
}
