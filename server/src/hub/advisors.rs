//! Record-changed pushes for outside advisors. They are sent only for records that the advisor can open. A push for
//! another row would reveal when its hidden fields were changed, and by whom. Finding the recipients is the slowest
//! part of any push, so it runs in a separate task.
//!
//! A deleted record no longer appears in any report, so the recipients of a deletion are looked up before it
//! ([`openers`]).

use super::Hub;
use super::changed_record::Change;
use crate::auth::OutsideAdvisor;
use crate::clock::Clock;
use crate::db::schema::report_access;
use crate::error::ApiResult;
use crate::list::statement::Statement;
use crate::list::{ScopedQuery, write_uuids};
use crate::records::subject::SubjectKind;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::list::{ListName, ListQuery, check};
use std::collections::{BTreeMap, HashSet};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use uuid::Uuid;

/// Maximum number of advisors per SQL statement.
const AT_ONCE: usize = 20;
/// Capacity of the queue. Changes beyond it are dropped: pushes are hints, and a client loads the record when
/// it opens it.
const WAITING: usize = 1_000;

/// Sends changes to the background task.
pub(super) struct Advisors(Sender<(i32, Vec<Change>)>);

impl Advisors {
    pub fn begin(hub: Hub) -> Self {
        let (tell, changes) = channel(WAITING);
        tokio::spawn(run(hub, changes));
        Self(tell)
    }

    /// Queues the changes of one firm, oldest first. Drops them if the queue is full.
    pub fn hear(&self, firm_id: i32, changes: Vec<Change>) {
        if self.0.try_send((firm_id, changes)).is_err() {
            tracing::warn!(firm_id, "dropped record changes for outside advisors: queue full");
        }
    }
}

async fn run(hub: Hub, mut heard: Receiver<(i32, Vec<Change>)>) {
    while let Some((firm_id, changes)) = heard.recv().await {
        let mut by_firm = BTreeMap::from([(firm_id, changes)]);
        // Drain the queue, so that each firm is queried once.
        while let Ok((firm_id, changes)) = heard.try_recv() {
            by_firm.entry(firm_id).or_default().extend(changes);
        }
        for (firm_id, changes) in by_firm {
            if let Err(error) = tell(&hub, firm_id, &changes).await {
                tracing::warn!(
                    error = format!("{error:?}"),
                    "failed to push record changes to outside advisors"
                );
            }
        }
    }
}

#[derive(QueryableByName, PartialEq, Eq, Hash)]
struct Seen {
    #[diesel(sql_type = Integer)]
    advisor: i32,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

async fn tell(hub: &Hub, firm_id: i32, changes: &[Change]) -> ApiResult<()> {
    let here = hub.registry.users_of(firm_id);
    let changed: Vec<(SubjectKind, Uuid)> = changes
        .iter()
        .filter_map(|change| Some((change.subject()?, change.record.uuid)))
        .collect();
    let mut transaction = hub.workers.begin(firm_id).await?;
    let advisors = OutsideAdvisor::find_all(&mut transaction, firm_id, &here).await?;
    for advisors in advisors.chunks(AT_ONCE) {
        let seen = seen(&mut transaction, hub.clock, firm_id, advisors, &changed).await?;
        for change in changes {
            let sees = |(advisor, _): &(i32, &OutsideAdvisor)| {
                let uuid = change.record.uuid;
                seen.contains(&Seen {
                    advisor: *advisor,
                    uuid,
                })
            };
            let told = (0..).zip(advisors).filter(sees);
            change.tell(hub, told.map(|(_, advisor)| advisor.user_key.as_str()))?;
        }
    }
    transaction.finish();
    Ok(())
}

/// Returns the keys of the outside advisors who can open a record. Needs a transaction scoped to the firm.
pub async fn openers(
    connection: &mut AsyncPgConnection,
    clock: Clock,
    firm_id: i32,
    record: (SubjectKind, Uuid),
) -> ApiResult<Vec<String>> {
    let readers: Vec<String> = report_access::table
        .filter(report_access::firm_id.eq(firm_id))
        .filter(report_access::opens_records)
        .select(report_access::user_key)
        .distinct()
        .load(connection)
        .await?;
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    let advisors = OutsideAdvisor::find_all(connection, firm_id, &readers).await?;
    let mut keys = Vec::new();
    for advisors in advisors.chunks(AT_ONCE) {
        let seen = seen(connection, clock, firm_id, advisors, &[record]).await?;
        let seen: HashSet<i32> = seen.into_iter().map(|seen| seen.advisor).collect();
        let told = (0..).zip(advisors).filter(|(place, _)| seen.contains(place));
        keys.extend(told.map(|(_, advisor)| advisor.user_key.clone()));
    }
    Ok(keys)
}

/// Returns pairs of an advisor's index and a record that the advisor can open.
async fn seen(
    connection: &mut AsyncPgConnection,
    clock: Clock,
    firm_id: i32,
    advisors: &[OutsideAdvisor],
    records: &[(SubjectKind, Uuid)],
) -> ApiResult<HashSet<Seen>> {
    let Some(statement) = visible_records_statement(clock, firm_id, advisors, records) else {
        return Ok(HashSet::new());
    };
    let seen: Vec<Seen> = statement.load(connection).await?;
    Ok(seen.into_iter().collect())
}

/// Builds the statement that returns the visible records of each advisor, with the advisor's index. Returns
/// `None` if no advisor has a list that could contain any of them.
fn visible_records_statement(
    clock: Clock,
    firm_id: i32,
    advisors: &[OutsideAdvisor],
    records: &[(SubjectKind, Uuid)],
) -> Option<Statement> {
    let mut question: Option<Statement> = None;
    for list in ListName::ALL {
        let of_list = records.iter().filter(|(subject, _)| subject.list() == list);
        let uuids: Vec<Uuid> = of_list.map(|(_, uuid)| *uuid).collect();
        if uuids.is_empty() {
            continue;
        }
        for (place, advisor) in advisors
            .iter()
            .enumerate()
            .filter(|(_, advisor)| advisor.has(list))
        {
            let today = clock.today_in(&advisor.time_zone);
            let Ok(mut rows) = check(list, &ListQuery::default(), today) else {
                continue;
            };
            rows.time_zone.clone_from(&advisor.time_zone);
            rows.among = Some(uuids.clone());
            let rows = ScopedQuery {
                query: rows,
                scope: advisor.scope(),
            };
            match &mut question {
                Some(question) => question.sql(" UNION ALL "),
                none => none.insert(Statement::default()),
            };
            let question = question.get_or_insert_default();
            question.sql(&format!("SELECT {place} AS advisor, uuid FROM ("));
            write_uuids(question, &rows, firm_id);
            question.sql(") seen");
        }
    }
    question
}
