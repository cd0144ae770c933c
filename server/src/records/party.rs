//! Parties: the links between contacts and contracts.

pub mod deleted;
mod of_contract;
pub mod primary;

pub use of_contract::of_contract;

use crate::auth::Viewer;
use crate::db::Prepare;
use crate::db::schema::contract_party;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, Source, write_visible};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::ListName;
use uuid::Uuid;

/// A contract to attach a contact to.
#[derive(QueryableByName)]
pub struct ContractRow {
    /// 1 = life policy, 2 = annuity.
    #[diesel(sql_type = SmallInt)]
    pub line: i16,
    #[diesel(sql_type = Text)]
    pub number: String,
}

impl ContractRow {
    /// Returns the code of the contract's [`shared::audit::AuditRecord`].
    pub fn noun(&self) -> &'static str {
        if self.line == 1 { "policy" } else { "annuity" }
    }
}

/// Looks up a policy or annuity that is visible to the viewer.
pub async fn find_contract(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Option<ContractRow>> {
    let sight = viewer.sight();
    let mut statement = Statement::default();
    for (joint, line, number) in [
        ("", Line::Life, "policy_number"),
        (" UNION ALL ", Line::Annuity, "contract_number"),
    ] {
        let list = ListName::of_contracts(line);
        statement.sql(&format!(
            "{joint}SELECT {}::smallint AS line, t.{number} AS number FROM {} t WHERE t.deleted_at IS NULL AND t.uuid = ",
            line.number(),
            Source::of(list, sight.scope).table
        ));
        statement.bind(Bind::Uuid(uuid)).sql(" AND t.firm_id = ");
        statement.bind(Bind::Integer(sight.firm_id));
        write_visible(&mut statement, list, &sight, Rows::Few);
    }
    statement.get_result(connection).await.optional()
}

/// Locks the contract against other changes to its parties until the transaction ends. A transaction that
/// also changes other rows must take this lock first to avoid deadlocks.
pub async fn hold_contract(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<()> {
    diesel::sql_query(
        "WITH life AS (SELECT uuid FROM policy WHERE firm_id = $1 AND uuid = $2 FOR NO KEY UPDATE),
           other AS (SELECT uuid FROM annuity WHERE firm_id = $1 AND uuid = $2 FOR NO KEY UPDATE)
         SELECT FROM life FULL JOIN other ON true",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .prepared()
    .execute(connection)
    .await
    .map(|_| ())
}

/// Prevents new links between the contacts and other contracts until the transaction ends. To avoid deadlocks,
/// transactions take these locks first, then those of contracts, then those of contacts, each in uuid order.
pub async fn hold_new_links(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contacts: Vec<Uuid>,
) -> QueryResult<()> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtext('links of ' || uuid), $1)
         FROM (SELECT DISTINCT uuid FROM unnest($2) AS uuid ORDER BY uuid) AS ordered",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<diesel::sql_types::Array<SqlUuid>, _>(contacts)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Locks all contracts that contacts are or were linked to, in uuid order. Code that renames, deletes, merges or
/// restores a contact calls this before it locks the contact, because a change to a contract locks its contacts last.
/// Needs [`hold_new_links`], because a contract that is linked later would be locked after the contact.
pub async fn hold_contracts_of(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contacts: &[Uuid],
) -> QueryResult<()> {
    for table in ["policy", "annuity"] {
        diesel::sql_query(format!(
            "SELECT FROM {table} WHERE firm_id = $1 AND uuid IN (
               SELECT contract_uuid FROM contract_party
               WHERE firm_id = $1 AND contact_uuid = ANY($2))
             ORDER BY uuid FOR NO KEY UPDATE"
        ))
        .bind::<Integer, _>(viewer.firm.id)
        .bind::<diesel::sql_types::Array<SqlUuid>, _>(contacts)
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Returns up to `limit` contracts of a line that a contact is linked to.
pub async fn contracts_of(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
    line: Line,
    limit: i64,
) -> QueryResult<Vec<Uuid>> {
    contract_party::table
        .filter(contract_party::firm_id.eq(firm_id))
        .filter(contract_party::contact_uuid.eq(contact))
        .filter(contract_party::line.eq(line as i16))
        .filter(contract_party::deleted_at.is_null())
        .select(contract_party::contract_uuid)
        .distinct()
        .limit(limit)
        .load(connection)
        .await
}

/// Locks contacts in uuid order, for a transaction that changes the links of several.
pub async fn hold_contacts(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    contacts: Vec<Uuid>,
) -> QueryResult<()> {
    diesel::sql_query(
        "SELECT FROM contact WHERE firm_id = $1 AND uuid = ANY($2) ORDER BY uuid FOR NO KEY UPDATE",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<diesel::sql_types::Array<SqlUuid>, _>(contacts)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A new link between a contact and a contract.
pub struct NewParty {
    pub contract: Uuid,
    pub line: i16,
    pub contact: Uuid,
    pub kind: ContactKind,
    pub type_id: i16,
}

impl NewParty {
    fn role(&self) -> &'static str {
        match (self.kind, self.line) {
            (ContactKind::Agent, _) => "Agent",
            (ContactKind::Owner, _) => "Owner",
            (ContactKind::Insured, 1) => "Insured",
            (ContactKind::Insured, _) => "Annuitant",
        }
    }
}

/// Inserts the link, or restores it if it was deleted. Returns `false` if it already exists.
pub async fn attach(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    party: &NewParty,
) -> QueryResult<bool> {
    // Needed for the condition of `DO UPDATE`. Not in the prelude.
    use diesel::query_dsl::methods::FilterDsl;

    let made = diesel::insert_into(contract_party::table)
        .values((
            contract_party::firm_id.eq(viewer.firm.id),
            contract_party::contract_uuid.eq(party.contract),
            contract_party::contact_uuid.eq(party.contact),
            contract_party::line.eq(party.line),
            contract_party::kind.eq(party.kind as i16),
            contract_party::role.eq(party.role()),
            contract_party::type_id.eq(party.type_id),
            contract_party::created_by.eq(&viewer.user_key),
        ))
        .on_conflict((
            contract_party::firm_id,
            contract_party::contract_uuid,
            contract_party::contact_uuid,
            contract_party::role,
            contract_party::type_id,
        ))
        .do_update()
        .set((
            contract_party::deleted_at.eq(None::<jiff_diesel::Timestamp>),
            contract_party::deleted_by.eq(None::<&str>),
            contract_party::created_at.eq(now),
            contract_party::created_by.eq(excluded(contract_party::created_by)),
        ))
        .filter(contract_party::deleted_at.is_not_null())
        .execute(connection)
        .await?;
    Ok(made == 1)
}

/// All links between a contact of one kind and a contract.
pub struct Between {
    pub kind: ContactKind,
    pub contract: Uuid,
    pub contact: Uuid,
}

/// Marks links as deleted, either those of one type or all, and returns their number.
pub async fn detach(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    between: &Between,
    type_id: Option<u8>,
) -> QueryResult<usize> {
    let links = diesel::update(contract_party::table)
        .filter(contract_party::firm_id.eq(viewer.firm.id))
        .filter(contract_party::contract_uuid.eq(between.contract))
        .filter(contract_party::contact_uuid.eq(between.contact))
        .filter(contract_party::kind.eq(between.kind as i16))
        .filter(contract_party::deleted_at.is_null())
        .set((
            contract_party::deleted_at.eq(now),
            contract_party::deleted_by.eq(&viewer.user_key),
        ));
    match type_id {
        Some(type_id) => {
            let links = links.filter(contract_party::type_id.eq(i16::from(type_id)));
            links.execute(connection).await
        }
        None => links.execute(connection).await,
    }
}

#[derive(QueryableByName)]
pub struct Restored {
    #[diesel(sql_type = SmallInt)]
    pub type_id: i16,
}

/// Restores the links that the last [`detach`] deleted, with their roles. `own_only` restores them only if this
/// user deleted them.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    between: &Between,
    own_only: bool,
) -> QueryResult<Vec<Restored>> {
    diesel::sql_query(
        "UPDATE contract_party party SET deleted_at = NULL, deleted_by = NULL
         WHERE firm_id = $1 AND contract_uuid = $2 AND contact_uuid = $3 AND kind = $4
           AND deleted_at = (
             SELECT max(deleted_at) FROM contract_party
             WHERE firm_id = $1 AND contract_uuid = $2 AND contact_uuid = $3 AND kind = $4)
           AND (NOT $5 OR deleted_by = $6)
         RETURNING type_id",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(between.contract)
    .bind::<SqlUuid, _>(between.contact)
    .bind::<SmallInt, _>(between.kind as i16)
    .bind::<Bool, _>(own_only)
    .bind::<Text, _>(&viewer.user_key)
    .load(connection)
    .await
}
