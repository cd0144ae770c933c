//! A policy's guidelines, and its status against them.

use super::record;
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::notify;
use crate::records::{guideline, party};
use crate::routes::changed::changed;
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use serde_json::json;
use shared::contract::contracts::ContractRecord;
use shared::contract::guideline::{Guideline, GuidelineStanding, GuidelinesDraft, current_standings, read};
use shared::contract::{Line, Policy};
use shared::problem::Findings;
use uuid::Uuid;

pub(super) async fn get(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<Vec<GuidelineStanding>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let record = record::find::<Policy>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("policy"))?;
    let guidelines = guideline::of_policy(&mut transaction, &viewer, uuid).await?;
    transaction.finish();
    Ok(Json(stands(&record, &guidelines)))
}

/// Replaces the guidelines. Responds with 409 and the current ones if they were changed since they were read.
pub(super) async fn set(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(draft): Body<GuidelinesDraft>,
) -> ApiResult<Json<Vec<GuidelineStanding>>> {
    let mut findings = Findings::default();
    let known = by_parameter(read(&draft.before, "before", &mut findings));
    let wanted = by_parameter(read(&draft.guidelines, "guidelines", &mut findings));
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    party::hold_contract(&mut transaction, &viewer, uuid).await?;
    let record = record::find::<Policy>(&transaction, &viewer, uuid)
        .await?
        .ok_or(ApiError::NotFound("policy"))?;
    let stored = by_parameter(guideline::of_policy(&mut transaction, &viewer, uuid).await?);
    if stored != known {
        return Err(ApiError::Conflict(Box::new(json!(stands(&record, &stored)))));
    }
    guideline::replace(&mut transaction, &viewer, uuid, &wanted).await?;
    let differs = |of: &[Guideline], among: &[Guideline]| -> Vec<&'static str> {
        of.iter()
            .filter(|one| !among.contains(one))
            .map(|one| one.parameter.code())
            .collect()
    };
    let mut fields = differs(&wanted, &stored);
    fields.extend(differs(&stored, &wanted));
    fields.sort_unstable();
    fields.dedup();
    let (now, today) = (app.clock.now(), viewer.today(app.clock));
    notify::contract::changed(
        &mut transaction,
        viewer.firm.id,
        (Line::Life, &[uuid]),
        now,
        today,
    )
    .await?;
    changed(
        &mut transaction,
        &viewer,
        "guidelines",
        ("policy", uuid),
        json!({ "fields": fields }),
    )
    .await?;
    transaction.commit().await?;
    Ok(Json(stands(&record, &wanted)))
}

fn stands(record: &ContractRecord<Policy>, guidelines: &[Guideline]) -> Vec<GuidelineStanding> {
    current_standings(&record.contract, record.carrier.comdex, guidelines)
}

fn by_parameter(mut guidelines: Vec<Guideline>) -> Vec<Guideline> {
    guidelines.sort_by_key(|one| one.parameter.code());
    guidelines
}
