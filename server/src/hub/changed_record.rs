//! A record that somebody changed: told to those of the firm who are there and may have it open.

use super::Group;
use crate::app::App;
use crate::error::ApiResult;
use anyhow::Context;
use bytes::Bytes;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::hub::push::{self, RECORD_CHANGED, RecordChanged};

#[derive(diesel::QueryableByName)]
struct Reader {
    #[diesel(sql_type = Text)]
    user_key: String,
}

/// One question for all who are connected to this node. Links that are gone count: whoever lost the record with one is
/// told so. Whoever sees no more than the rows of shared reports is not: their page asks when it is opened.
pub(super) async fn send(app: &App, id: i64, firm_id: i32, record: &serde_json::Value) -> ApiResult<()> {
    let keys = app.hub.registry.users_of(firm_id);
    if keys.is_empty() {
        return Ok(());
    }
    let changed: RecordChanged = serde_json::from_value(record.clone()).context("a record that changed")?;
    let mut transaction = app.db.begin(firm_id).await?;
    let readers: Vec<Reader> = diesel::sql_query(
        "WITH agents AS MATERIALIZED (
           SELECT $2 AS uuid
           UNION
           SELECT agent.contact_uuid FROM contract_party agent
           WHERE agent.firm_id = $1 AND agent.contract_uuid = $2 AND agent.kind = 1
           UNION
           SELECT agent.contact_uuid FROM contract_party own
           JOIN contract_party agent ON agent.firm_id = $1 AND agent.contract_uuid = own.contract_uuid AND agent.kind = 1
           WHERE own.firm_id = $1 AND own.contact_uuid = $2
         )
         SELECT here AS user_key FROM unnest($3) here
         LEFT JOIN firm_assignment ON firm_id = $1 AND user_key = here
         -- The staff has no role in the firm.
         WHERE firm_user_type IS NULL OR firm_user_type IN (1, 4)
           OR here IN (SELECT user_key FROM firmbook_blocks($1) JOIN agents ON agents.uuid = agent_uuid)
           OR EXISTS (SELECT FROM contact WHERE firm_id = $1 AND uuid = $2 AND created_by = here)",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<SqlUuid, _>(changed.uuid)
    .bind::<Array<Text>, _>(keys)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    let said = Bytes::from(push::event(RECORD_CHANGED, &changed).map_err(anyhow::Error::from)?);
    for Reader { user_key } in readers {
        let group = Group {
            firm_id,
            user_key: user_key.into(),
        };
        app.hub.registry.push(&group, id, &said);
    }
    Ok(())
}
