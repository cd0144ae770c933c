//! Views of a contract upload: a page of rows, faults, rejected rows and changes.

use crate::error::ApiResult;
use crate::records::contract::InDatabase;
use crate::upload::matching::outcome;
use crate::upload::owner::Owner;
use anyhow::Context as _;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;
use shared::contact::Person;
use shared::contract::{Annuity, Line, Policy};
use shared::upload::check::{RowFault, reason_of};
use shared::upload::contract::{ContractField, Values, changes};
use shared::upload::groups::{FaultGroup, FaultSample, label};
use shared::upload::preview::{PreviewContract, PreviewLimit, PreviewRow, RowChange, RowOutcome};
use shared::upload::repair::repairs_of;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Maximum number of rows per page.
const MOST_ROWS: u32 = 100;
const SAMPLES: i64 = 3;

const fn table(line: Line) -> (&'static str, &'static str) {
    match line {
        Line::Life => (<Policy as InDatabase>::NOUN, "policy_number"),
        Line::Annuity => (<Annuity as InDatabase>::NOUN, "contract_number"),
    }
}

#[derive(QueryableByName)]
struct RowRow {
    #[diesel(sql_type = Integer)]
    row_number: i32,
    #[diesel(sql_type = Text)]
    outcome: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    matched_uuid: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    number: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    earlier_row: Option<i32>,
    /// Faults of the values themselves. `found_faults` come from the comparison with the firm's data.
    #[diesel(sql_type = Nullable<Jsonb>)]
    faults: Option<Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    found_faults: Option<Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    before: Option<Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    after: Option<Value>,
    #[diesel(sql_type = Jsonb)]
    cells: Value,
    #[diesel(sql_type = Bool)]
    is_skipped: bool,
}

impl RowRow {
    fn faults(&mut self) -> anyhow::Result<Vec<RowFault>> {
        let mut faults: Vec<RowFault> = Vec::new();
        for found in [self.faults.take(), self.found_faults.take()]
            .into_iter()
            .flatten()
        {
            faults.extend(serde_json::from_value::<Vec<RowFault>>(found)?);
        }
        Ok(faults)
    }

    /// Returns the reason why the row is not imported.
    fn reason(mut self, noun: &str) -> anyhow::Result<String> {
        Ok(match outcome(&self.outcome) {
            Some(RowOutcome::DuplicateInFile) => {
                let row = self.earlier_row.unwrap_or_default();
                format!("Row {row} in the file is for the same {noun}.")
            }
            Some(RowOutcome::DuplicateInFirm) => format!("This {noun} already exists."),
            _ => reason_of(&self.faults()?, self.is_skipped),
        })
    }
}

impl RowRow {
    fn into_preview(mut self, line: Line) -> anyhow::Result<PreviewRow> {
        let row = &mut self;
        let values: Values = serde_json::from_value(row.cells.take())?;
        let shown = |(code, value): (String, Value)| {
            let text = ContractField::of(line, &code)?.display(&value)?;
            Some((code, text))
        };
        Ok(PreviewRow {
            row: row.row_number.unsigned_abs(),
            outcome: outcome(&row.outcome).context("unknown outcome")?,
            person: Person::default(),
            tax_id_masked: None,
            custom: BTreeMap::new(),
            faults: row.faults()?,
            contact_uuid: None,
            contact_name: None,
            match_key: None,
            earlier_row: row.earlier_row.map(i32::unsigned_abs),
            review: None,
            changes: match (&row.before, &row.after) {
                (Some(before), Some(after)) => changes(line, before, after),
                _ => Vec::new(),
            },
            possible_duplicate: None,
            contract: Some(PreviewContract {
                uuid: row.matched_uuid,
                number: row.number.take(),
                values: values.into_iter().filter_map(shown).collect(),
            }),
        })
    }
}

/// Selects rows with their outcomes. Further parameters of `matched` start at `$3`.
fn select((noun, number): (&str, &str), matched: &str) -> String {
    format!(
        "SELECT m.row_number, m.outcome, c.uuid AS matched_uuid, c.{number} AS number, m.earlier_row, r.faults,
           m.faults AS found_faults, m.before, m.after, r.cells, r.is_skipped
         FROM ({matched}) m
         JOIN upload_contract_row r USING (firm_id, storage_guid, row_number)
         LEFT JOIN {noun} c ON c.firm_id = $1 AND c.uuid = m.contract_uuid
         ORDER BY m.row_number"
    )
}

/// Returns a page of rows.
pub async fn rows(
    connection: &mut AsyncPgConnection,
    (owner, line): (Owner, Line),
    limit: PreviewLimit,
    outcome: Option<RowOutcome>,
) -> ApiResult<Vec<PreviewRow>> {
    let matched = "SELECT * FROM upload_contract_match
                   WHERE firm_id = $1 AND storage_guid = $2 AND ($5 IS NULL OR outcome = $5)
                   ORDER BY row_number OFFSET $3 LIMIT $4";
    let found: Vec<RowRow> = diesel::sql_query(select(table(line), matched))
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .bind::<BigInt, _>(i64::from(limit.offset))
        .bind::<BigInt, _>(i64::from(limit.row_count.min(MOST_ROWS)))
        .bind::<Nullable<Text>, _>(outcome.map(|outcome| format!("{outcome:?}")))
        .load(connection)
        .await?;
    let rows: anyhow::Result<_> = found.into_iter().map(|row| row.into_preview(line)).collect();
    Ok(rows?)
}

