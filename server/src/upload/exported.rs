//! Prepares exported lists for a later import. Adds the record id and saves a mapping for the columns, so that users do
//! not have to map an edited export.

use crate::auth::Viewer;
use crate::list::{ScopedQuery, heading};
use crate::records::upload_mapping;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::contact::custom::CustomField;
use shared::list::CheckedQuery;
use shared::upload::mapping::fingerprint;
use shared::upload::suggest;
use shared::upload::target::RECORD_ID;

/// Adds the record id to an export of contacts, so that an import of the edited file finds them. Viewers of shared
/// reports get only the report's columns.
pub fn add_record_id(viewer: &Viewer, question: &mut ScopedQuery) {
    let query = &mut question.query;
    if query.list.contact_kind().is_none() || viewer.sees_shared_only() {
        return;
    }
    let has_id = query.columns.iter().any(|column| column.key == RECORD_ID);
    let columns = query.list.spec().columns.iter();
    query
        .columns
        .extend(columns.filter(|column| !has_id && column.key == RECORD_ID));
}

/// Saves a mapping for the headings of an export, including renamed ones. A heading with different meanings
/// in two exports is left unmapped.
pub async fn remember(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    query: &CheckedQuery,
    custom_fields: &[CustomField],
) -> QueryResult<()> {
    let Some(kind) = query.list.contact_kind() else {
        return Ok(());
    };
    let columns = query.columns.iter();
    let headings: Vec<String> = columns
        .clone()
        .map(|column| heading(query, column).into_owned())
        .collect();
    let columns: Vec<(&str, &str)> = columns
        .zip(&headings)
        .map(|(column, heading)| (column.key, heading.as_str()))
        .collect();
    let fingerprint = fingerprint(&headings);
    let exported = suggest::exported_list_mapping(kind, &columns, custom_fields);
    let mapping = match upload_mapping::find(connection, firm_id, kind.into(), &fingerprint).await? {
        None => exported,
        Some(known) => {
            let agreed = known.clone().without_conflicting_targets(&exported);
            if agreed == known {
                return Ok(());
            }
            agreed
        }
    };
    upload_mapping::save(connection, firm_id, kind.into(), &fingerprint, &mapping).await
}
