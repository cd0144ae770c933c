//! Gift calendar for in-force policies.

use crate::auth::Sight;
use crate::db::Transaction;
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, write_visible};
use diesel::prelude::*;
use diesel::sql_types::{Date as SqlDate, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::PolicyStatus;
use shared::contract::gift::Gift;
use shared::contract::gift::calendar::{EventSource, GiftCalendar, MAX_GIFTS, events};
use shared::list::ListName;
use uuid::Uuid;

#[derive(QueryableByName)]
struct GiftRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = SqlUuid)]
    policy: Uuid,
    #[diesel(sql_type = Text)]
    policy_number: String,
    #[diesel(sql_type = SqlUuid)]
    trust_uuid: Uuid,
    #[diesel(sql_type = Text)]
    trust: String,
    #[diesel(sql_type = Numeric)]
    amount: Decimal,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    gift_date: Date,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    letter_date: Date,
    #[diesel(sql_type = SqlDate, deserialize_as = jiff_diesel::Date)]
    premium_due: Date,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    received_on: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    letters_sent_on: Option<Date>,
    #[diesel(sql_type = Nullable<SqlDate>, deserialize_as = jiff_diesel::NullableDate)]
    premium_paid_on: Option<Date>,
}

impl GiftRow {
    fn parts(self) -> (Gift, EventSource) {
        let gift = Gift {
            trust_uuid: self.trust_uuid,
            amount: self.amount,
            gift_date: self.gift_date,
            letter_date: self.letter_date,
            premium_due: self.premium_due,
            received_on: self.received_on,
            letters_sent_on: self.letters_sent_on,
            premium_paid_on: self.premium_paid_on,
        };
        let source = EventSource {
            gift_uuid: self.uuid,
            policy_uuid: self.policy,
            policy_number: self.policy_number,
            trust_name: self.trust,
        };
        (gift, source)
    }
}

/// Returns the calendar from `first` to `last`, sorted by day, with the gifts for in-force policies in the row scope.
pub async fn calendar(
    transaction: &mut Transaction,
    sight: &Sight<'_>,
    (first, last): (Date, Date),
    today: Date,
) -> QueryResult<GiftCalendar> {
    let statuses = PolicyStatus::ALL.iter().filter(|status| status.in_force());
    let mut statement = Statement::default();
    statement
        .sql(
            "SELECT gift.uuid, t.uuid AS policy, t.policy_number, gift.trust_uuid, trust.display_name AS trust,
               gift.amount, gift.gift_date, gift.letter_date, gift.premium_due, gift.received_on, gift.letters_sent_on,
               gift.premium_paid_on
             FROM premium_gift gift
             JOIN policy t ON t.firm_id = gift.firm_id AND t.uuid = gift.policy_uuid AND t.deleted_at IS NULL
             JOIN contact trust ON trust.firm_id = gift.firm_id AND trust.uuid = gift.trust_uuid
             WHERE gift.firm_id = ",
        )
        .bind(Bind::Integer(sight.firm_id))
        .sql(" AND t.status = ANY(")
        .bind(Bind::Texts(
            statuses.map(|status| status.code().to_owned()).collect(),
        ))
        .sql(") AND (FALSE");
    let window_ends = "coalesce(gift.letters_sent_on, gift.letter_date) + 30";
    for day in [
        "gift.gift_date",
        "gift.letter_date",
        window_ends,
        "gift.premium_due",
    ] {
        statement
            .sql(&format!(" OR {day} BETWEEN "))
            .bind(Bind::Date(first.into()))
            .sql(" AND ")
            .bind(Bind::Date(last.into()));
    }
    statement.sql(")");
    write_visible(&mut statement, ListName::Policies, sight, Rows::Many);
    statement.sql(&format!(
        " ORDER BY gift.gift_date, gift.uuid LIMIT {}",
        MAX_GIFTS + 1
    ));
    let mut rows: Vec<GiftRow> = statement.load(&mut **transaction).await?;
    let is_complete = rows.len() <= MAX_GIFTS;
    rows.truncate(MAX_GIFTS);
    let of_gift = |row: GiftRow| {
        let (gift, source) = row.parts();
        events(&gift, &source, (first, last), today)
    };
    let mut events: Vec<_> = rows.into_iter().flat_map(of_gift).collect();
    events.sort_by(|one, other| (one.day, &one.trust_name).cmp(&(other.day, &other.trust_name)));
    Ok(GiftCalendar { events, is_complete })
}