/// Returns the reason for each rejected row, by row number.
pub async fn reasons(
    connection: &mut AsyncPgConnection,
    (owner, line): (Owner, Line),
) -> ApiResult<HashMap<u32, String>> {
    let matched = "SELECT * FROM upload_contract_match
                   WHERE firm_id = $1 AND storage_guid = $2 AND outcome NOT IN ('New', 'Update', 'Unchanged')";
    let found: Vec<RowRow> = diesel::sql_query(select(table(line), matched))
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .load(connection)
        .await?;
    let reason = |row: RowRow| Ok((row.row_number.unsigned_abs(), row.reason(table(line).0)?));
    let reasons: anyhow::Result<_> = found.into_iter().map(reason).collect();
    Ok(reasons?)
}

#[derive(QueryableByName)]
struct FaultCount {
    #[diesel(sql_type = Text)]
    code: String,
    #[diesel(sql_type = Text)]
    field: String,
    #[diesel(sql_type = Nullable<Integer>)]
    source_column: Option<i32>,
    #[diesel(sql_type = Text)]
    message: String,
    #[diesel(sql_type = Bool)]
    is_skipped: bool,
    #[diesel(sql_type = Bool)]
    warning: bool,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Array<Integer>)]
    rows: Vec<i32>,
    #[diesel(sql_type = Array<Nullable<Text>>)]
    values: Vec<Option<String>>,
}

/// Returns the faults that depend on the firm's data, grouped by code and field.
pub async fn groups(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<Vec<FaultGroup>> {
    let counted: Vec<FaultCount> = diesel::sql_query(
        "SELECT fault->>'code' AS code, fault->>'field' AS field, min((fault->>'column')::integer) AS source_column,
           (array_agg(fault->>'message' ORDER BY row_number))[1] AS message, outcome = 'Skipped' AS is_skipped,
           coalesce((fault->>'warning')::boolean, false) AS warning,
           count(*) AS count, (array_agg(row_number ORDER BY row_number))[1:$3] AS rows,
           (array_agg(cells->>(fault->>'field') ORDER BY row_number))[1:$3] AS values
         FROM upload_contract_match m JOIN upload_contract_row r USING (firm_id, storage_guid, row_number)
         CROSS JOIN LATERAL jsonb_array_elements(m.faults) AS fault
         WHERE firm_id = $1 AND storage_guid = $2 AND m.faults IS NOT NULL
         GROUP BY 1, 2, 5, 6 ORDER BY is_skipped, warning, count DESC, code",
    )
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<BigInt, _>(SAMPLES)
    .load(connection)
    .await?;
    let groups = counted.into_iter().map(|found| FaultGroup {
        label: label(&found.field),
        repairs: repairs_of(&found.code, &found.field),
        code: found.code,
        field: found.field,
        column: found.source_column.map(i32::unsigned_abs),
        message: found.message,
        warning: found.warning,
        count: u32::try_from(found.count).unwrap_or(u32::MAX),
        samples: found
            .rows
            .into_iter()
            .zip(found.values)
            .map(|(row, value)| FaultSample {
                row: row.unsigned_abs(),
                value: value.unwrap_or_default(),
            })
            .collect(),
        is_skipped: found.is_skipped,
    });
    Ok(groups.collect())
}

/// A contract that an import changed.
#[derive(QueryableByName)]
pub struct ChangedContract {
    #[diesel(sql_type = SqlUuid)]
    pub uuid: Uuid,
    #[diesel(sql_type = Text)]
    pub number: String,
    #[diesel(sql_type = Jsonb)]
    before: Value,
    #[diesel(sql_type = Jsonb)]
    after: Value,
}

impl ChangedContract {
    pub fn changes(&self, line: Line) -> Vec<RowChange> {
        changes(line, &self.before, &self.after)
    }
}

/// Loads the changed contracts of an import after a uuid.
pub async fn changed_after(
    connection: &mut AsyncPgConnection,
    (owner, line): (Owner, Line),
    uuid: Uuid,
    limit: i64,
) -> QueryResult<Vec<ChangedContract>> {
    let (noun, number) = table(line);
    diesel::sql_query(format!(
        "SELECT c.uuid, c.{number} AS number, before, after FROM upload_contract_effect e
         JOIN {noun} c ON c.firm_id = e.firm_id AND c.uuid = e.contract_uuid
         WHERE e.firm_id = $1 AND storage_guid = $2 AND NOT is_new AND contract_uuid > $3
         ORDER BY contract_uuid LIMIT $4"
    ))
    .bind::<Integer, _>(owner.firm_id)
    .bind::<SqlUuid, _>(owner.storage_guid)
    .bind::<SqlUuid, _>(uuid)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}
