//! The records behind work queue rows.

use crate::auth::Viewer;
use crate::db::schema::{medical_request, premium_gift};
use crate::error::{ApiError, ApiResult};
use crate::records::subject::SubjectKind;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::home::WorkKind;
use shared::list::ListName;
use uuid::Uuid;

/// Returns a row's record: its contract or person, the policy of a gift, or the insured of a medical request.
///
/// # Errors
/// Returns `ApiError::NotFound` if the viewer cannot open it.
pub async fn visible(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: WorkKind,
    uuid: Uuid,
) -> ApiResult<(SubjectKind, Uuid)> {
    let firm_id = viewer.firm.id;
    let subject = match kind {
        WorkKind::List(list) => (of_list(list.list()), uuid),
        WorkKind::Gift(_) => {
            let policy = premium_gift::table
                .find((firm_id, uuid))
                .select(premium_gift::policy_uuid)
                .first(&mut *connection)
                .await
                .optional()?;
            let policy = policy.ok_or(ApiError::NotFound("gift"))?;
            (SubjectKind::Contract(Line::Life), policy)
        }
        WorkKind::Medical => {
            let insured = medical_request::table
                .find((firm_id, uuid))
                .select(medical_request::insured_uuid)
                .first(&mut *connection)
                .await
                .optional()?;
            let insured = insured.ok_or(ApiError::NotFound("request"))?;
            (SubjectKind::Contact(ContactKind::Insured), insured)
        }
    };
    subject.0.must_see(connection, viewer, subject.1).await?;
    Ok(subject)
}

fn of_list(list: ListName) -> SubjectKind {
    match list {
        ListName::Annuities => SubjectKind::Contract(Line::Annuity),
        ListName::Owners => SubjectKind::Contact(ContactKind::Owner),
        _ => SubjectKind::Contract(Line::Life),
    }
}
