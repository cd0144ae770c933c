//! What the columns of an exported list are, for when the file comes back.

use crate::db::models::upload_mapping;
use crate::list::heading;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use shared::list::CheckedQuery;
use shared::upload::mapping::fingerprint;
use shared::upload::suggest;

/// Remembers what the headings of an export mean, whatever its viewer called the columns. A heading that means one thing
/// in one export and another in the next means neither from then on.
///
/// # Errors
/// Those of the database.
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
    let exported = suggest::of_list(kind, &columns);
    let mapping = match upload_mapping::find(connection, firm_id, kind, &fingerprint).await? {
        None => exported,
        Some(known) => {
            let agreed = known.clone().agreed(&exported);
            if agreed == known {
                return Ok(());
            }
            agreed
        }
    };
    upload_mapping::save(connection, firm_id, kind, &fingerprint, &mapping).await
}
