//! Publishes the progress of a cohort's sends.

use diesel::prelude::*;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Publishes a change to the schedule's cohort. The transaction must be scoped to the firm.
pub async fn publish_progress(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    schedule: Uuid,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO hub_outbox (firm_id, record)
         SELECT firm_id, jsonb_build_object('kind', 'cohort', 'uuid', cohort_uuid, 'isDeleted', false,
           'by', name, 'page', NULL)
         FROM cohort_schedule WHERE firm_id = $1 AND uuid = $2",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(schedule)
    .execute(connection)
    .await
    .map(drop)
}
