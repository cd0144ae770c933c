//! Premium gifts and Crummey letters that are due soon or overdue, for the home page.

use crate::auth::Viewer;
use crate::db::Transaction;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_party, write_visible};
use crate::records::contract::InDatabase;
use crate::records::work::narrow::Narrow;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date as SqlDate, Numeric, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::{Line, Policy, PolicyStatus};
use shared::date;
use shared::home::{DUE_DAYS, GiftWork, WorkItem, WorkKind};
use shared::list::ListName;
use uuid::Uuid;

#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    policy_uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    trust_uuid: Uuid,
    #[diesel(sql_type = Text)]
    policy_number: String,
    #[diesel(sql_type = Text)]
    trust: String,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    day: Date,
    #[diesel(sql_type = Numeric)]
    amount: Decimal,
    #[diesel(sql_type = BigInt)]
    total: i64,
}

/// Counts the due gifts or letters for in-force policies that the viewer can open, and returns the first ones by
/// date.
pub async fn due(
    transaction: &mut Transaction,
    viewer: &Viewer,
    kind: GiftWork,
    narrow: &Narrow,
    (rows, today): (u16, Date),
) -> QueryResult<(i64, Vec<WorkItem>)> {
    let (day, is_open) = match kind {
        GiftWork::Gifts => ("gift_date", "received_on IS NULL"),
        GiftWork::Letters => ("letter_date", "letters_sent_on IS NULL"),
    };
    let statuses = PolicyStatus::ALL.iter().filter(|status| status.in_force());
    let until = date::plus_days(today, DUE_DAYS).unwrap_or(today);
    let mut statement = Statement::default();
    statement
        .sql(&format!(
            "SELECT gift.uuid, t.uuid AS policy_uuid, trust_uuid, t.policy_number, trust.display_name AS trust,
               gift.{day} AS day, gift.amount,
               count(*) OVER () AS total
             FROM premium_gift gift
             JOIN policy t ON t.firm_id = gift.firm_id AND t.uuid = gift.policy_uuid AND t.deleted_at IS NULL
             JOIN contact trust ON trust.firm_id = gift.firm_id AND trust.uuid = gift.trust_uuid
             WHERE gift.{is_open} AND gift.firm_id = "
        ))
        .bind(Bind::Integer(viewer.firm.id))
        .sql(&format!(" AND gift.{day} <= "))
        .bind(Bind::Date(until.into()))
        .sql(" AND t.status = ANY(")
        .bind(Bind::Texts(
            statuses.map(|status| status.code().to_owned()).collect(),
        ))
        .sql(")");
    narrow.write_rows(&mut statement, "gift.uuid");
    if let Some(agent) = narrow.agent {
        write_party(
            &mut statement,
            viewer.firm.id,
            Line::Life,
            (ContactKind::Agent, agent),
            None,
        );
    }
    write_visible(&mut statement, ListName::Policies, &viewer.sight(), Rows::Many);
    statement
        .sql(&format!(" ORDER BY gift.{day}, t.uuid, gift.uuid LIMIT "))
        .bind(Bind::BigInt(rows.into()));
    let found: Vec<DueRow> = statement.load(&mut **transaction).await?;
    let total = found.as_slice().first().map_or(0, |row| row.total);
    let items = found.into_iter().map(|row| {
        let record = (Policy::NOUN, row.policy_uuid);
        WorkItem {
            name: row.policy_number,
            who: Some(row.trust),
            trust_uuid: Some(row.trust_uuid),
            amount: Some(row.amount.to_string()),
            amount_label: Some("Gift".into()),
            ..WorkItem::new(WorkKind::Gift(kind), row.uuid, record, Some(row.day), today)
        }
    });
    Ok((total, items.collect()))
}
