//! An insured's medical record and its history, and the work that is due.

use super::loaded::{Reason, SUBJECT, load, note_view};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::medical::{due, history};
use crate::records::work::narrow::Narrow;
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::medical::{MedicalDuePage, MedicalHistory, MedicalRecord};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Deserialize, IntoParams)]
pub(super) struct Page {
    /// Number of entries to skip
    #[serde(default)]
    offset: u16,
}

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(insured): PathParams<Uuid>,
    Params(reason): Params<Reason>,
) -> ApiResult<Json<MedicalRecord>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SUBJECT.must_see(&mut transaction, &viewer, insured).await?;
    let reason = reason.required()?;
    let loaded = load(&mut transaction, &app, &viewer, insured).await?;
    note_view(&mut transaction, &viewer, insured, Some(reason)).await?;
    transaction.commit().await?;
    Ok(Json(loaded.shown(viewer.today(app.clock))))
}

pub(super) async fn history(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(insured): PathParams<Uuid>,
    Params(page): Params<Page>,
) -> ApiResult<Json<MedicalHistory>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SUBJECT.must_see(&mut transaction, &viewer, insured).await?;
    let history = history::page(&mut transaction, (viewer.firm.id, insured), page.offset).await?;
    transaction.finish();
    Ok(Json(history))
}

pub(super) async fn due(
    State(app): State<App>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> ApiResult<Json<MedicalDuePage>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let today = viewer.today(app.clock);
    let rows = (i64::from(page.offset), due::PAGE);
    let page = due::page(&mut transaction, &viewer, today, rows, &Narrow::default()).await?;
    transaction.finish();
    Ok(Json(page))
}
