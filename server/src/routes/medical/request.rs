//! Adds and changes drafts.

use super::loaded::{Loaded, hold, must_be_current, note_view, saved, wrong_state};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::ids::new_uuid;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::medical::request::{self, Progress};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use http::StatusCode;
use serde_json::json;
use shared::contract::MedicalRequestState::Draft;
use shared::medical::{MedicalRecord, MedicalRequestInput, RequestContent, check_request};
use shared::problem::Findings;
use uuid::Uuid;

/// Adds a draft. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one draft.
pub(super) async fn add(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(insured): PathParams<Uuid>,
    Body(input): Body<MedicalRequestInput>,
) -> ApiResult<(StatusCode, Json<MedicalRecord>)> {
    let firm_id = viewer.firm.id;
    let asked = json!([viewer.user_key, insured, input]).to_string();
    let hash = key.map(|_| app.medical.sealer.hash(firm_id, &asked));
    let mut transaction = app.db.begin(firm_id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let loaded = hold(&mut transaction, &app, &viewer, insured).await?;
    let content = check(&app, &viewer, &loaded, &input)?;
    let uuid = key.unwrap_or_else(new_uuid);
    let earlier = request_hash(&mut transaction, KeyedRecord::MedicalRequest, firm_id, uuid).await?;
    if let Some(earlier) = earlier {
        if earlier.as_deref() != hash.as_deref() {
            return Err(idempotency::reused());
        }
        note_view(&mut transaction, &viewer, insured, None).await?;
        transaction.commit().await?;
        return Ok((StatusCode::CREATED, Json(loaded.shown(viewer.today(app.clock)))));
    }
    let by = (firm_id, insured, viewer.user_key.as_str());
    let (sealer, now) = (&app.medical.sealer, app.clock.now());
    request::insert(
        &mut transaction,
        sealer,
        by,
        (uuid, hash.as_deref()),
        &content,
        now,
    )
    .await?;
    let action = ("addMedical", "Draft");
    let record = saved(&mut transaction, &app, &viewer, insured, action).await?;
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(record)))
}

/// Updates a draft. Responds with 409 if it was changed since it was read.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((insured, uuid)): PathParams<(Uuid, Uuid)>,
    Body(input): Body<MedicalRequestInput>,
) -> ApiResult<Json<MedicalRecord>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let loaded = hold(&mut transaction, &app, &viewer, insured).await?;
    let before = loaded.request(uuid)?;
    must_be_current(input.version == Some(before.version))?;
    if before.state != Draft {
        return Err(wrong_state("not_draft", before.state, "cannot be changed"));
    }
    let content = check(&app, &viewer, &loaded, &input)?;
    let progress = Progress {
        state: Draft,
        sent_on: None,
        due_on: None,
    };
    let record = (viewer.firm.id, uuid);
    let (sealer, now) = (&app.medical.sealer, app.clock.now());
    request::update(&mut transaction, sealer, record, &content, progress, now).await?;
    let action = ("changeMedical", "Draft");
    let record = saved(&mut transaction, &app, &viewer, insured, action).await?;
    transaction.commit().await?;
    Ok(Json(record))
}

fn check(
    app: &App,
    viewer: &Viewer,
    loaded: &Loaded,
    input: &MedicalRequestInput,
) -> ApiResult<RequestContent> {
    let mut findings = Findings::default();
    let content = check_request(input, viewer.today(app.clock), &mut findings);
    let given = input.authorization.as_ref();
    let file = given.and_then(|authorization| authorization.document_id);
    if file.is_some_and(|file| !loaded.has_authorization(file)) {
        let message = "Choose an authorization that was uploaded for this insured.";
        findings.fault("authorization.documentId", "unknown_document", message);
    }
    match content {
        Some(content) if findings.is_acceptable() => Ok(content),
        _ => Err(ApiError::Invalid(findings.0)),
    }
}
