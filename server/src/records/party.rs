//! Parties: the links between contacts and contracts.

pub mod deleted;
pub mod primary;

use crate::auth::Viewer;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, Source, within};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
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
        within(&mut statement, list, &sight, Rows::Few);
    }
    statement.get_result(connection).await.optional()
}

/// Locks the contract against other changes of its parties until the transaction ends. A transaction that
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
    let made = diesel::sql_query(
        "INSERT INTO contract_party AS kept
           (firm_id, contract_uuid, contact_uuid, line, kind, role, type_id, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (firm_id, contract_uuid, contact_uuid, role, type_id)
           DO UPDATE SET deleted_at = NULL, created_at = now(), created_by = excluded.created_by
           WHERE kept.deleted_at IS NOT NULL",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(party.contract)
    .bind::<SqlUuid, _>(party.contact)
    .bind::<SmallInt, _>(party.line)
    .bind::<SmallInt, _>(party.kind as i16)
    .bind::<Text, _>(party.role())
    .bind::<SmallInt, _>(party.type_id)
    .bind::<Text, _>(&viewer.user_key)
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
    diesel::sql_query(
        "UPDATE contract_party SET deleted_at = now()
         WHERE firm_id = $1 AND contract_uuid = $2 AND contact_uuid = $3 AND kind = $4 AND deleted_at IS NULL
           AND ($5 IS NULL OR type_id = $5)",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(between.contract)
    .bind::<SqlUuid, _>(between.contact)
    .bind::<SmallInt, _>(between.kind as i16)
    .bind::<Nullable<SmallInt>, _>(type_id.map(i16::from))
    .execute(connection)
    .await
}

#[derive(QueryableByName)]
pub struct Restored {
    #[diesel(sql_type = SmallInt)]
    pub type_id: i16,
}

/// Restores the links that the last [`detach`] deleted, with their roles.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    between: &Between,
) -> QueryResult<Vec<Restored>> {
    diesel::sql_query(
        "UPDATE contract_party party SET deleted_at = NULL
         WHERE firm_id = $1 AND contract_uuid = $2 AND contact_uuid = $3 AND kind = $4
           AND deleted_at = (
             SELECT max(deleted_at) FROM contract_party
             WHERE firm_id = $1 AND contract_uuid = $2 AND contact_uuid = $3 AND kind = $4)
         RETURNING type_id",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(between.contract)
    .bind::<SqlUuid, _>(between.contact)
    .bind::<SmallInt, _>(between.kind as i16)
    .load(connection)
    .await
}
