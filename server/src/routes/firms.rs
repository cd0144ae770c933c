//! All firms, for staff.

use super::{Access, Params, Read, Route};
use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use shared::permission::Feature;
use shared::problem::Findings;
use utoipa::{IntoParams, ToSchema};

const MAX_FIRMS: i64 = 200;
const MAX_TEXT_CHARS: usize = 120;

/// A firm as listed for staff.
#[derive(Serialize, QueryableByName, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirmEntry {
    #[diesel(sql_type = Integer)]
    firm_id: i32,
    #[diesel(sql_type = Text)]
    name: String,
    /// Only active firms can be opened.
    #[diesel(sql_type = Bool)]
    is_active: bool,
    #[diesel(sql_type = Bool)]
    is_demo: bool,
    /// Number of active users
    #[diesel(sql_type = BigInt)]
    user_count: i64,
    /// Maximum number of active users. Null for no limit.
    #[diesel(sql_type = Nullable<Integer>)]
    user_limit: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    document_limit: Option<i32>,
    #[diesel(sql_type = BigInt)]
    contact_count: i64,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/Firm", Access::Feature(Feature::Firms, Read), firms)
            .says(
                "Firm",
                "Lists the firms of the platform by name, up to 200 matches",
            )
            .gives_all::<FirmEntry>("Firms"),
    ]
}

#[derive(Deserialize, IntoParams)]
struct FirmsParams {
    /// Part of the name, case- and accent-insensitive
    #[serde(default)]
    #[param(max_length = 120)]
    text: String,
}

/// Lists firms across tenants. Row-level security lets staff read only the three tables used here.
async fn firms(
    State(app): State<App>,
    viewer: Viewer,
    Params(params): Params<FirmsParams>,
) -> ApiResult<Json<Vec<FirmEntry>>> {
    let mut findings = Findings::default();
    let text = findings.bounded_text(Some(&params.text), "text", MAX_TEXT_CHARS);
    if !findings.is_acceptable() {
        return Err(ApiError::Invalid(findings.0));
    }
    let mut transaction = app.db.begin_for_staff(&viewer.user_key).await?;
    let firms = diesel::sql_query(
        "SELECT firm_id, name, is_active, is_demo, user_limit, document_limit,
           (SELECT count(*) FROM firm_assignment u WHERE u.firm_id = firm.firm_id AND u.is_active) AS user_count,
           (SELECT coalesce(sum(row_count), 0)::bigint FROM firm_list_total t
            WHERE t.firm_id = firm.firm_id AND list IN ('agents', 'owners', 'insureds')) AS contact_count
         FROM firm WHERE strpos(firmbook_fold(name), $1) > 0 ORDER BY firmbook_fold(name), firm_id LIMIT $2",
    )
    .bind::<Text, _>(text.map(|text| shared::text::fold(&text)).unwrap_or_default())
    .bind::<BigInt, _>(MAX_FIRMS)
    .load(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Json(firms))
}
