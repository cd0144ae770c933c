//! Past cohort sends and their deliveries.

use crate::db::FixedSql;
use crate::db::schema::{cohort_send_recipient as recipient, contact};
use anyhow::Context;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use shared::cohort::schedule::{Delivery, DeliveryState, PastSend};
use uuid::Uuid;

/// Query limit. Pages show fewer.
const MAX_SENDS: i64 = 200;

#[derive(QueryableByName)]
struct SendRow {
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

/// A past send with its message.
pub struct SentMessage {
    pub send: PastSend,
    pub subject: String,
    pub message: String,
}

impl From<SendRow> for SentMessage {
    fn from(row: SendRow) -> Self {
        let SendRow {
            schedule_uuid,
            send_date,
            schedule_name,
            subject,
            message,
            started_at,
            note,
            sent,
            waiting,
            failed,
            skipped,
        } = row;
        Self {
            send: PastSend {
                schedule_id: schedule_uuid,
                schedule_name,
                send_date,
                started_at,
                note,
                sent_count: sent,
                waiting_count: waiting,
                failed_count: failed,
                skipped_count: skipped,
            },
            subject,
            message,
        }
    }
}

/// Lists the latest sends of a cohort, newest first.
pub async fn of_cohort(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    cohort: Uuid,
) -> QueryResult<Vec<PastSend>> {
    let rows = load(connection, firm_id, cohort, None).await?;
    Ok(rows.into_iter().map(|row| SentMessage::from(row).send).collect())
}

/// Looks up one send of a cohort by schedule and date.
pub async fn find(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    cohort: Uuid,
    send: (Uuid, Date),
) -> QueryResult<Option<SentMessage>> {
    let mut rows = load(connection, firm_id, cohort, Some(send)).await?;
    Ok(rows.pop().map(SentMessage::from))
}

async fn load(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    cohort: Uuid,
    send: Option<(Uuid, Date)>,
) -> QueryResult<Vec<SendRow>> {
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
    .bind::<Nullable<SqlUuid>, _>(send.map(|(schedule, _)| schedule))
    .bind::<Nullable<SqlDate>, _>(send.map(|(_, date)| jiff_diesel::Date::from(date)))
    .bind::<BigInt, _>(MAX_SENDS)
    .load(connection)
    .await
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = recipient, check_for_backend(Pg))]
struct RecipientRow {
    contact_uuid: Uuid,
    name: String,
    address: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    due_date: Date,
    state: String,
    reason: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableTimestamp)]
    sent_at: Option<Timestamp>,
    documents: Option<serde_json::Value>,
}

/// A delivery and its stored documents, as JSON.
pub type Delivered = (Delivery, Option<serde_json::Value>);

impl TryFrom<RecipientRow> for Delivered {
    type Error = anyhow::Error;

    fn try_from(row: RecipientRow) -> anyhow::Result<Self> {
        let delivery = Delivery {
            contact_uuid: row.contact_uuid,
            name: row.name,
            address: row.address,
            due_date: Some(row.due_date),
            state: DeliveryState::from_code(&row.state).context("unknown delivery state")?,
            reason: row.reason,
            sent_at: row.sent_at,
        };
        Ok((delivery, row.documents))
    }
}

const NAME: FixedSql<Text> = FixedSql::new("firmbook_fold(name) COLLATE \"C\"");

/// Lists the deliveries of a send by name.
pub async fn deliveries(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (schedule, date): (Uuid, Date),
) -> anyhow::Result<Vec<Delivered>> {
    let rows: Vec<RecipientRow> = recipient::table
        .filter(recipient::firm_id.eq(firm_id))
        .filter(recipient::schedule_uuid.eq(schedule))
        .filter(recipient::send_date.eq(jiff_diesel::Date::from(date)))
        .order((NAME, recipient::contact_uuid))
        .select(RecipientRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(Delivered::try_from).collect()
}

/// Returns the date of the next cohort send to a contact.
pub async fn next_to(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    contact: Uuid,
) -> QueryResult<Option<Date>> {
    let next: jiff_diesel::NullableDate = contact::table
        .find((firm_id, contact))
        .select(contact::next_cohort_send)
        .first(connection)
        .await?;
    Ok(next.into())
}
