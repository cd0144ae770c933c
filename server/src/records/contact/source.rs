//! The origin of a contact.

use super::visible;
use crate::auth::Viewer;
use crate::db::schema::{app_user, contact};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use shared::contact::{ContactKind, ContactSource};
use shared::contract::RecordSource;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contact, check_for_backend(Pg))]
struct SourceRow {
    source: String,
    source_file: Option<String>,
    source_row: Option<i32>,
    created_by: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    created_at: Timestamp,
}

impl From<SourceRow> for ContactSource {
    fn from(row: SourceRow) -> Self {
        let SourceRow {
            source,
            source_file,
            source_row,
            created_by,
            created_at,
        } = row;
        Self {
            source_label: RecordSource::label_of(&source),
            source,
            file_name: source_file,
            file_row: source_row,
            by: created_by,
            at: created_at,
        }
    }
}

/// Returns the origin of a visible contact. `by` is the full name of the user, or their key if they have none.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<ContactSource>> {
    let row: Option<SourceRow> = visible(&viewer.sight(), kind)
        .filter(contact::uuid.eq(uuid))
        .select(SourceRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(row) = row else {
        return Ok(None);
    };
    let mut source = ContactSource::from(row);
    let user: Option<(String, String)> = app_user::table
        .filter(app_user::user_key.nullable().eq(&source.by))
        .select((app_user::first_name, app_user::last_name))
        .first(connection)
        .await
        .optional()?;
    if let Some((first, last)) = user {
        source.by = Some(format!("{first} {last}"));
    }
    Ok(Some(source))
}
