//! Record-changed pushes for outside advisors. They are sent only for records that the advisor can open. A push for
//! another row would reveal when its hidden fields were changed, and by whom. Finding the
//! recipients is the slowest part of any push, so it runs in a task of its own.

use super::Hub;
use super::changed_record::Change;
use crate::auth::OutsideAdvisor;
use crate::error::ApiResult;
use crate::list::statement::Statement;
use crate::list::{ScopedQuery, write_uuids};
use diesel::sql_types::{Integer, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
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

#[derive(diesel::QueryableByName, PartialEq, Eq, Hash)]
struct Seen {
    #[diesel(sql_type = Integer)]
    advisor: i32,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
}

async fn tell(hub: &Hub, firm_id: i32, changes: &[Change]) -> ApiResult<()> {
    let here = hub.registry.users_of(firm_id);
    let mut transaction = hub.workers.begin(firm_id).await?;
    let advisors = OutsideAdvisor::find_all(&mut transaction, firm_id, &here).await?;
    for advisors in advisors.chunks(AT_ONCE) {
        let Some(question) = question(hub, firm_id, advisors, changes) else {
            continue;
        };
        let seen: Vec<Seen> = question.load(&mut *transaction).await?;
        let seen: HashSet<Seen> = seen.into_iter().collect();
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

/// Builds the statement that returns the visible changed records of each advisor, with the advisor's index.
/// Returns `None` if no advisor has a list that could contain any of them.
fn question(hub: &Hub, firm_id: i32, advisors: &[OutsideAdvisor], changes: &[Change]) -> Option<Statement> {
    let mut question: Option<Statement> = None;
    for list in ListName::ALL {
        let is_of_list = |change: &&Change| change.subject().is_some_and(|subject| subject.list() == list);
        let changed: Vec<Uuid> = changes
            .iter()
            .filter(is_of_list)
            .map(|change| change.record.uuid)
            .collect();
        if changed.is_empty() {
            continue;
        }
        for (place, advisor) in advisors
            .iter()
            .enumerate()
            .filter(|(_, advisor)| advisor.has(list))
        {
            let today = hub.clock.today_in(&advisor.time_zone);
            let Ok(mut rows) = check(list, &ListQuery::default(), today) else {
                continue;
            };
            rows.time_zone.clone_from(&advisor.time_zone);
            rows.among = Some(changed.clone());
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
