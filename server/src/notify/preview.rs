//! Previews the notices that the rules would send between two dates, based on the current book. Nothing is
//! stored.

use super::facts::EveryContract;
use crate::error::ApiResult;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::notification::preview::{
    MAX_ITEMS, MAX_NAMES, PreviewCount, PreviewItem, PreviewQuestion, RulesPreview,
};
use shared::notification::rules::{DatedNotice, Window};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

#[derive(QueryableByName)]
struct Readers {
    #[diesel(sql_type = SqlUuid)]
    contract_uuid: Uuid,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Array<Text>)]
    names: Vec<String>,
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
    let offset = question.offset as usize;
    let is_listed = |kind: i16| question.notification_type.is_none_or(|wanted| wanted == kind);
    let mut kinds: BTreeMap<i16, i64> = BTreeMap::new();
    let mut first: Vec<DatedNotice> = Vec::new();
    let mut contracts = EveryContract::of(firm_id, window);
    while let Some(found) = contracts.next(connection).await? {
        for (notice, _) in found {
            let kind = notice.kind.number();
            *kinds.entry(kind).or_default() += 1;
            if is_listed(kind) {
                first.push(notice);
            }
        }
        keep_first(&mut first, offset + MAX_ITEMS);
    }
    first.drain(..offset.min(first.len()));
    let readers = readers(connection, firm_id, &first).await?;
    let items = first
        .into_iter()
        .map(|notice| {
            let (recipients, recipient_names) = readers.get(&notice.contract).cloned().unwrap_or_default();
            PreviewItem {
                notification_type: notice.kind.number(),
                told: notice.notify_on,
                recipients,
                recipient_names,
                display_name: notice.display_name,
                application_url: notice.application_url,
            }
        })
        .collect();
    let count = |(notification_type, count)| PreviewCount {
        notification_type,
        count,
    };
    Ok(RulesPreview {
        items,
        total: kinds
            .iter()
            .filter(|(kind, _)| is_listed(**kind))
            .map(|(_, count)| count)
            .sum(),
        kinds: kinds.into_iter().map(count).collect(),
    })
}

/// Drops notices that are not shown, which bounds memory.
fn keep_first(found: &mut Vec<DatedNotice>, most: usize) {
    found.sort_by(|a, b| {
        (a.notify_on, a.kind.number(), &a.display_name).cmp(&(b.notify_on, b.kind.number(), &b.display_name))
    });
    found.truncate(most);
}

/// Returns the number of users who can see each contract, and their first [`MAX_NAMES`] names.
async fn readers(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    notices: &[DatedNotice],
) -> QueryResult<HashMap<Uuid, (i64, Vec<String>)>> {
    let mut contracts: Vec<Uuid> = notices.iter().map(|notice| notice.contract).collect();
    contracts.sort_unstable();
    contracts.dedup();
    let rows: Vec<Readers> = diesel::sql_query(
        "SELECT contract_uuid, count(*) AS count, \
         (array_agg(name ORDER BY name))[:$3] AS names \
         FROM (SELECT reader.contract_uuid, person.first_name || ' ' || person.last_name AS name \
         FROM firmbook_readers($1, $2) reader JOIN app_user person USING (user_key)) named \
         GROUP BY contract_uuid",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Array<SqlUuid>, _>(contracts)
    .bind::<Integer, _>(i32::try_from(MAX_NAMES).unwrap_or(i32::MAX))
    .load(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.contract_uuid, (row.count, row.names)))
        .collect())
}
