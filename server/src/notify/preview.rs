//! Previews the notices that the rules would send between two dates, based on the current book. Nothing is
//! stored.

use super::facts::EveryContract;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::notification::preview::{MAX_ITEMS, PreviewCount, PreviewItem, PreviewQuestion, RulesPreview};
use shared::notification::rules::{DatedNotice, Window};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

#[derive(QueryableByName)]
struct Readers {
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

pub async fn preview(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    question: PreviewQuestion,
) -> ApiResult<RulesPreview> {
    let window = Window {
        from: question.from,
        to: question.to,
    };
    let mut kinds: BTreeMap<i16, i64> = BTreeMap::new();
    let mut first: Vec<DatedNotice> = Vec::new();
    let mut contracts = EveryContract::of(firm_id, window);
    while let Some(found) = contracts.next(connection).await? {
        for (notice, _) in found {
            *kinds.entry(notice.kind.number()).or_default() += 1;
            first.push(notice);
        }
        keep_first(&mut first);
    }
    let readers = readers(connection, firm_id, &first).await?;
    let items = first
        .into_iter()
        .map(|notice| PreviewItem {
            notification_type: notice.kind.number(),
            told: notice.notify_on,
            recipients: readers.get(&notice.contract).copied().unwrap_or(0),
            display_name: notice.display_name,
            application_url: notice.application_url,
        })
        .collect();
    let count = |(notification_type, count)| PreviewCount {
        notification_type,
        count,
    };
    Ok(RulesPreview {
        items,
        total: kinds.values().sum(),
        kinds: kinds.into_iter().map(count).collect(),
    })
}

/// Drops notices that are not shown, which bounds memory.
fn keep_first(found: &mut Vec<DatedNotice>) {
    found.sort_by(|a, b| {
        (a.notify_on, a.kind.number(), &a.display_name).cmp(&(b.notify_on, b.kind.number(), &b.display_name))
    });
    found.truncate(MAX_ITEMS);
}

async fn readers(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    notices: &[DatedNotice],
) -> QueryResult<HashMap<Uuid, i64>> {
    let mut contracts: Vec<Uuid> = notices.iter().map(|notice| notice.contract).collect();
    contracts.sort_unstable();
    contracts.dedup();
    let rows: Vec<Readers> = diesel::sql_query(
        "SELECT contract_uuid, count(*) AS count FROM firmbook_readers($1, $2) GROUP BY contract_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contracts)
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.contract_uuid, row.count))
        .collect())
}
