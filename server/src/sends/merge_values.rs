//! Values of the merge fields in a contact's email.

use super::owner::ScheduleOwner;
use crate::db::schema::contact;
use crate::records::contact::PersonColumns;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::cohort::schedule::MergeValues;
use uuid::Uuid;

/// Returns the current values for a contact of the firm, even if it is deleted.
pub async fn merge_values(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    firm_name: String,
    (owner, contact): (&ScheduleOwner, Uuid),
) -> QueryResult<MergeValues> {
    let person: PersonColumns = contact::table
        .find((firm_id, contact))
        .select(PersonColumns::as_select())
        .first(connection)
        .await?;
    Ok(MergeValues::new(&person.into(), firm_name, owner.name.clone()))
}
