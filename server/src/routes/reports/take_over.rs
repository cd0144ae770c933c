//! Transfers a report of a user who left the firm to the caller.

use super::list::one;
use super::save::name_taken;
use super::{VersionRead, is_inherited};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::routes::{Params, PathParams};
use axum::{Json, extract::State};
use diesel::sql_types::{Integer, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::json;
use shared::permission::FirmUserType;
use shared::report::{Report, ReportType};
use uuid::Uuid;

/// Transfers the report. Outside advisors lose access, because they would see the rows of the new owner, who
/// has not shared them.
pub(super) async fn take_over(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
    Params(params): Params<VersionRead>,
) -> ApiResult<Json<Report>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let before = one(&mut transaction, &app, &viewer, uuid).await?;
    if let Some(report_type) = ReportType::from_number(before.report_type) {
        viewer.may_write(report_type.feature())?;
    }
    if !is_inherited(&viewer, &before) {
        return Err(ApiError::Forbidden);
    }
    let taken = diesel::sql_query(
        "UPDATE report SET owner_key = $4, version = version + 1, updated_at = $5
         WHERE firm_id = $1 AND uuid = $2 AND version = $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Integer, _>(params.required()?)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<Timestamptz, _>(jiff_diesel::Timestamp::from(app.clock.now()))
    .execute(&mut *transaction)
    .await
    .map_err(name_taken)?;
    if taken == 0 {
        let current = one(&mut transaction, &app, &viewer, uuid).await?;
        return Err(ApiError::Conflict(Box::new(json!(current))));
    }
    diesel::sql_query(
        "DELETE FROM report_access WHERE firm_id = $1 AND report_uuid = $2 AND (user_key = $3 OR user_key IN (
           SELECT user_key FROM firm_assignment WHERE firm_id = $1 AND firm_user_type = $4))",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&viewer.user_key)
    .bind::<SmallInt, _>(i16::from(FirmUserType::TrustedAdvisor.number()))
    .execute(&mut *transaction)
    .await?;
    diesel::sql_query(
        "DELETE FROM report_subscription WHERE firm_id = $1 AND report_uuid = $2 AND user_key = $3",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<Text, _>(&before.owner_key)
    .execute(&mut *transaction)
    .await?;
    let after = one(&mut transaction, &app, &viewer, uuid).await?;
    let details = json!({ "fields": ["owner"], "before": before.owner_key, "version": after.version });
    audit::record(
        &mut transaction,
        &viewer,
        "change",
        ("report", Some(uuid)),
        details,
    )
    .await?;
    transaction.commit().await?;
    if after.shared_count > 0 {
        app.viewers.forget();
    }
    Ok(Json(after))
}
