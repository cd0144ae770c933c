//! Fills lists with rows of edge-case values. A new list needs an entry in [`fill`] and in [`first_page_index`].

use crate::support::{CARRIER, FIRM, TestApp};
use serde_json::{Value, json};
use server::auth::Scope;
use server::list::Source;
use shared::contact::ContactKind;
use shared::contract::transaction::ContractTransactionKind;
use shared::contract::{Line, options};
use shared::list::{Column, ColumnType, ListName, custom_fields};
use shared::trust::TrustRole;
use uuid::Uuid;

/// Returns the search path of a list.
pub fn search_path(list: ListName) -> String {
    format!("/{}/search", list.spec().resource)
}

/// Inserts rows with random values in every column. Columns maintained by triggers get random values too.
pub async fn fill(app: &TestApp, list: ListName, count: usize) {
    match list {
        ListName::Agents => fill_contacts(app, list, ContactKind::Agent, count).await,
        ListName::Owners => fill_contacts(app, list, ContactKind::Owner, count).await,
        ListName::Insureds => fill_contacts(app, list, ContactKind::Insured, count).await,
        ListName::Policies => fill_contracts(app, list, ["policy", "policy_number"], count).await,
        ListName::Annuities => fill_contracts(app, list, ["annuity", "contract_number"], count).await,
        ListName::AuditLog => fill_audit_log(app, count).await,
        ListName::Cohorts => fill_cohorts(app, count).await,
        ListName::Duplicates => fill_duplicates(app, count).await,
        ListName::PremiumGifts => fill_premium_gifts(app, count).await,
        ListName::Trusts => fill_trusts(app, count).await,
        ListName::TrustGrantors => fill_trust_people(app, list, TrustRole::Grantor, count).await,
        ListName::Trustees => fill_trust_people(app, list, TrustRole::Trustee, count).await,
        ListName::TrustBeneficiaries => {
            fill_trust_people(app, list, TrustRole::Beneficiary, count).await;
        }
        ListName::BestInterestForms => fill_best_interest_forms(app, count).await,
        ListName::Beneficiaries => fill_beneficiaries(app, count).await,
        ListName::Transactions => fill_transactions(app, count).await,
    }
}

/// Returns the index that the first page reads in its order, or `None` if each firm has few rows, which are fast to
/// sort.
pub fn first_page_index(list: ListName) -> Option<&'static str> {
    match list {
        ListName::Agents | ListName::Owners | ListName::Insureds => Some("contact_name"),
        ListName::Policies => Some("policy_by_number"),
        ListName::Annuities => Some("annuity_by_number"),
        ListName::AuditLog => Some("audit_log_at"),
        ListName::PremiumGifts => Some("premium_gift_date"),
        ListName::Trusts => Some("contact_trust_name"),
        ListName::TrustGrantors | ListName::Trustees | ListName::TrustBeneficiaries => {
            Some("trust_person_name")
        }
        ListName::BestInterestForms => Some("best_interest_changed"),
        ListName::Beneficiaries => Some("beneficiary_name"),
        ListName::Transactions => Some("contract_transaction_date"),
        ListName::Cohorts | ListName::Duplicates => None,
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
pub const PERCENTS: [&str; 4] = ["0.0000", "5.2500", "5.0000", "100.0000"];
const TIMES: [&str; 4] = [
    "2026-11-21T01:02:03.123456Z",
    "2026-11-21T01:02:03.123457Z",
    "1999-12-31T23:59:59Z",
    "2026-06-30T12:00:00.5Z",
];

/// A seeded random number generator.
pub struct Picks(pub u64);

impl Picks {
    pub fn number(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    pub fn of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.number(values.len())]
    }

    fn maybe(&mut self, values: &[&str]) -> Value {
        if self.number(4) == 0 {
            Value::Null
        } else {
            json!(self.of(values))
        }
    }

    /// Returns a random value for the database column behind a list column.
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
            (ColumnType::Percent, _) => self.maybe(&PERCENTS),
            (ColumnType::Date, true) => self.maybe(&DATES),
            (ColumnType::Date, false) => json!(self.of(&DATES)),
            (ColumnType::Timestamp, _) => json!(self.of(&TIMES)),
            (ColumnType::Flag, _) => json!(self.number(2) == 0),
        }
    }
}

