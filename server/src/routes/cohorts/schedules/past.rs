//! Past sends of a cohort.

use crate::app::App;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::cohort;
use crate::routes::PathParams;
use anyhow::Context;
use axum::{Json, extract::State};
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Date as SqlDate, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::cohort::schedule::{Delivery, DeliveryState, PastSend, SendDetails};
use uuid::Uuid;

/// Maximum number of sends returned.
const MOST: i64 = 200;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    schedule_uuid: Uuid,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    send_date: Date,
    #[diesel(sql_type = Text)]
    schedule_name: String,
    #[diesel(sql_type = Text)]
    subject: String,
    #[diesel(sql_type = Text)]
    message: String,
    #[diesel(sql_type = Timestamptz, deserialize_as = jiff_diesel::Timestamp)]
    started_at: Timestamp,
    #[diesel(sql_type = Nullable<Text>)]
    note: Option<String>,
    #[diesel(sql_type = BigInt)]
    sent: i64,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    failed: i64,
    #[diesel(sql_type = BigInt)]
    skipped: i64,
}

impl From<Row> for PastSend {
    fn from(row: Row) -> Self {
        let Row {
            schedule_uuid,
            send_date,
            schedule_name,
            subject: _,
            message: _,
            started_at,
            note,
            sent,
            waiting,
            failed,
            skipped,
        } = row;
        Self {
            schedule_id: schedule_uuid,
            schedule_name,
            send_date,
            started_at,
            note,
            sent_count: sent,
            waiting_count: waiting,
            failed_count: failed,
            skipped_count: skipped,
        }
    }
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = SqlUuid)]
    contact_uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    due_date: Date,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>, deserialize_as = jiff_diesel::NullableTimestamp)]
    sent_at: Option<Timestamp>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    documents: Option<serde_json::Value>,
}

/// A delivery and its stored documents, as JSON.
pub(super) type Delivered = (Delivery, Option<serde_json::Value>);

impl TryFrom<Line> for Delivered {
    type Error = anyhow::Error;

    fn try_from(line: Line) -> anyhow::Result<Self> {
        let delivery = Delivery {
            contact_uuid: line.contact_uuid,
            name: line.name,
            address: line.address,
            due_date: Some(line.due_date),
            state: DeliveryState::from_code(&line.state).context("unknown delivery state")?,
            reason: line.reason,
            sent_at: line.sent_at,
        };
        Ok((delivery, line.documents))
    }
}

async fn load(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    cohort: Uuid,
    one: Option<(Uuid, Date)>,
) -> QueryResult<Vec<Row>> {
    diesel::sql_query(
        "SELECT send.schedule_uuid, send.send_date, schedule_name, send.subject, send.message, started_at, send.note,
           count(*) FILTER (WHERE state = 'Sent') AS sent, count(*) FILTER (WHERE state = 'Waiting') AS waiting,
           count(*) FILTER (WHERE state = 'Failed') AS failed, count(*) FILTER (WHERE state = 'Skipped') AS skipped
         FROM cohort_send send JOIN cohort_schedule schedule
           ON schedule.firm_id = send.firm_id AND schedule.uuid = send.schedule_uuid
         LEFT JOIN cohort_send_recipient recipient
           ON recipient.firm_id = send.firm_id AND recipient.schedule_uuid = send.schedule_uuid
             AND recipient.send_date = send.send_date
         WHERE send.firm_id = $1 AND schedule.cohort_uuid = $2 AND ($3 IS NULL OR send.schedule_uuid = $3)
           AND ($4 IS NULL OR send.send_date = $4)
         GROUP BY send.firm_id, send.schedule_uuid, send.send_date
         ORDER BY started_at DESC, schedule_name, send.schedule_uuid LIMIT $5",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(cohort)
    .bind::<Nullable<SqlUuid>, _>(one.map(|(schedule, _)| schedule))
    .bind::<Nullable<SqlDate>, _>(one.map(|(_, date)| jiff_diesel::Date::from(date)))
    .bind::<BigInt, _>(MOST)
    .load(connection)
    .await
}

pub(super) async fn list(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(cohort): PathParams<Uuid>,
) -> ApiResult<Json<Vec<PastSend>>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let sends = load(&mut transaction, viewer.firm.id, cohort.uuid, None).await?;
    transaction.finish();
    Ok(Json(sends.into_iter().map(PastSend::from).collect()))
}

/// Looks up a send. Returns it with its subject, message and deliveries.
pub(super) async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    cohort: Uuid,
    (schedule, date): (Uuid, Date),
) -> ApiResult<(PastSend, String, String, Vec<Delivered>)> {
    let send = load(connection, viewer.firm.id, cohort, Some((schedule, date)))
        .await?
        .pop();
    let mut send = send.ok_or(ApiError::NotFound("send"))?;
    let lines: Vec<Line> = diesel::sql_query(
        "SELECT contact_uuid, name, address, due_date, state, reason, sent_at, documents FROM cohort_send_recipient
         WHERE firm_id = $1 AND schedule_uuid = $2 AND send_date = $3
         ORDER BY firmbook_fold(name) COLLATE \"C\", contact_uuid",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(schedule)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(date))
    .load(connection)
    .await?;
    let delivered = lines
        .into_iter()
        .map(Delivered::try_from)
        .collect::<anyhow::Result<_>>()?;
    let (subject, message) = (
        std::mem::take(&mut send.subject),
        std::mem::take(&mut send.message),
    );
    Ok((send.into(), subject, message, delivered))
}

pub(super) async fn details(
    State(app): State<App>,
    viewer: Viewer,
    PathParams((cohort, schedule, date)): PathParams<(Uuid, Uuid, String)>,
) -> ApiResult<Json<SendDetails>> {
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let cohort = cohort::get(&mut transaction, &viewer, cohort).await?;
    let date = shared::date::from_wire(&date).ok_or(ApiError::NotFound("send"))?;
    let (send, subject, message, delivered) =
        find(&mut transaction, &viewer, cohort.uuid, (schedule, date)).await?;
    transaction.finish();
    Ok(Json(SendDetails {
        send,
        subject,
        message,
        deliveries: delivered.into_iter().map(|(delivery, _)| delivery).collect(),
    }))
}
