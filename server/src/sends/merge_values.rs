//! Values of the merge fields in the email about a contact.

use super::owner::ScheduleOwner;
use crate::db::schema::contact;
use crate::records::contact::PersonColumns;
use crate::records::firm;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::cohort::schedule::MergeValues;
use uuid::Uuid;

/// Returns the current values for a contact of the firm, also a deleted one.
pub async fn merge_values(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    owner: &ScheduleOwner,
    contact: Uuid,
) -> QueryResult<MergeValues> {
    let person: PersonColumns = contact::table
        .find((firm_id, contact))
        .select(PersonColumns::as_select())
        .first(&mut *connection)
        .await?;
    let firm = firm::name(connection, firm_id).await?;
    Ok(MergeValues::new(&person.into(), firm, owner.name.clone()))
}
