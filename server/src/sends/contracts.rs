//! What a mail brings along: the lists of a contact's contracts, as the owner of the schedule sees them.

use super::owner::Owner;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, Prepared};
use bytes::Bytes;
use futures_util::TryStreamExt;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::list::{ListName, ListQuery, check};
use uuid::Uuid;

/// A file by its name.
pub struct Document {
    pub name: String,
    pub content: Bytes,
}

/// Policies, and annuities if they are asked for; a list without a row is left out.
///
/// # Errors
/// Those of the database.
pub async fn contract_lists(
    db: &Db,
    firm_id: i32,
    owner: &Owner,
    (kind, contact): (ContactKind, Uuid),
    day: Date,
    includes_annuities: bool,
) -> ApiResult<Vec<Document>> {
    let lists = [
        (ListName::Policies, "Policies.csv"),
        (ListName::Annuities, "Annuities.csv"),
    ];
    let mut documents = Vec::new();
    for (list, name) in lists.into_iter().take(if includes_annuities { 2 } else { 1 }) {
        let asked = ListQuery {
            uuid: Some(contact),
            contact_type: Some(kind),
            ..ListQuery::default()
        };
        let mut query = check(list, &asked, day).map_err(ApiError::Invalid)?;
        query.time_zone.clone_from(&owner.reader.time_zone);
        let question = Prepared {
            query,
            scope: owner.reader.scope.clone(),
        };
        let chunks: Vec<Bytes> = list::csv(db, firm_id, question).await?.try_collect().await?;
        let content = Bytes::from(chunks.concat());
        // The heading is a line.
        if content.iter().filter(|byte| **byte == b'\n').count() > 1 {
            documents.push(Document {
                name: name.to_owned(),
                content,
            });
        }
    }
    Ok(documents)
}
