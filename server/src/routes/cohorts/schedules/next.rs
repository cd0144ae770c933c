//! The next cohort send to an agent.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::ApiResult;
use crate::records::subject::SubjectKind;
use crate::routes::PathParams;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{Date as SqlDate, Integer, Nullable, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use shared::cohort::schedule::NextSend;
use shared::contact::ContactKind;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    next_cohort_send: Option<Date>,
}

pub(super) async fn next_send(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(uuid): PathParams<Uuid>,
) -> ApiResult<Json<NextSend>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    SubjectKind::Contact(ContactKind::Agent)
        .must_see(&mut transaction, &viewer, uuid)
        .await?;
    let row: Row = diesel::sql_query("SELECT next_cohort_send FROM contact WHERE firm_id = $1 AND uuid = $2")
        .bind::<Integer, _>(viewer.firm.id)
        .bind::<SqlUuid, _>(uuid)
        .get_result(&mut *transaction)
        .await?;
    transaction.finish();
    Ok(Json(NextSend {
        next_cohort_schedule_send_date: row.next_cohort_send,
    }))
}
