//! Adds and updates reports.

use super::list::one;
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::routes::{Body, PathParams, idempotency};
use axum::{Json, extract::State};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{Binary, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http::{HeaderMap, StatusCode};
use serde_json::json;
use shared::problem::Findings;
use shared::report::{NewReport, Report, ReportInput, ReportType, normalize};
use uuid::Uuid;

/// Adds a report. An `Idempotency-Key` becomes its uuid, so that a repeated request adds only one report.
pub(super) async fn create(
    State(app): State<App>,
    viewer: Viewer,
    headers: HeaderMap,
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
    let key = idempotency::key(&headers)?;
    let uuid = key.unwrap_or_else(crate::ids::new_uuid);
    let request = json!([
        viewer.user_key,
        report_type.number(),
        name,
        description,
        new.query
    ]);
    let request_hash = key.map(|_| app.sealer.hash(viewer.firm.id, &request.to_string()));
    let now = jiff_diesel::Timestamp::from(app.clock.now());
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    idempotency::hold(&mut transaction, key).await?;
    let added = diesel::sql_query(
        "INSERT INTO report (firm_id, uuid, report_type, owner_key, name, description, query, request_hash,
           last_opened_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9) ON CONFLICT (firm_id, uuid) DO NOTHING",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<SmallInt, _>(i16::from(report_type.number()))
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Text, _>(name)
    .bind::<Nullable<Text>, _>(description)
    .bind::<Jsonb, _>(json!(new.query))
    .bind::<Nullable<Binary>, _>(&request_hash)
    .bind::<Timestamptz, _>(now)
    .execute(&mut *transaction)
    .await
    .map_err(name_taken)?;
    if added == 0
        && idempotency::known(&mut transaction, "report", viewer.firm.id, uuid).await? != request_hash
    {
        return Err(idempotency::reused());
    }
    let report = one(&mut transaction, &app, &viewer, uuid).await?;
    if added == 1 {
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
    let saved = diesel::sql_query(
        "UPDATE report SET name = $4, description = $5, query = $6, version = version + 1, updated_at = $7
         WHERE firm_id = $1 AND uuid = $2 AND version = $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Integer, _>(input.version)
    .bind::<Text, _>(&name)
    .bind::<Nullable<Text>, _>(&description)
    .bind::<Jsonb, _>(json!(input.query))
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .execute(&mut *transaction)
    .await
    .map_err(name_taken)?;
    if saved == 0 {
        // Another request may have saved since the first read.
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    for sql in [
        "DELETE FROM report_count WHERE firm_id = $1 AND report_uuid = $2",
        // Subscribers are notified of changed data, not of a changed query, so their comparison starts over.
        "UPDATE report_subscription SET is_due = true, told_state = NULL, before_state = NULL
         WHERE firm_id = $1 AND report_uuid = $2",
    ] {
        diesel::sql_query(sql)
            .bind::<Integer, _>(viewer.firm.id)
            .bind::<SqlUuid, _>(uuid)
            .execute(&mut *transaction)
            .await?;
    }
    let after = one(&mut transaction, &app, &viewer, uuid).await?;
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
        json!({ "fields": fields, "version": after.version }),
    )
    .await?;
    transaction.commit().await?;
    if after.shared_count > 0 {
        app.viewers.forget();
    }
    Ok(Json(after))
}
