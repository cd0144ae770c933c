//! The next cohort send to an agent.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::cohort_send;
use crate::records::subject::SubjectKind;
use crate::routes::PathParams;
use axum::{Json, extract::State};
use shared::cohort::schedule::NextSend;
use shared::contact::ContactKind;
use uuid::Uuid;

pub(super) async fn next_send(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<NextSend>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SubjectKind::Contact(ContactKind::Agent)
        .must_see(&mut transaction, &viewer, uuid)
        .await?;
    let next = cohort_send::next_to(&mut transaction, viewer.firm.id, uuid).await?;
    transaction.finish();
    Ok(Json(NextSend {
        next_cohort_schedule_send_date: next,
    }))
}
