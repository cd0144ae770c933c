//! Pushes to the connected users of a firm whose reports have stale totals.

use super::{Group, Hub};
use crate::error::ApiResult;
use bytes::Bytes;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::hub::push::{self, REPORT_TOTALS, StaleTotals};
use shared::permission::Feature;
use uuid::Uuid;

#[derive(diesel::QueryableByName)]
struct Readable {
    #[diesel(sql_type = Text)]
    user_key: String,
    #[diesel(sql_type = Array<SqlUuid>)]
    report_uuids: Vec<Uuid>,
}

/// Pushes the stale reports to each connected user who can open them, with one query for all users.
pub(super) async fn send(hub: &Hub, id: i64, firm_id: i32, reports: &[Uuid]) -> ApiResult<()> {
    let keys = hub.registry.users_of(firm_id);
    if keys.is_empty() {
        return Ok(());
    }
    let mut transaction = hub.workers.begin(firm_id).await?;
    let readable: Vec<Readable> = diesel::sql_query(
        "SELECT user_key, array_agg(uuid) AS report_uuids FROM (
           SELECT owner_key AS user_key, uuid FROM report
           WHERE firm_id = $1 AND uuid = ANY($2) AND owner_key = ANY($3)
           UNION
           SELECT user_key, report_uuid FROM report_access
           WHERE firm_id = $1 AND report_uuid = ANY($2) AND user_key = ANY($3)
         ) readable GROUP BY user_key",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(reports)
    .bind::<Array<Text>, _>(keys)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    for Readable {
        user_key,
        report_uuids,
    } in readable
    {
        let record =
            push::event(REPORT_TOTALS, &StaleTotals { report_uuids }).map_err(anyhow::Error::from)?;
        let group = Group {
            firm_id,
            user_key: user_key.into(),
        };
        // Outside advisors see rows of reports but cannot open the reports themselves.
        hub.registry.push_to_readers(
            &group,
            Some(id),
            Feature::PolicyReports,
            REPORT_TOTALS,
            &Bytes::from(record),
        );
    }
    Ok(())
}