/// Inserts rows into a table, with a random value for each list column that is a plain column of the table.
/// `complete` adds the other columns.
async fn fill_table(
    app: &TestApp,
    list: ListName,
    table: &str,
    count: usize,
    mut complete: impl FnMut(usize, &mut Picks, &mut Value),
) {
    let source = Source::of(list, &Scope::All);
    let mut picks = Picks(list as u64 + 7);
    let rows = (0..count)
        .map(|i| {
            let mut row = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7() });
            for column in list.columns() {
                if let Some(name) = table_column(&source, column) {
                    row[name] = picks.value(list, column.key);
                }
            }
            complete(i, &mut picks, &mut row);
            row
        })
        .collect();
    let (rows, totals) = without_totals(list, &source, rows);
    app.insert_all(table, rows).await;
    if list.contact_kind().is_some() {
        // Replaces the rows of zeros that a trigger adds for new contacts.
        app.execute(&format!(
            "DELETE FROM contact_total WHERE kind = {}",
            totals[0]["kind"]
        ))
        .await;
        app.insert_all("contact_total", totals).await;
    }
}

/// Moves the contacts' totals to separate rows.
fn without_totals(list: ListName, source: &Source, mut rows: Vec<Value>) -> (Vec<Value>, Vec<Value>) {
    let columns = list
        .columns()
        .iter()
        .filter(|column| column.totals && list.contact_kind().is_some());
    let names: Vec<&str> = columns
        .filter_map(|column| table_column(source, column))
        .collect();
    let totals = rows.iter_mut().map(|row| {
        let mut total = json!({ "firm_id": row["firm_id"], "uuid": row["uuid"], "kind": row["kind"] });
        for name in &names {
            total[name] = row.as_object_mut().unwrap().remove(*name).unwrap();
        }
        total
    });
    let totals = totals.collect();
    (rows, totals)
}

/// Returns the table column behind a list column, or `None` if its SQL is not just a column name.
fn table_column(source: &Source, column: &Column) -> Option<&'static str> {
    let sql = (source.expression)(column.key)?.strip_prefix("t.")?;
    let name = sql.strip_suffix("::text").unwrap_or(sql);
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some(name)
}

async fn fill_contacts(app: &TestApp, list: ListName, kind: ContactKind, count: usize) {
    // Adds a custom field for each column, named like the column's default label.
    app.execute(&format!(
        "INSERT INTO custom_field (firm_id, contact_kind, name, column_number)
         SELECT {FIRM}, {}, 'Custom Field ' || number, number FROM generate_series(1, {}) AS number
         ON CONFLICT DO NOTHING",
        kind as i16,
        custom_fields::KEYS.len()
    ))
    .await;
    let custom: Vec<&Column> = list.columns().iter().filter(|column| column.is_custom).collect();
    fill_table(app, list, "contact", count, |i, picks, row| {
        row["kind"] = json!(kind as i16);
        let values = custom.iter().map(|column| (column.label, picks.maybe(&TEXTS)));
        row["custom_fields"] = values.filter(|(_, value)| !value.is_null()).collect();
        // Trusts have a separate list.
        if row["owner_type"] == "2" {
            row["owner_type"] = json!("3");
        }
        if kind == ContactKind::Agent {
            row["npn"] = if i % 5 == 0 {
                Value::Null
            } else {
                json!(format!("{}", i * 37 + 1))
            };
        }
    })
    .await;
}

async fn fill_contracts(app: &TestApp, list: ListName, [table, number]: [&str; 2], count: usize) {
    fill_table(app, list, table, count, |i, picks, row| {
        row["carrier_uuid"] = json!(CARRIER);
        let letters = picks.of(&["ab", "AB", "Zz", "00"]);
        row[number] = json!(format!("{letters} {}-{i}", picks.of(&TEXTS[2..8])));
        if list == ListName::Policies && i % 5 == 0 {
            row["payment_method"] = json!("Monthly EFT");
        }
    })
    .await;
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
                    "details": { "subject": picks.of(&TEXTS), "virus": [picks.of(&TEXTS)] },
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

/// Inserts pairs of existing contacts, or of new agents if there are none, with unknown reviewers.
async fn fill_duplicates(app: &TestApp, count: usize) {
    let list = ListName::Duplicates;
    let existing = format!("SELECT count(*) FROM contact WHERE firm_id = {FIRM} AND deleted_at IS NULL");
    if app.number(&existing).await == 0 {
        fill_contacts(app, ListName::Agents, ContactKind::Agent, 100).await;
    }
    let uuids = format!(
        "SELECT array_agg(uuid::text ORDER BY uuid) FROM (
           SELECT uuid FROM contact WHERE firm_id = {FIRM} AND deleted_at IS NULL ORDER BY uuid LIMIT 100) c"
    );
    let uuids: Vec<String> = app.owner.query_one(&uuids, &[]).await.unwrap().get(0);
    let mut picks = Picks(7);
    // Pairs neighbors first, so that even a few pairs include many different contacts.
    let rows = (1..uuids.len())
        .flat_map(|distance| uuids.iter().zip(&uuids[distance..]))
        .take(count)
        .enumerate()
        .map(|(i, (first, second))| {
            let mut row = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(),
                "contact_kind": picks.value(list, "contactType").as_str().unwrap().parse::<i16>().unwrap(),
                "first_uuid": first, "second_uuid": second, "percent": picks.value(list, "score"), "reasons": [],
                "reason_labels": picks.value(list, "reasons"), "found_at": picks.value(list, "foundAt") });
            if i % 2 == 0 {
                row["dismissed_at"] = json!(picks.of(&TIMES));
                row["dismissed_by"] = json!(picks.of(&TEXTS));
                row["first_values"] = json!("a");
                row["second_values"] = json!("b");
            }
            row
        })
        .collect();
    app.insert_all("duplicate_pair", rows).await;
}

