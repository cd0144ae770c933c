//! An insured's medical record and its history, and the list of open requests.

use super::loaded::{Reason, SUBJECT, load, note_view, note_views};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::medical::history;
use crate::records::medical::open_requests::{self, Wanted};
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use serde::Deserialize;
use shared::medical::{MedicalHistory, MedicalRecord, OpenRequestPage, RequestNeed};
use shared::problem::Findings;
use std::collections::BTreeSet;
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

/// Which open requests to list.
#[derive(Deserialize, IntoParams)]
pub(super) struct OpenParams {
    /// Number of requests to skip
    #[serde(default)]
    offset: u16,
    /// Words in the name, email, phone or other data of the insured
    #[serde(default)]
    search: String,
    /// `RequestNeed` code: `Due`, `Authorization`, `Draft`, `Letter`, `FollowUp` or `Provider`
    need: Option<String>,
    /// `ViewReason` code. Required to see providers and types
    reason: Option<String>,
}

/// Lists open requests. With a reason, the rows contain medical data, and the view of each insured is recorded.
pub(super) async fn open(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<OpenParams>,
) -> ApiResult<Json<OpenRequestPage>> {
    let need = params.need.as_deref().map(known_need).transpose()?;
    let reason = Reason {
        reason: params.reason,
    };
    let reason = reason.given()?;
    let wanted = Wanted {
        offset: params.offset,
        search: &params.search,
        need,
    };
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let sealer = reason.map(|_| &*app.medical.sealer);
    let today = viewer.today(app.clock);
    let page = open_requests::page(&mut transaction, &viewer, today, &wanted, sealer).await?;
    if reason.is_some() {
        let insureds: BTreeSet<Uuid> = page.items.iter().map(|request| request.insured_uuid).collect();
        note_views(&mut transaction, &viewer, insureds, reason).await?;
        transaction.commit().await?;
    } else {
        transaction.finish();
    }
    Ok(Json(page))
}

fn known_need(code: &str) -> ApiResult<RequestNeed> {
    RequestNeed::from_code(code).ok_or_else(|| {
        let mut findings = Findings::default();
        findings.fault("need", "unknown_choice", "Choose which requests to list.");
        ApiError::Invalid(findings.0)
    })
}
