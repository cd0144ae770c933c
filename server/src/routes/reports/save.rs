//! Adds and updates reports.

use super::list::one;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::keyed_request::KeyedRecord;
use crate::records::report::change::{self, ReportProperties};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Body, PathParams};
use axum::{Json, extract::State};
use diesel::result::{DatabaseErrorKind, Error};
use http::StatusCode;
use serde_json::json;
use shared::activity::field_changes;
use shared::problem::Findings;
use shared::report::{NewReport, Report, ReportInput, ReportType, normalize};
use uuid::Uuid;

/// Adds a report. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one report.
pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    Body(new): Body<NewReport>,
) -> ApiResult<(StatusCode, Json<Report>)> {
    let Some(report_type) = ReportType::from_number(new.report_type) else {
        let mut findings = Findings::default();
        findings.fault("reportType", "not_a_choice", "Select a report type (1 to 6).");
        return Err(ApiError::Invalid(findings.0));
    };
    viewer.may_write(report_type.feature())?;
    let (name, description, faults) =
        normalize(report_type, &new.name, new.description.as_deref(), &new.query);
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let request = json!([
        viewer.user_key,
        report_type.number(),
        name,
        description,
        new.query
    ]);
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request.to_string()));
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let row = change::NewReport {
        uuid,
        report_type,
        properties: ReportProperties {
            name: &name,
            description: description.as_deref(),
            query: &new.query,
        },
        request_hash: request_hash.as_deref(),
        now: app.clock.now(),
    };
    let is_new = change::insert(&mut transaction, &viewer, row)
        .await
        .map_err(name_taken)?;
    if !is_new {
        let of_firm = (viewer.firm.id, uuid);
        let hash = request_hash.as_deref();
        idempotency::must_match(&mut transaction, KeyedRecord::Report, of_firm, hash).await?;
    }
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    if is_new {
        audit::record(
            &mut transaction,
            &viewer,
            "add",
            ("report", Some(uuid)),
            json!({}),
        )
        .await?;
    }
    transaction.commit().await?;
    Ok((StatusCode::CREATED, Json(report)))
}

/// Converts a violation of the unique report name, which is case-insensitive per owner.
pub(super) fn name_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, ref info)
            if info.constraint_name() == Some("report_name") =>
        {
            ApiError::Refused {
                code: "name_taken",
                message: "You already have a report with this name. Enter a different name.".into(),
            }
        }
        other => other.into(),
    }
}

/// Updates a report and discards its cached totals, which belong to the previous query.
pub(super) async fn change(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Body(input): Body<ReportInput>,
) -> ApiResult<Json<Report>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = one(&mut transaction, &app, &viewer, uuid).await?;
    let report_type = ReportType::from_number(before.report_type).ok_or(ApiError::NotFound("report"))?;
    viewer.may_write(report_type.feature())?;
    if !before.is_owner {
        return Err(ApiError::Forbidden);
    }
    let (name, description, faults) = normalize(
        report_type,
        &input.name,
        input.description.as_deref(),
        &input.query,
    );
    if !faults.is_empty() {
        return Err(ApiError::Invalid(faults));
    }
    let properties = ReportProperties {
        name: &name,
        description: description.as_deref(),
        query: &input.query,
    };
    let (firm_id, now) = (viewer.firm.id, app.clock.now());
    let is_saved = change::update(&mut transaction, firm_id, (uuid, input.version), properties, now)
        .await
        .map_err(name_taken)?;
    if !is_saved {
        // Another request may have saved since the first read.
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    change::discard_results(&mut transaction, firm_id, uuid).await?;
    let after = one(&mut transaction, &app, &viewer, uuid).await?;
    let texts = |of: &Report| json!({ "name": of.name, "description": of.description });
    let changes = field_changes(&texts(&before), &texts(&after));
    let fields: Vec<&str> = [
        ("name", before.name != after.name),
        ("description", before.description != after.description),
        ("query", before.query != after.query),
    ]
    .into_iter()
    .filter_map(|(field, is_changed)| is_changed.then_some(field))
    .collect();
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("report", Some(uuid)),
        json!({ "fields": fields, "changes": changes, "version": after.version }),
    )
    .await?;
    transaction.commit().await?;
    if after.shared_count > 0 {
        app.viewers.forget();
    }
    Ok(Json(after))
}