/// Inserts gifts for existing policies and owners, or for new ones if there are none.
async fn fill_premium_gifts(app: &TestApp, count: usize) {
    let list = ListName::PremiumGifts;
    for (table, of) in [("policy", ListName::Policies), ("contact", ListName::Owners)] {
        let existing = format!("SELECT count(*) FROM {table} WHERE firm_id = {FIRM} AND deleted_at IS NULL");
        if app.number(&existing).await == 0 {
            Box::pin(fill(app, of, 100)).await;
        }
    }
    let uuids = async |table: &str, kind: &str| -> Vec<String> {
        let sql = format!(
            "SELECT array_agg(uuid::text ORDER BY uuid) FROM (
               SELECT uuid FROM {table} WHERE firm_id = {FIRM} AND deleted_at IS NULL {kind} ORDER BY uuid LIMIT 100) t"
        );
        app.owner.query_one(&sql, &[]).await.unwrap().get(0)
    };
    let (policies, trusts) = (uuids("policy", "").await, uuids("contact", "AND kind = 2").await);
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|i| {
            // A gift's dates are in order.
            let mut days = [(); 3].map(|()| picks.of(&DATES).to_owned());
            days.sort();
            let [gift, letters, premium] = days;
            let cents = 1 + picks.number(10_000_000);
            json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "policy_uuid": policies[i % policies.len()],
                    "trust_uuid": trusts[picks.number(trusts.len())],
                    "amount": format!("{}.{:02}", cents / 100, cents % 100), "gift_date": gift,
                    "letter_date": letters, "premium_due": premium,
                    "received_on": picks.value(list, "receivedOn"),
                    "letters_sent_on": picks.value(list, "lettersSentOn"),
                    "premium_paid_on": picks.value(list, "premiumPaidOn") })
        })
        .collect();
    app.insert_all("premium_gift", rows).await;
}

/// Adds details to existing owners, which all become trusts, or to new ones if there are none. New ones receive gifts.
async fn fill_trusts(app: &TestApp, count: usize) {
    let list = ListName::Trusts;
    let owners = format!("FROM contact WHERE firm_id = {FIRM} AND kind = 2 AND deleted_at IS NULL");
    let is_new = app.number(&format!("SELECT count(*) {owners}")).await == 0;
    if is_new {
        fill_contacts(app, ListName::Owners, ContactKind::Owner, count).await;
    }
    app.execute(&format!(
        "UPDATE contact SET owner_type = 2 WHERE firm_id = {FIRM} AND kind = 2 AND deleted_at IS NULL"
    ))
    .await;
    let uuids = format!("SELECT array_agg(uuid::text ORDER BY uuid) {owners}");
    let uuids: Vec<String> = app.owner.query_one(&uuids, &[]).await.unwrap().get(0);
    let mut picks = Picks(7);
    let details = uuids.iter().enumerate().filter(|(i, _)| i % 5 > 0);
    let details = details
        .map(|(_, uuid)| {
            json!({ "firm_id": FIRM, "contact_uuid": uuid, "trust_type": picks.value(list, "trustType"),
                    "governing_state": picks.value(list, "governingState"), "notes": picks.value(list, "notes"),
                    "updated_at": picks.of(&TIMES) })
        })
        .collect();
    app.insert_all("trust", details).await;
    if !is_new {
        return;
    }
    let policy = app.policy(&format!("GIVEN {}", Uuid::now_v7())).insert().await;
    let mut gifts = Vec::new();
    for uuid in &uuids {
        for _ in 0..picks.number(3) {
            let mut days = [(); 2].map(|()| picks.of(&DATES).to_owned());
            days.sort();
            gifts.push(json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "policy_uuid": policy.uuid, "trust_uuid": uuid,
                "amount": "10.00", "gift_date": days[0], "letter_date": days[1], "premium_due": days[1],
                "received_on": picks.maybe(&DATES), "letters_sent_on": picks.maybe(&DATES) }));
        }
    }
    app.insert_all("premium_gift", gifts).await;
}

