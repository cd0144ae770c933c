//! Lists of a contact's contracts that the schedule's owner can see.

use super::attachments::Document;
use super::members::lines_of;
use super::owner::ScheduleOwner;
use crate::db::Db;
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use bytes::Bytes;
use futures_util::TryStreamExt;
use jiff::civil::Date;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::{ListName, ListQuery, check};
use uuid::Uuid;

const CSV: &str = "text/csv; charset=utf-8";

/// Exports the contact's policies, and annuities if included, as CSV. Empty lists are omitted.
pub(super) async fn contract_lists(
    db: &Db,
    firm_id: i32,
    owner: &ScheduleOwner,
    (kind, contact): (ContactKind, Uuid),
    day: Date,
    includes_annuities: bool,
) -> ApiResult<Vec<Document>> {
    let mut documents = Vec::new();
    for line in lines_of(includes_annuities) {
        let name = match line {
            Line::Life => "Policies.csv",
            Line::Annuity => "Annuities.csv",
        };
        let asked = ListQuery {
            uuid: Some(contact),
            contact_type: Some(kind),
            ..ListQuery::default()
        };
        let mut query = check(ListName::of_contracts(*line), &asked, day).map_err(ApiError::Invalid)?;
        query.time_zone.clone_from(&owner.reader.time_zone);
        let question = ScopedQuery {
            query,
            scope: owner.reader.scope.clone(),
        };
        let chunks: Vec<Bytes> = list::csv(db, firm_id, question).await?.try_collect().await?;
        let content = Bytes::from(chunks.concat());
        // The first line is the header.
        if content.iter().filter(|byte| **byte == b'\n').count() > 1 {
            documents.push(Document {
                name: name.to_owned(),
                media_type: CSV.to_owned(),
                content,
            });
        }
    }
    Ok(documents)
}
