//! Runs the notification rules for an added or changed contract at once, without waiting for the daily run.

use super::facts::{ContractSelection, annuities, policies};
use super::{Notice, send, withdraw};
use crate::error::ApiResult;
use diesel_async::AsyncPgConnection;
use jiff::Timestamp;
use jiff::civil::Date;
use shared::contract::Line;
use shared::date::plus_days;
use shared::notification::NotificationKind::LapsePending;
use shared::notification::rules::{self, Window};
use uuid::Uuid;

/// Alarms older than this are not withdrawn.
const ALARM_DAYS: i64 = 400;

/// Withdraws alarms whose cause is gone, and sends the contract's notices for `today` and the days before to its readers. Notices that were already
/// sent are not repeated. Call this after the change and before the audit row.
pub async fn changed(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    (line, contract): (Line, Uuid),
    now: Timestamp,
    today: Date,
) -> ApiResult<()> {
    let window = Window::up_to(today);
    let found = match line {
        Line::Life => {
            let facts = policies(connection, firm_id, ContractSelection::One(contract)).await?;
            let ever = Window {
                from: plus_days(today, -ALARM_DAYS).unwrap_or(today),
                to: plus_days(today, ALARM_DAYS).unwrap_or(today),
            };
            let alarms: Vec<String> = facts
                .iter()
                .flat_map(|one| rules::policy(&one.facts, ever))
                .filter(|notice| notice.kind == LapsePending)
                .map(|notice| notice.key)
                .collect();
            withdraw(connection, firm_id, (LapsePending, contract), now, &alarms).await?;
            facts
                .iter()
                .flat_map(|one| rules::policy(&one.facts, window))
                .collect::<Vec<_>>()
        }
        Line::Annuity => {
            let facts = annuities(connection, firm_id, ContractSelection::One(contract)).await?;
            facts
                .iter()
                .flat_map(|one| rules::annuity(&one.facts, window))
                .collect()
        }
    };
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
