//! Pushes to the connected users of a firm who may have a changed record open.

use super::advisors::Advisors;
use super::outbox::StoredChange;
use super::{Group, Hub};
use crate::error::ApiResult;
use crate::records::subject::SubjectKind;
use bytes::Bytes;
use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use shared::hub::push::{self, RECORD_CHANGED, RecordChanged};
use shared::permission::Feature;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

#[derive(Debug)]
pub(super) struct Change {
    /// Id of the outbox row.
    id: i64,
    firm_id: i32,
    pub record: RecordChanged,
    /// Keys of the outside advisors to notify of a deletion.
    openers: Vec<String>,
}

impl Change {
    /// # Errors
    /// Returns an error if `stored` is not a `StoredChange`.
    pub fn new(id: i64, firm_id: i32, stored: &serde_json::Value) -> serde_json::Result<Self> {
        let StoredChange { record, openers } = serde::Deserialize::deserialize(stored)?;
        Ok(Self {
            id,
            firm_id,
            record,
            openers,
        })
    }

    /// Returns the kind of record, or `None` if it has neither history nor documents.
    pub fn subject(&self) -> Option<SubjectKind> {
        SubjectKind::ALL
            .into_iter()
            .find(|subject| subject.noun() == self.record.kind)
    }

    /// Pushes the change to the users who may read records of this kind.
    pub fn tell<'a>(&self, hub: &Hub, user_keys: impl IntoIterator<Item = &'a str>) -> ApiResult<()> {
        let feature = self.subject().map_or(Feature::Cohorts, SubjectKind::feature);
        let said = Bytes::from(push::event(RECORD_CHANGED, &self.record).map_err(anyhow::Error::from)?);
        for user_key in user_keys {
            let group = Group {
                firm_id: self.firm_id,
                user_key: user_key.into(),
            };
            hub.registry
                .push_to_readers(&group, Some(self.id), feature, RECORD_CHANGED, &said);
        }
        Ok(())
    }
}

/// Pushes changes to their readers, with one query per firm. `advisors` finds the outside advisors, except for
/// deletions.
pub(super) async fn send(hub: &Hub, advisors: &Advisors, changes: Vec<Change>) -> ApiResult<()> {
    let mut by_firm: BTreeMap<i32, Vec<Change>> = BTreeMap::new();
    for change in changes {
        by_firm.entry(change.firm_id).or_default().push(change);
    }
    for (firm_id, changes) in by_firm {
        let here = hub.registry.users_of(firm_id);
        if here.is_empty() {
            continue;
        }
        let readers = readers(hub, firm_id, &changes, here).await?;
        for change in &changes {
            let readers = readers.get(&change.id).into_iter().flatten();
            change.tell(hub, readers.chain(&change.openers).map(String::as_str))?;
        }
        let open: Vec<Change> = changes
            .into_iter()
            .filter(|change| !change.record.is_deleted)
            .collect();
        if !open.is_empty() {
            advisors.hear(firm_id, open);
        }
    }
    Ok(())
}

#[derive(diesel::QueryableByName)]
struct Readers {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Array<Text>)]
    user_keys: Vec<String>,
}

/// Maps each change, by outbox id, to the keys of the users to notify. Deleted links count too, so that users
/// who lost access to a record with the change are notified.
async fn readers(
    hub: &Hub,
    firm_id: i32,
    changes: &[Change],
    here: Vec<String>,
) -> ApiResult<HashMap<i64, Vec<String>>> {
    let (ids, uuids): (Vec<i64>, Vec<Uuid>) = changes
        .iter()
        .map(|change| (change.id, change.record.uuid))
        .unzip();
    let mut transaction = hub.workers.begin(firm_id).await?;
    let readers: Vec<Readers> = diesel::sql_query(
        "WITH changed AS MATERIALIZED (
           SELECT * FROM unnest($2, $3) changed (id, uuid)
         ), here AS MATERIALIZED (
           SELECT here.user_key, firm_user_type FROM unnest($4) here (user_key)
           LEFT JOIN firm_assignment assignment ON assignment.firm_id = $1 AND assignment.user_key = here.user_key
         ), agents AS MATERIALIZED (
           SELECT id, uuid AS agent_uuid FROM changed
           UNION
           SELECT id, agent.contact_uuid FROM changed
           JOIN contract_party agent ON agent.firm_id = $1 AND agent.contract_uuid = uuid AND agent.kind = 1
           UNION
           -- An agent is no other agent's affair, whatever they share.
           SELECT id, agent.contact_uuid FROM changed
           JOIN contract_party own ON own.firm_id = $1 AND own.contact_uuid = uuid AND own.kind <> 1
           JOIN contract_party agent ON agent.firm_id = $1 AND agent.contract_uuid = own.contract_uuid AND agent.kind = 1
         )
         SELECT id, array_agg(user_key) AS user_keys FROM (
           -- The staff has no role in the firm.
           SELECT id, user_key FROM changed, here WHERE firm_user_type IS NULL OR firm_user_type IN (1, 4)
           UNION
           SELECT id, user_key FROM agents JOIN firmbook_blocks($1) USING (agent_uuid) JOIN here USING (user_key)
           UNION
           SELECT id, user_key FROM changed JOIN contact ON contact.firm_id = $1 AND contact.uuid = changed.uuid
           JOIN here ON user_key = created_by AND firm_user_type IN (2, 3)
           UNION
           SELECT id, user_key FROM changed JOIN cohort ON cohort.firm_id = $1 AND cohort.uuid = changed.uuid
           JOIN here ON firm_user_type IN (2, 3) AND (user_key = created_by OR created_by IN (
             SELECT professional_key FROM firm_assignment_support support
             WHERE support.firm_id = $1 AND support.user_key = here.user_key))
         ) told GROUP BY id",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<BigInt>, _>(ids)
    .bind::<Array<SqlUuid>, _>(uuids)
    .bind::<Array<Text>, _>(here)
    .load(&mut *transaction)
    .await?;
    transaction.finish();
    let readers = readers.into_iter().map(|readers| (readers.id, readers.user_keys));
    Ok(readers.collect())
}
