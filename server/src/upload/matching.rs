//! Determines the outcome of all rows of an upload against the current book, in one statement.

mod hits;
mod keys;
mod twins;

use super::fields::{self, Way};
use super::owner::Owner;
use crate::auth::{Scope, Sight};
use crate::db::schema::upload_match;
use crate::list::statement::{Bind, Statement};
use crate::list::{CONTACTS, Rows, write_visible};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use shared::upload::mapping::{Mapping, Mode};
use shared::upload::matching::{MatchKey, ReviewReason};
use shared::upload::preview::{Counts, RowOutcome};
use shared::upload::upload_type::UploadType;

/// Reason code for new owners whose type is given neither in the file nor by the user's answer.
pub const OWNER_TYPE_MISSING: &str = "owner_type_missing";

/// Planner settings for statements over the rows of an upload. These rows have no statistics, so the planner
/// assumes few rows and chooses nested loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planned {
    ForMany,
    AsUsual,
}

/// Applies planner settings to the rest of the transaction.
pub async fn plan(connection: &mut AsyncPgConnection, planned: Planned) -> QueryResult<()> {
    connection
        .batch_execute(match planned {
            Planned::ForMany => {
                "SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)"
            }
            Planned::AsUsual => "SELECT set_config('enable_nestloop', 'on', true)",
        })
        .await
}

/// Rewrites `upload_match` and returns its counts. The transaction must be scoped to the firm and hold the
/// lock of the upload.
pub async fn rematch(
    connection: &mut AsyncPgConnection,
    owner: Owner,
    mapping: &Mapping,
    sight: &Sight<'_>,
) -> QueryResult<Counts> {
    diesel::delete(upload_match::table)
        .filter(upload_match::firm_id.eq(owner.firm_id))
        .filter(upload_match::storage_guid.eq(owner.storage_guid))
        .execute(connection)
        .await?;
    plan(connection, Planned::ForMany).await?;
    let counted = statement(owner, mapping, sight).load(&mut *connection).await?;
    plan(connection, Planned::AsUsual).await?;
    Ok(sum(&counted))
}

fn statement(owner: Owner, mapping: &Mapping, sight: &Sight<'_>) -> Statement {
    let mut statement = Statement::default();
    statement.is_rare = true;
    let keys = keys::of(owner.kind, mapping);
    hits::write_values(&mut statement, owner, &keys);
    statement.sql(", seen AS (SELECT t.uuid FROM ").sql(CONTACTS);
    statement.sql(" t WHERE t.deleted_at IS NULL AND ");
    of_kind(&mut statement, owner, "t");
    write_visible(&mut statement, owner.kind.list(), sight, Rows::Many);
    statement.sql(")");
    hits::write_target(&mut statement, &keys, sight);
    hits::write_repeated(&mut statement, owner, &keys);
    statement.sql(", holder AS (");
    statement.sql(if owner.kind == UploadType::Agents {
        "SELECT row_number, uuid FROM given JOIN book USING (npn)"
    } else {
        "SELECT 0 AS row_number, NULL::uuid AS uuid WHERE false"
    });
    statement.sql("), ");
    twins::write(&mut statement, owner, mapping, sight);
    hits::write_decided(&mut statement, owner, mapping);
    write_judged(&mut statement, owner, mapping, sight);
    statement
}