/// Inserts people of existing trusts, or of new ones if there are none.
async fn fill_trust_people(app: &TestApp, list: ListName, role: TrustRole, count: usize) {
    let trusts = format!(
        "SELECT array_agg(uuid::text ORDER BY uuid) FROM contact
         WHERE firm_id = {FIRM} AND owner_type = 2 AND deleted_at IS NULL"
    );
    if app
        .text(&format!("SELECT (({trusts}) IS NULL)::text"))
        .await
        .as_deref()
        == Some("true")
    {
        fill_trusts(app, 40).await;
    }
    let trusts: Vec<String> = app.owner.query_one(&trusts, &[]).await.unwrap().get(0);
    fill_table(app, list, "trust_person", count, |i, picks, row| {
        // These columns belong to the trust.
        for other in ["trust_name", "trust_type", "policy_count"] {
            row.as_object_mut().unwrap().remove(other);
        }
        if row["share_percent"] == "0.0000" {
            row["share_percent"] = Value::Null;
        }
        row["role"] = json!(role.code());
        row["trust_uuid"] = json!(trusts[picks.number(trusts.len())]);
        if i % 7 > 0 {
            row["birth_date"] = json!(picks.of(&["2000-02-29", "1964-11-30", "2008-11-21", "2008-11-22"]));
        }
    })
    .await;
}

/// Inserts forms of existing owners, or of new ones if there are none, with unknown creators.
async fn fill_best_interest_forms(app: &TestApp, count: usize) {
    let list = ListName::BestInterestForms;
    let owners = format!("FROM contact WHERE firm_id = {FIRM} AND kind = 2 AND deleted_at IS NULL");
    if app.number(&format!("SELECT count(*) {owners}")).await == 0 {
        fill_contacts(app, ListName::Owners, ContactKind::Owner, 100).await;
    }
    let owners = format!("SELECT array_agg(uuid::text ORDER BY uuid) {owners}");
    let owners: Vec<String> = app.owner.query_one(&owners, &[]).await.unwrap().get(0);
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|i| {
            let status = picks.value(list, "status");
            let is_signed = status == "Signed" || status == "Superseded";
            let mut day = || is_signed.then(|| picks.of(&DATES).to_owned());
            let [signed, review, retain] = [day(), day(), day()];
            let mut contract = |prefix: &str| {
                let number = format!("{prefix}{} {i}", picks.of(&TEXTS));
                (picks.number(4) > 0).then(|| json!({ "number": number, "carrier": picks.of(&TEXTS) }))
            };
            let (recommended, replaced) = (contract("A "), contract("B "));
            let is_replacement = [json!(null), json!(false), json!(true)][picks.number(3)].clone();
            let content = json!({
                "form": { "recommendation": { "producer": picks.of(&TEXTS) },
                          "replacement": { "isReplacement": is_replacement } },
                "recommended": recommended, "replaced": replaced });
            json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "owner_uuid": owners[picks.number(owners.len())],
                    "number": 1 + picks.number(9), "state": status, "content": content.to_string(),
                    "content_hash": is_signed.then(|| "0a".repeat(32)), "document_uuids": [], "signed_on": signed,
                    "review_due_date": review, "retain_until": retain, "created_by": picks.value(list, "createdBy"),
                    "created_at": picks.value(list, "createdAt"), "updated_at": picks.value(list, "updatedAt") })
        })
        .collect();
    app.insert_all("best_interest", rows).await;
}

