//! Determines the outcome of all rows of an upload against the current book, in one statement.

mod twins;

use super::fields::{self, Way};
use super::row::Owner;
use crate::auth::{Scope, Sight};
use crate::db::schema::upload_match;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_visible};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use shared::contact::ContactKind;
use shared::list::ListName;
use shared::upload::mapping::{Mapping, MatchKey, Mode};
use shared::upload::preview::{Counts, RowOutcome};

/// Reason code for new owners whose type is given neither in the file nor by an answer.
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

/// SQL for the match key of a row `r` or a contact `c`. Same as [`MatchKey::of`], folded.
fn key(key: MatchKey, of: &str) -> String {
    match key {
        MatchKey::Npn => format!("ltrim({of}.npn, '0')"),
        MatchKey::Ssn => format!("encode({of}.tax_id_hash, 'hex')"),
        MatchKey::ExternalId => format!("{of}.external_id"),
        MatchKey::EmailAndLastName => format!(
            "firmbook_fold({of}.email) || ' ' || firmbook_fold(coalesce({of}.last_name, {of}.organization_name))"
        ),
    }
}

fn alias(key: MatchKey) -> &'static str {
    match key {
        MatchKey::Npn => "npn",
        MatchKey::Ssn => "tax_id",
        MatchKey::ExternalId => "external_id",
        MatchKey::EmailAndLastName => "email_and_name",
    }
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
    let keys: Vec<MatchKey> = mapping
        .match_keys
        .iter()
        .copied()
        .filter(|key| key.is_for(owner.kind))
        .collect();
    // NPNs must be unique even if rows are not matched by NPN.
    let mut unique = keys.clone();
    if owner.kind == ContactKind::Agent && !unique.contains(&MatchKey::Npn) {
        unique.push(MatchKey::Npn);
    }
    statement.sql("WITH given AS MATERIALIZED (SELECT row_number");
    for name in &unique {
        statement.sql(&format!(", {} AS {}", key(*name, "r"), alias(*name)));
    }
    statement.sql(" FROM upload_row r WHERE NOT r.is_refused AND ");
    of_upload(&mut statement, owner, "r");
    statement.sql("), book AS MATERIALIZED (SELECT c.uuid");
    for name in &unique {
        statement.sql(&format!(", {} AS {}", key(*name, "c"), alias(*name)));
    }
    statement.sql(" FROM contact c WHERE c.deleted_at IS NULL AND ");
    of_kind(&mut statement, owner, "c");
    statement.sql("), hit AS (");
    for (rank, name) in keys.iter().enumerate() {
        let key = alias(*name);
        statement.sql(&format!(
            "SELECT row_number, {rank} AS rank, uuid FROM given JOIN book USING ({key}) UNION ALL "
        ));
    }
    statement.sql("SELECT 0 AS row_number, 0 AS rank, NULL::uuid AS uuid WHERE false");
    // The first key with a match decides.
    statement.sql(
        "), best AS (
           SELECT row_number, (array_agg(uuid))[1] AS uuid, count(*) AS found
           FROM hit JOIN (SELECT row_number, min(rank) AS rank FROM hit GROUP BY row_number) AS first USING (row_number, rank)
           GROUP BY row_number
         ), target AS (
           SELECT best.*, min(row_number) OVER (PARTITION BY uuid) AS first_row FROM best
         ), repeated AS (",
    );
    for name in &unique {
        let key = alias(*name);
        statement.sql(&format!(
            "SELECT row_number FROM given JOIN (
               SELECT {key}, min(row_number) AS first_row FROM given WHERE {key} IS NOT NULL
               GROUP BY {key} HAVING count(*) > 1) twice USING ({key})
             WHERE row_number > first_row UNION "
        ));
    }
    statement.sql(
        "SELECT 0 AS row_number WHERE false
         ), holder AS (",
    );
    statement.sql(if owner.kind == ContactKind::Agent {
        "SELECT row_number, uuid FROM given JOIN book USING (npn)"
    } else {
        "SELECT 0 AS row_number, NULL::uuid AS uuid WHERE false"
    });
    statement.sql("), seen AS (SELECT t.uuid FROM contact t WHERE t.deleted_at IS NULL AND ");
    of_kind(&mut statement, owner, "t");
    write_visible(
        &mut statement,
        ListName::of_contacts(owner.kind),
        sight,
        Rows::Many,
    );
    statement.sql("), ");
    twins::write(&mut statement, owner, mapping, sight);
    statement.sql(
        ", judged AS MATERIALIZED (
           SELECT row_number, has_warning, uuid, split_part(verdict, ':', 1) AS outcome,
             nullif(split_part(verdict, ':', 2), '') AS reason
           FROM (SELECT r.row_number, r.has_warning, coalesce(twin.uuid, target.uuid) AS uuid, CASE
             WHEN r.is_skipped THEN 'Skipped'
             WHEN r.is_refused THEN 'Error'
             WHEN twin.uuid IS NOT NULL THEN ",
    );
    let says_nothing = if mapping.mode == Mode::AddOnly {
        RowOutcome::DuplicateInFirm
    } else {
        RowOutcome::Unchanged
    };
    statement.sql(&format!("'{says_nothing:?}'"));
    statement.sql(
        " WHEN repeated.row_number IS NOT NULL THEN 'DuplicateInFile'
             WHEN target.found > 1 THEN 'Error:ambiguous_match'",
    );
    if owner.kind == ContactKind::Owner {
        statement.sql(&format!(
            " WHEN target.uuid IS NULL AND r.owner_type IS NULL THEN 'Error:{OWNER_TYPE_MISSING}'"
        ));
    }
    statement.sql(
        " WHEN target.uuid IS NULL AND holder.uuid IS NULL THEN 'New'
             WHEN holder.uuid IS DISTINCT FROM target.uuid AND holder.uuid IS NOT NULL THEN 'Error:npn_taken'",
    );
    if *sight.scope != Scope::All {
        statement.sql(" WHEN target.uuid NOT IN (SELECT uuid FROM seen) THEN 'Error:outside_block'");
    }
    if mapping.mode == Mode::AddOnly {
        statement.sql(" ELSE 'DuplicateInFirm' END AS verdict");
    } else {
        statement.sql(&format!(
            " WHEN target.first_row < r.row_number THEN 'DuplicateInFile'
              WHEN (r.organization_name IS NULL) <> (c.organization_name IS NULL) AND NOT {} THEN 'Error:other_kind'
              WHEN {} THEN 'Update' ELSE 'Unchanged' END AS verdict",
            fields::IS_NAMESAKE,
            fields::differs(Way::of(mapping))
        ));
    }
    statement.sql(
        " FROM upload_row r
          LEFT JOIN twin ON twin.row_number = r.row_number
          LEFT JOIN repeated ON repeated.row_number = r.row_number
          LEFT JOIN target ON target.row_number = r.row_number
          LEFT JOIN holder ON holder.row_number = r.row_number
          LEFT JOIN contact c ON c.uuid = target.uuid AND c.firm_id = ",
    );
    statement.bind(Bind::Integer(owner.firm_id)).sql(" WHERE ");
    of_upload(&mut statement, owner, "r");
    statement.sql(
        ") judging), written AS (
           INSERT INTO upload_match (firm_id, storage_guid, row_number, outcome, contact_uuid, reason) SELECT ",
    );
    statement.bind(Bind::Integer(owner.firm_id)).sql(", ");
    statement.bind(Bind::Uuid(owner.storage_guid));
    statement.sql(
        ", row_number, outcome, uuid, reason FROM judged
         ) SELECT outcome, has_warning, count(*) AS count FROM judged GROUP BY 1, 2",
    );
    statement
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

/// Parses an outcome code of `upload_match`.
pub fn outcome(code: &str) -> Option<RowOutcome> {
    RowOutcome::ALL
        .into_iter()
        .find(|outcome| format!("{outcome:?}") == code)
}