/// Writes the outcome of each row and the final select.
fn write_judged(statement: &mut Statement, owner: Owner, mapping: &Mapping, sight: &Sight<'_>) {
    let says_nothing = if mapping.mode == Mode::AddOnly {
        RowOutcome::DuplicateInFirm
    } else {
        RowOutcome::Unchanged
    };
    let in_file = ReviewReason::ProbableInFile.code();
    let (outside, holder) = if *sight.scope == Scope::All {
        ("", "holder_uuid")
    } else {
        (
            "WHEN decided.contact NOT IN (SELECT uuid FROM seen) THEN 'Error:outside_block' ",
            "NULL",
        )
    };
    statement.sql(&format!(
        ", judged AS MATERIALIZED (
           SELECT row_number, has_warning, split_part(verdict, ':', 1) AS outcome,
             nullif(split_part(verdict, ':', 2), '') AS reason,
             CASE split_part(verdict, ':', 2) WHEN 'npn_taken' THEN {holder} ELSE uuid END AS uuid,
             CASE WHEN verdict = 'DuplicateInFile' OR verdict = 'Review' AND asks = '{in_file}' THEN earlier END AS earlier,
             CASE WHEN twin_uuid IS NOT NULL THEN {all_values} WHEN verdict = 'Error:npn_taken' THEN {npn}
               WHEN verdict = 'DuplicateInFile' OR verdict = 'Review' AND asks = '{in_file}'
                 THEN CASE WHEN is_repeated THEN repeated_rank ELSE target_rank END
               WHEN uuid IS NOT NULL THEN target_rank END AS rank,
             asks
           FROM (SELECT r.row_number, r.has_warning, coalesce(twin.uuid, decided.uuid) AS uuid, twin.uuid AS twin_uuid,
             holder.uuid AS holder_uuid, decided.rank AS target_rank, repeated.rank AS repeated_rank,
             repeated.row_number IS NOT NULL AS is_repeated, coalesce(repeated.earlier, decided.first_row) AS earlier,
             CASE WHEN twin.uuid IS NOT NULL OR r.is_refused THEN NULL
               WHEN repeated.is_probable THEN '{in_file}' ELSE decided.asks END AS asks,
             CASE WHEN r.is_skipped THEN 'Skipped'
             WHEN r.is_refused THEN 'Error'
             WHEN twin.uuid IS NOT NULL THEN '{says_nothing:?}'
             WHEN repeated.row_number IS NOT NULL AND (NOT repeated.is_probable OR coalesce(own.choice, every.choice) = 'same')
               THEN 'DuplicateInFile'
             WHEN repeated.row_number IS NOT NULL AND coalesce(own.choice, every.choice) IS NULL THEN 'Review'
             {outside}WHEN decided.found > 1 AND decided.asks IS NULL THEN 'Error:ambiguous_match'
             WHEN decided.asks IS NOT NULL AND decided.choice IS NULL THEN 'Review'",
        all_values = MatchKey::AllValues.rank(),
        npn = MatchKey::Npn.rank(),
    ));
    if owner.kind == UploadType::Owners {
        statement.sql(&format!(
            " WHEN decided.contact IS NULL AND r.owner_type IS NULL THEN 'Error:{OWNER_TYPE_MISSING}'"
        ));
    }
    statement.sql(
        " WHEN decided.contact IS NULL AND holder.uuid IS NULL THEN 'New'
             WHEN holder.uuid IS DISTINCT FROM decided.contact AND holder.uuid IS NOT NULL THEN 'Error:npn_taken'",
    );
    if mapping.mode == Mode::AddOnly {
        statement.sql(" ELSE 'DuplicateInFirm' END AS verdict");
    } else {
        statement.sql(&format!(
            " WHEN decided.first_row < r.row_number THEN 'DuplicateInFile'
              WHEN (r.organization_name IS NULL) <> (c.organization_name IS NULL) AND NOT {} THEN 'Error:other_kind'
              WHEN {} THEN 'Update' ELSE 'Unchanged' END AS verdict",
            fields::IS_NAMESAKE,
            fields::differs(Way::of(mapping))
        ));
    }
    // A stronger match with a contact outranks a weaker one with an earlier row.
    statement.sql(&format!(
        " FROM upload_row r
          LEFT JOIN twin ON twin.row_number = r.row_number
          LEFT JOIN decided ON decided.row_number = r.row_number
          LEFT JOIN repeated ON repeated.row_number = r.row_number
            AND (decided.contact IS NULL OR repeated.rank <= decided.rank OR repeated.rank = {npn}
              OR repeated.rank = {all_values} AND decided.rank > 0)
          LEFT JOIN decision own ON own.reason = '{in_file}' AND own.\"row\" = r.row_number
          LEFT JOIN decision every ON every.reason = '{in_file}' AND every.\"row\" IS NULL
          LEFT JOIN holder ON holder.row_number = r.row_number
          LEFT JOIN contact c ON c.uuid = decided.contact AND c.firm_id = ",
        npn = MatchKey::Npn.rank(),
        all_values = MatchKey::AllValues.rank(),
    ));
    statement.bind(Bind::Integer(owner.firm_id)).sql(" WHERE ");
    of_upload(statement, owner, "r");
    let codes: Vec<String> = MatchKey::ALL
        .iter()
        .map(|key| format!("'{}'", key.code()))
        .collect();
    statement.sql(
        ") judging), written AS (
           INSERT INTO upload_match (firm_id, storage_guid, row_number, outcome, contact_uuid, reason, earlier_row, asks,
             match_key) SELECT ",
    );
    statement.bind(Bind::Integer(owner.firm_id)).sql(", ");
    statement.bind(Bind::Uuid(owner.storage_guid));
    statement.sql(&format!(
        ", row_number, outcome, uuid, reason, earlier, asks, (ARRAY[{}])[rank + 1] FROM judged
         ) SELECT outcome, has_warning, count(*) AS count FROM judged GROUP BY 1, 2",
        codes.join(", ")
    ));
}

