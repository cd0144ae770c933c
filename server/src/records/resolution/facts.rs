//! Preconditions and effects of a merge.

use crate::auth::Viewer;
use crate::list::statement::{Bind, Statement};
use crate::list::{CONTACTS, Rows, write_visible};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::list::ListName;
use shared::permission::FirmUserType;
use shared::resolution::merge::{AffectedContract, AffectedContracts, AffectedUser, MergeFacts};
use uuid::Uuid;

/// Number of affected contracts that are listed.
const MAX_LISTED: i64 = 200;

#[derive(QueryableByName)]
struct FactsRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = Bool)]
    is_deleted: bool,
    #[diesel(sql_type = Nullable<Text>)]
    merged_into: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    npn: Option<String>,
    #[diesel(sql_type = Nullable<Binary>)]
    tax_id_hash: Option<Vec<u8>>,
    #[diesel(sql_type = Nullable<Text>)]
    open_import: Option<String>,
}

/// Returns the facts about the given contacts that the viewer can see or that are deleted.
pub async fn facts(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuids: &[Uuid],
) -> QueryResult<Vec<MergeFacts>> {
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT t.uuid, t.display_name, t.deleted_at IS NOT NULL AS is_deleted, t.npn, t.tax_id_hash,
               (SELECT other.display_name FROM contact other
                WHERE other.firm_id = t.firm_id AND other.uuid = t.merged_into) AS merged_into,
               (SELECT u.file_name FROM upload_match m JOIN upload u USING (firm_id, storage_guid)
                WHERE m.firm_id = t.firm_id AND m.contact_uuid = t.uuid AND m.outcome = 'Update'
                  AND u.state IN ('Preview', 'CountsChanged', 'Submitted') LIMIT 1) AS open_import
             FROM ",
        )
        .sql(CONTACTS)
        .sql(" t WHERE t.firm_id = ")
        .bind(Bind::Integer(viewer.firm.id))
        .sql(" AND t.uuid = ANY(")
        .bind(Bind::Uuids(uuids.to_vec()))
        .sql(&format!(
            ") AND t.kind = {} AND (t.deleted_at IS NOT NULL OR (true",
            kind as i16
        ));
    write_visible(
        &mut statement,
        ListName::of_contacts(kind),
        &viewer.sight(),
        Rows::Few,
    );
    statement.sql("))");
    let rows: Vec<FactsRow> = statement.load(connection).await?;
    let facts = |row: FactsRow| MergeFacts {
        uuid: row.uuid,
        name: row.display_name,
        is_deleted: row.is_deleted,
        merged_into: row.merged_into,
        npn: row.npn,
        tax_id: row.tax_id_hash,
        open_import: row.open_import,
    };
    Ok(rows.into_iter().map(facts).collect())
}

/// Counts of a contact's records that a merge moves, other than its contracts.
#[derive(QueryableByName)]
pub struct MovedCounts {
    #[diesel(sql_type = BigInt)]
    pub documents: i64,
    #[diesel(sql_type = BigInt)]
    pub cohorts: i64,
    #[diesel(sql_type = BigInt)]
    pub forms: i64,
    #[diesel(sql_type = BigInt)]
    pub gifts: i64,
    #[diesel(sql_type = BigInt)]
    pub people: i64,
    #[diesel(sql_type = BigInt)]
    pub mentions: i64,
}

pub async fn moved_counts(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
) -> QueryResult<MovedCounts> {
    diesel::sql_query(
        "SELECT
           (SELECT count(*) FROM document WHERE firm_id = $1 AND subject_uuid = $2 AND deleted_at IS NULL) AS documents,
           (SELECT count(*) FROM cohort_contact WHERE firm_id = $1 AND contact_uuid = $2) AS cohorts,
           (SELECT count(*) FROM best_interest WHERE firm_id = $1 AND owner_uuid = $2) AS forms,
           (SELECT count(*) FROM premium_gift WHERE firm_id = $1 AND trust_uuid = $2) AS gifts,
           (SELECT count(*) FROM trust_person
            WHERE firm_id = $1 AND trust_uuid = $2 AND deleted_at IS NULL) AS people,
           (SELECT count(*) FROM trust_person WHERE firm_id = $1 AND contact_uuid = $2 AND deleted_at IS NULL)
             + (SELECT count(*) FROM beneficiary WHERE firm_id = $1 AND contact_uuid = $2 AND deleted_at IS NULL)
             AS mentions",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(contact)
    .get_result(connection)
    .await
}

#[derive(QueryableByName)]
struct ContractRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SmallInt)]
    line: i16,
    #[diesel(sql_type = Text)]
    number: String,
    #[diesel(sql_type = Text)]
    carrier_name: String,
    #[diesel(sql_type = Array<SqlUuid>)]
    contacts: Vec<Uuid>,
    #[diesel(sql_type = BigInt)]
    policies: i64,
    #[diesel(sql_type = BigInt)]
    annuities: i64,
}

