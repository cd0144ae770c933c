//! Remembers the columns of exported lists, so that an edited export can be imported without mapping it
//! again.

use crate::list::heading;
use crate::records::upload_mapping;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::list::CheckedQuery;
use shared::upload::mapping::fingerprint;
use shared::upload::suggest;

/// Saves a mapping for the headings of an export, including renamed ones. A heading with different meanings
/// in two exports is left unmapped.
pub async fn remember(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    query: &CheckedQuery,
) -> QueryResult<()> {
    let Some(kind) = query.list.contact_kind() else {
        return Ok(());
    };
    let columns = query.columns.iter();
    let columns: Vec<(&str, &str)> = columns
        .map(|column| (column.key, heading(query, column)))
        .collect();
    let headings: Vec<String> = columns.iter().map(|(_, heading)| (*heading).to_owned()).collect();
    let fingerprint = fingerprint(&headings);
    let exported = suggest::exported_list_mapping(kind, &columns);
    let mapping = match upload_mapping::find(connection, firm_id, kind, &fingerprint).await? {
        None => exported,
        Some(known) => {
            let agreed = known.clone().without_conflicting_targets(&exported);
            if agreed == known {
                return Ok(());
            }
            agreed
        }
    };
    upload_mapping::save(connection, firm_id, kind, &fingerprint, &mapping).await
}
