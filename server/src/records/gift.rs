//! Premium gifts to trusts that own policies.

use crate::auth::Viewer;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Date as SqlDate, Integer, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::gift::{Gift, PremiumGift, Trust};
use uuid::Uuid;

#[derive(QueryableByName)]
struct GiftRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = SqlUuid)]
    trust_uuid: Uuid,
    #[diesel(sql_type = Text)]
    trust_name: String,
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
}

impl GiftRow {
    fn shown(self, today: Date) -> PremiumGift {
        let gift = Gift {
            trust_uuid: self.trust_uuid,
            amount: self.amount,
            gift_date: self.gift_date,
            letter_date: self.letter_date,
            premium_due: self.premium_due,
            received_on: self.received_on,
            letters_sent_on: self.letters_sent_on,
        };
        gift.shown(self.uuid, self.version, self.trust_name, today)
    }
}

/// Lists the gifts of a policy by gift date, with their status as of `today`.
pub async fn of_policy(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
    today: Date,
) -> QueryResult<Vec<PremiumGift>> {
    let rows: Vec<GiftRow> = diesel::sql_query(
        "SELECT g.uuid, g.version, trust_uuid, display_name AS trust_name, amount, gift_date, letter_date, premium_due,
           received_on, letters_sent_on
         FROM premium_gift g JOIN contact ON contact.firm_id = $1 AND contact.uuid = trust_uuid
         WHERE g.firm_id = $1 AND policy_uuid = $2 ORDER BY gift_date, g.uuid",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(policy)
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|row| row.shown(today)).collect())
}

#[derive(QueryableByName)]
struct TrustRow {
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    #[diesel(sql_type = Text)]
    name: String,
}

/// Lists the owners of a policy that are trusts.
pub async fn trusts(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
) -> QueryResult<Vec<Trust>> {
    let rows: Vec<TrustRow> = diesel::sql_query(
        "SELECT DISTINCT contact.uuid, display_name AS name FROM contract_party party
         JOIN contact ON contact.firm_id = $1 AND contact.uuid = contact_uuid
         WHERE party.firm_id = $1 AND contract_uuid = $2 AND role = 'Owner' AND owner_type = 2
           AND party.deleted_at IS NULL AND contact.deleted_at IS NULL ORDER BY name, uuid",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(policy)
    .load(connection)
    .await?;
    let trust = |TrustRow { uuid, name }| Trust { uuid, name };
    Ok(rows.into_iter().map(trust).collect())
}

/// Inserts a gift of the policy, or updates it and increments its version.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (policy, uuid): (Uuid, Uuid),
    gift: &Gift,
    request_hash: Option<Vec<u8>>,
) -> QueryResult<()> {
    let optional = |day: Option<Date>| day.map(jiff_diesel::Date::from);
    diesel::sql_query(
        "INSERT INTO premium_gift AS kept (firm_id, uuid, policy_uuid, trust_uuid, amount, gift_date, letter_date,
           premium_due, received_on, letters_sent_on, request_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (firm_id, uuid) DO UPDATE SET trust_uuid = excluded.trust_uuid, amount = excluded.amount,
           gift_date = excluded.gift_date, letter_date = excluded.letter_date, premium_due = excluded.premium_due,
           received_on = excluded.received_on, letters_sent_on = excluded.letters_sent_on, version = kept.version + 1
           WHERE kept.policy_uuid = excluded.policy_uuid",
    )
    .bind::<Integer, _>(viewer.firm.id)
    .bind::<SqlUuid, _>(uuid)
    .bind::<SqlUuid, _>(policy)
    .bind::<SqlUuid, _>(gift.trust_uuid)
    .bind::<Numeric, _>(gift.amount)
    .bind::<SqlDate, _>(jiff_diesel::Date::from(gift.gift_date))
    .bind::<SqlDate, _>(jiff_diesel::Date::from(gift.letter_date))
    .bind::<SqlDate, _>(jiff_diesel::Date::from(gift.premium_due))
    .bind::<Nullable<SqlDate>, _>(optional(gift.received_on))
    .bind::<Nullable<SqlDate>, _>(optional(gift.letters_sent_on))
    .bind::<Nullable<Binary>, _>(request_hash)
    .execute(connection)
    .await
    .map(drop)
}

/// Deletes a gift of the policy. Returns `false` if there is none with this uuid.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
    uuid: Uuid,
) -> QueryResult<bool> {
    let deleted =
        diesel::sql_query("DELETE FROM premium_gift WHERE firm_id = $1 AND policy_uuid = $2 AND uuid = $3")
            .bind::<Integer, _>(viewer.firm.id)
            .bind::<SqlUuid, _>(policy)
            .bind::<SqlUuid, _>(uuid)
            .execute(connection)
            .await?;
    Ok(deleted == 1)
}