/// Returns the contacts' contracts by number. Applies no row scope, because users who may merge see all contracts of
/// the firm.
pub async fn contracts(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contacts: &[Uuid],
) -> QueryResult<AffectedContracts> {
    let rows: Vec<ContractRow> = diesel::sql_query(
        "SELECT linked.contract_uuid AS uuid, line, coalesce(policy_number, contract_number) AS number,
           coalesce(policy.carrier_name, annuity.carrier_name) AS carrier_name, contacts,
           count(*) FILTER (WHERE line = 1) OVER () AS policies, count(*) FILTER (WHERE line = 2) OVER () AS annuities
         FROM (SELECT contract_uuid, line, array_agg(DISTINCT contact_uuid) AS contacts FROM contract_party
               WHERE firm_id = $1 AND contact_uuid = ANY($2) AND deleted_at IS NULL
               GROUP BY contract_uuid, line) linked
         LEFT JOIN policy ON line = 1 AND policy.firm_id = $1 AND policy.uuid = contract_uuid
         LEFT JOIN annuity ON line = 2 AND annuity.firm_id = $1 AND annuity.uuid = contract_uuid
         WHERE coalesce(policy.deleted_at, annuity.deleted_at) IS NULL
         ORDER BY number, uuid LIMIT $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contacts)
    .bind::<BigInt, _>(MAX_LISTED)
    .load(connection)
    .await?;
    let (policy_count, annuity_count) = rows
        .as_slice()
        .first()
        .map_or((0, 0), |row| (row.policies, row.annuities));
    let shown = |row: ContractRow| AffectedContract {
        uuid: row.uuid,
        is_annuity: row.line == 2,
        number: row.number,
        carrier_name: row.carrier_name,
        contact_uuids: row.contacts,
    };
    Ok(AffectedContracts {
        policy_count,
        annuity_count,
        contracts: rows.into_iter().map(shown).collect(),
    })
}

#[derive(QueryableByName)]
struct UserRow {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = SmallInt)]
    firm_user_type: i16,
}

/// Returns the users whose block includes one of the agents, or an agent of the contacts' contracts, by name. Leaves
/// out users who see the whole firm.
pub async fn users(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contacts: &[Uuid],
) -> QueryResult<Vec<AffectedUser>> {
    let rows: Vec<UserRow> = diesel::sql_query(
        "SELECT u.user_key, u.first_name || ' ' || u.last_name AS name, a.firm_user_type
         FROM firm_assignment a JOIN app_user u USING (user_key)
         WHERE a.firm_id = $1 AND a.is_active AND a.user_key IN (
           SELECT user_key FROM firmbook_blocks($1)
           WHERE agent_uuid = ANY($2) OR agent_uuid IN (
             SELECT agent.contact_uuid FROM contract_party party
             JOIN contract_party agent ON agent.firm_id = $1 AND agent.contract_uuid = party.contract_uuid
               AND agent.kind = 1 AND agent.deleted_at IS NULL
             WHERE party.firm_id = $1 AND party.contact_uuid = ANY($2) AND party.deleted_at IS NULL))
         ORDER BY name, user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contacts)
    .load(connection)
    .await?;
    let shown = |row: UserRow| AffectedUser {
        user_key: row.user_key,
        name: row.name,
        role: FirmUserType::label_of(u8::try_from(row.firm_user_type).unwrap_or_default()),
    };
    Ok(rows.into_iter().map(shown).collect())
}
