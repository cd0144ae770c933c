//! Runs the notification rules for added or changed contracts immediately, without waiting for the daily run.

use super::facts::{BATCH, ContractSelection, annuities, policies};
use super::{Notice, send, withdraw};
use crate::error::ApiResult;
use diesel_async::AsyncPgConnection;
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contract::Line;
use shared::date::plus_days;
use shared::notification::NotificationKind::{self, LapsePending, PremiumReminder};
use shared::notification::rules::{self, DatedNotice, Window};
use uuid::Uuid;

/// Notifications that are withdrawn when their cause is gone: the policy is in force again, the premium was paid, or
/// the change that caused them was undone.
const WITHDRAWN: [NotificationKind; 2] = [LapsePending, PremiumReminder];
/// Days before and after today in which the rules look for the causes.
const CAUSE_DAYS: i64 = 400;

/// Withdraws notifications whose cause is gone. Sends the contracts' notices for `today` and the preceding days to their
/// readers. Notices that were already sent are not repeated. Call this after the change and before the audit row.
pub async fn changed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (line, contracts): (Line, &[Uuid]),
    now: Timestamp,
    today: Date,
) -> ApiResult<()> {
    let window = Window::up_to(today);
    let mut found = Vec::new();
    for batch in contracts.chunks(BATCH) {
        match line {
            Line::Life => {
                let facts = policies(connection, firm_id, ContractSelection::Only(batch)).await?;
                let ever = Window {
                    from: plus_days(today, -CAUSE_DAYS).unwrap_or(today),
                    to: plus_days(today, CAUSE_DAYS).unwrap_or(today),
                };
                let current: Vec<DatedNotice> = facts
                    .iter()
                    .flat_map(|one| rules::policy(&one.facts, ever))
                    .filter(|notice| WITHDRAWN.contains(&notice.kind))
                    .collect();
                withdraw(connection, firm_id, (&WITHDRAWN, batch), now, &current).await?;
                found.extend(facts.iter().flat_map(|one| rules::policy(&one.facts, window)));
            }
            Line::Annuity => {
                let facts = annuities(connection, firm_id, ContractSelection::Only(batch)).await?;
                found.extend(facts.iter().flat_map(|one| rules::annuity(&one.facts, window)));
            }
        }
    }
    let news = found
        .into_iter()
        .filter(|notice| notice.is_relevant_on(today))
        .collect();
    let notices: Vec<Notice> = rules::latest_reminders(news)
        .into_iter()
        .map(Notice::from)
        .collect();
    send(connection, firm_id, now, &notices).await?;
    Ok(())
}