fn of_upload(statement: &mut Statement, owner: Owner, alias: &str) {
    statement
        .sql(&format!("{alias}.firm_id = "))
        .bind(Bind::Integer(owner.firm_id))
        .sql(&format!(" AND {alias}.storage_guid = "))
        .bind(Bind::Uuid(owner.storage_guid));
}

fn of_kind(statement: &mut Statement, owner: Owner, alias: &str) {
    statement
        .sql(&format!("{alias}.firm_id = "))
        .bind(Bind::Integer(owner.firm_id))
        .sql(&format!(" AND {alias}.kind = "))
        .bind(Bind::SmallInt(owner.kind as i16));
}

#[derive(QueryableByName)]
struct OutcomeCount {
    #[diesel(sql_type = Text)]
    outcome: String,
    #[diesel(sql_type = Bool)]
    has_warning: bool,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

fn sum(counted: &[OutcomeCount]) -> Counts {
    let mut counts = Counts::default();
    for row in counted {
        let Some(outcome) = outcome(&row.outcome) else {
            continue;
        };
        let rows = u32::try_from(row.count).unwrap_or(u32::MAX);
        counts.add(outcome, rows);
        let is_taken = matches!(
            outcome,
            RowOutcome::New | RowOutcome::Update | RowOutcome::Unchanged
        );
        if row.has_warning && is_taken {
            counts.warning += rows;
        }
    }
    counts
}

/// Returns whether the stored outcomes include new owners without a type.
pub async fn misses_owner_types(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<bool> {
    let missing = upload_match::table
        .filter(upload_match::firm_id.eq(owner.firm_id))
        .filter(upload_match::storage_guid.eq(owner.storage_guid))
        .filter(upload_match::reason.eq(OWNER_TYPE_MISSING));
    diesel::select(exists(missing)).get_result(connection).await
}

/// Returns whether the outcomes of the rows are stored.
pub async fn is_matched(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<bool> {
    let matched = upload_match::table
        .filter(upload_match::firm_id.eq(owner.firm_id))
        .filter(upload_match::storage_guid.eq(owner.storage_guid));
    diesel::select(exists(matched)).get_result(connection).await
}

/// Parses an outcome code of `upload_match`.
pub fn outcome(code: &str) -> Option<RowOutcome> {
    RowOutcome::ALL
        .into_iter()
        .find(|outcome| format!("{outcome:?}") == code)
}
