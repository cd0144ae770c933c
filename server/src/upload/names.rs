//! Recomputes display names after name parts have changed.

use super::owner::Owner;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::Person;
use shared::contact::name::display_name;
use uuid::Uuid;

/// Number of contacts processed at once.
const BATCH: i64 = 5_000;

/// SQL condition: the import or undo effect `e` changes the name.
const CHANGED: &str = "(e.before ->> 'first_name', e.before ->> 'middle_name', e.before ->> 'last_name',
    e.before ->> 'suffix', e.before ->> 'organization_name')
  IS DISTINCT FROM (e.after ->> 'first_name', e.after ->> 'middle_name', e.after ->> 'last_name',
    e.after ->> 'suffix', e.after ->> 'organization_name')";

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    display_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    middle_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    suffix: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    organization_name: Option<String>,
}

/// Locks the contracts that show a name that an import or its undo changes. Contracts are locked before contacts. See
/// [`crate::records::party::hold_new_links`].
pub async fn hold_contracts(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    for table in ["policy", "annuity"] {
        diesel::sql_query(format!(
            "SELECT FROM {table} WHERE firm_id = $1 AND uuid IN (
               SELECT party.contract_uuid FROM upload_effect e
               JOIN contract_party party ON party.firm_id = e.firm_id AND party.contact_uuid = e.contact_uuid
               WHERE e.firm_id = $1 AND e.storage_guid = $2 AND NOT e.is_new AND party.deleted_at IS NULL AND {CHANGED})
             ORDER BY uuid FOR NO KEY UPDATE"
        ))
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Recomputes the display names of contacts whose names an import or its undo changed.
pub async fn correct(connection: &mut AsyncPgConnection, owner: Owner) -> QueryResult<()> {
    let mut last = Uuid::nil();
    loop {
        let batch: Vec<Named> = diesel::sql_query(format!(
            "SELECT c.uuid, c.display_name, c.first_name, c.middle_name, c.last_name, c.suffix, c.organization_name
             FROM upload_effect e JOIN contact c ON c.firm_id = e.firm_id AND c.uuid = e.contact_uuid
             WHERE e.firm_id = $1 AND e.storage_guid = $2 AND NOT e.is_new AND e.contact_uuid > $3
               AND {CHANGED}
             ORDER BY e.contact_uuid LIMIT $4"
        ))
        .bind::<Integer, _>(owner.firm_id)
        .bind::<SqlUuid, _>(owner.storage_guid)
        .bind::<SqlUuid, _>(last)
        .bind::<BigInt, _>(BATCH)
        .load(&mut *connection)
        .await?;
        let Some(end) = batch.last() else { return Ok(()) };
        last = end.uuid;
        let (mut uuids, mut names) = (Vec::new(), Vec::new());
        for contact in batch {
            let name = display_name(&Person {
                first_name: contact.first_name,
                middle_name: contact.middle_name,
                last_name: contact.last_name,
                suffix: contact.suffix,
                organization_name: contact.organization_name,
                ..Person::default()
            });
            if name != contact.display_name {
                uuids.push(contact.uuid);
                names.push(name);
            }
        }
        diesel::sql_query(
            "UPDATE contact SET display_name = named.name FROM unnest($2, $3) AS named (uuid, name)
             WHERE firm_id = $1 AND contact.uuid = named.uuid",
        )
        .bind::<Integer, _>(owner.firm_id)
        .bind::<Array<SqlUuid>, _>(uuids)
        .bind::<Array<Text>, _>(names)
        .execute(&mut *connection)
        .await?;
    }
}
