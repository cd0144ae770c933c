//! Finds the rows of the work queue.

use super::narrow::Narrow;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::list;
use crate::records::gift_due;
use crate::records::medical::due;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::home::{ListWork, WorkItem, WorkKind};
use shared::list::{ListName, check};

/// Counts the rows of a kind that the viewer can open, and returns the first ones by date.
pub async fn find(
    transaction: &mut Transaction,
    viewer: &Viewer,
    kind: WorkKind,
    narrow: &Narrow,
    (rows, today): (u16, Date),
) -> ApiResult<(i64, Vec<WorkItem>)> {
    match kind {
        WorkKind::List(list) => of_list(transaction, viewer, list, narrow, (rows, today)).await,
        WorkKind::Gift(gift) => Ok(gift_due::due(transaction, viewer, gift, narrow, (rows, today)).await?),
        WorkKind::Medical => {
            let (total, found) = due::first(transaction, viewer, today, rows, narrow).await?;
            let items = found.into_iter().map(|due| {
                let record = (ContactKind::Insured.noun(), due.insured_uuid);
                WorkItem {
                    task: due.work_label,
                    who: Some(due.insured_name),
                    ..WorkItem::new(kind, due.uuid, record, Some(due.day), today)
                }
            });
            Ok((total, items.collect()))
        }
    }
}

async fn of_list(
    transaction: &mut Transaction,
    viewer: &Viewer,
    kind: ListWork,
    narrow: &Narrow,
    (rows, today): (u16, Date),
) -> ApiResult<(i64, Vec<WorkItem>)> {
    let mut query = check(kind.list(), &kind.query(rows), today).map_err(ApiError::Invalid)?;
    query.party = narrow.agent.map(|agent| (ContactKind::Agent, agent));
    query.among.clone_from(&narrow.among);
    query.except.clone_from(&narrow.except);
    let (total, found) = list::top(transaction, viewer, &query).await?;
    let record = match kind.list() {
        ListName::Annuities => "annuity",
        ListName::Owners => ContactKind::Owner.noun(),
        _ => "policy",
    };
    let amount_label = query.columns.last().map(|column| column.label.to_owned());
    let items = found.into_iter().map(|(uuid, cells)| {
        let mut cells = cells.into_iter();
        let mut next = || cells.next().flatten();
        let number = kind.number().map(|_| next().unwrap_or_default());
        let who = next();
        let day = next().and_then(|day| day.parse().ok());
        let amount = next();
        let item = WorkItem::new(WorkKind::List(kind), uuid, (record, uuid), day, today);
        WorkItem {
            who,
            // Owners can have annuities that the viewer does not see, so show no amount instead of 0.
            amount: amount.filter(|text| number.is_some() || text.parse() != Ok(Decimal::ZERO)),
            amount_label: amount_label.clone(),
            name: number.unwrap_or_else(|| item.name.clone()),
            ..item
        }
    });
    Ok((total, items.collect()))
}
