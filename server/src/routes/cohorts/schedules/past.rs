//! Past sends of a cohort.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::records::cohort_send::{self, Delivered, SentMessage};
use crate::routes::PathParams;
use axum::{Json, extract::State};
use diesel_async::AsyncPgConnection;
use jiff::civil::Date;
use shared::cohort::schedule::{PastSend, SendDetails};
use uuid::Uuid;

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
) -> ApiResult<Json<Vec<PastSend>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let sends = cohort_send::of_cohort(&mut transaction, viewer.firm.id, cohort.uuid).await?;
    transaction.finish();
    Ok(Json(sends))
}

/// Looks up a send with its deliveries. Fails if the cohort has no such send.
pub(super) async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: Uuid,
    send: (Uuid, Date),
) -> ApiResult<(SentMessage, Vec<Delivered>)> {
    let sent = cohort_send::find(connection, viewer.firm.id, cohort, send)
        .await?
        .ok_or(ApiError::NotFound("send"))?;
    let deliveries = cohort_send::deliveries(connection, viewer.firm.id, send).await?;
    Ok((sent, deliveries))
}

pub(super) async fn details(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((cohort, schedule, date)): PathParams<(Uuid, Uuid, String)>,
) -> ApiResult<Json<SendDetails>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let date = shared::date::from_wire(&date).ok_or(ApiError::NotFound("send"))?;
    let (sent, deliveries) = find(&mut transaction, &viewer, cohort.uuid, (schedule, date)).await?;
    transaction.finish();
    Ok(Json(SendDetails {
        send: sent.send,
        subject: sent.subject,
        message: sent.message,
        deliveries: deliveries.into_iter().map(|(delivery, _)| delivery).collect(),
    }))
}