/// Returns the existing policies and annuities, or new ones if there are none.
async fn contracts(app: &TestApp) -> Vec<(Line, String)> {
    let mut contracts = Vec::new();
    for (line, table, of) in [
        (Line::Life, "policy", ListName::Policies),
        (Line::Annuity, "annuity", ListName::Annuities),
    ] {
        let existing = format!("FROM {table} WHERE firm_id = {FIRM} AND deleted_at IS NULL");
        if app.number(&format!("SELECT count(*) {existing}")).await == 0 {
            Box::pin(fill(app, of, 100)).await;
        }
        let uuids = format!("SELECT array_agg(uuid::text ORDER BY uuid) {existing}");
        let uuids: Vec<String> = app.owner.query_one(&uuids, &[]).await.unwrap().get(0);
        contracts.extend(uuids.into_iter().map(|uuid| (line, uuid)));
    }
    contracts
}

/// Inserts beneficiaries of existing policies and annuities, or of new ones if there are none.
async fn fill_beneficiaries(app: &TestApp, count: usize) {
    let list = ListName::Beneficiaries;
    let contracts = contracts(app).await;
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|_| {
            let (line, contract) = &contracts[picks.number(contracts.len())];
            let mut row = json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "contract_uuid": contract,
                    "line": line.number(), "class": picks.value(list, "class"), "name": picks.value(list, "name"),
                    "relationship": picks.value(list, "relationship"),
                    "share_percent": picks.value(list, "sharePercent"),
                    "updated_at": picks.value(list, "updatedAt") });
            if row["share_percent"] == "0.0000" {
                row["share_percent"] = Value::Null;
            }
            row
        })
        .collect();
    app.insert_all("beneficiary", rows).await;
}

/// Inserts transactions of existing policies and annuities, or of new ones if there are none, by unknown users. Only
/// withdrawals have deductions, which are smaller than the amount.
async fn fill_transactions(app: &TestApp, count: usize) {
    let list = ListName::Transactions;
    let contracts = contracts(app).await;
    let mut picks = Picks(7);
    let rows = (0..count)
        .map(|_| {
            let (line, contract) = &contracts[picks.number(contracts.len())];
            let kinds: Vec<_> = ContractTransactionKind::of(*line).collect();
            let kind = kinds[picks.number(kinds.len())];
            let cents = 20_000 + picks.number(10_000_000);
            let mut deduction = || {
                let some = picks.maybe(&MONEY[..4]);
                if kind.is_withdrawal() { some } else { Value::Null }
            };
            let (surrender_charge, tax_withheld) = (deduction(), deduction());
            json!({ "firm_id": FIRM, "uuid": Uuid::now_v7(), "contract_uuid": contract, "line": line.number(),
                    "kind": kind.code(), "transaction_date": picks.value(list, "transactionDate"),
                    "amount": format!("{}.{:02}", cents / 100, cents % 100), "surrender_charge": surrender_charge,
                    "tax_withheld": tax_withheld, "note": picks.value(list, "note"),
                    "created_by": picks.value(list, "createdBy"), "created_at": picks.value(list, "createdAt"),
                    "updated_at": picks.value(list, "updatedAt") })
        })
        .collect();
    app.insert_all("contract_transaction", rows).await;
}

/// Returns a filter condition that matches every row.
pub fn always(list: ListName) -> Value {
    let mut columns = list.columns().iter();
    let column = columns.find(|column| column.filters && !column.nullable).unwrap();
    let (op, value) = match column.column_type {
        ColumnType::Text => ("ne", json!("no row has this text")),
        ColumnType::Choice => {
            let codes = options(column.choices.unwrap())
                .into_iter()
                .map(|choice| choice.code);
            ("in", codes.collect())
        }
        ColumnType::Integer => ("gte", json!(0)),
        ColumnType::Money | ColumnType::Percent => ("gte", json!("0")),
        ColumnType::Date => ("gte", json!("1800-01-01")),
        ColumnType::Flag => ("in", json!([true, false])),
        ColumnType::Timestamp => unreachable!("timestamps cannot be filtered"),
    };
    json!({ "column": column.key, "op": op, "value": value })
}

/// Returns the columns of exports and reports, which exclude private columns.
pub fn exported_columns(list: ListName) -> Vec<&'static Column> {
    let columns = list.columns().iter();
    columns.filter(|column| column.feature.is_none()).collect()
}

/// Returns the keys of [`exported_columns`].
pub fn exported_keys(list: ListName) -> Vec<&'static str> {
    let columns = exported_columns(list).into_iter();
    columns.map(|column| column.key).collect()
}

/// Returns all column keys of a list, for `selectColumns`.
pub fn all_columns(list: ListName) -> Vec<&'static str> {
    list.columns().iter().map(|column| column.key).collect()
}
