//! Premium gifts to trusts that own policies.

use crate::auth::Viewer;
use crate::db::schema::{contact, contract_party, policy, premium_gift};
use crate::list::IsVisible;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contract::gift::{Gift, PremiumGift, Trust};
use shared::list::ListName;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = premium_gift, check_for_backend(Pg))]
struct GiftRow {
    uuid: Uuid,
    version: i32,
    trust_uuid: Uuid,
    amount: Decimal,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    gift_date: Date,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    letter_date: Date,
    #[diesel(deserialize_as = jiff_diesel::Date)]
    premium_due: Date,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    received_on: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    letters_sent_on: Option<Date>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    premium_paid_on: Option<Date>,
}

impl GiftRow {
    fn shown(self, trust_name: String, today: Date) -> PremiumGift {
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
        gift.shown(self.uuid, self.version, trust_name, today)
    }
}

/// Lists the gifts of a policy by gift date, with their status as of `today`.
pub async fn of_policy(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
    today: Date,
) -> QueryResult<Vec<PremiumGift>> {
    let is_trust = contact::firm_id
        .eq(premium_gift::firm_id)
        .and(contact::uuid.eq(premium_gift::trust_uuid));
    let rows: Vec<(GiftRow, String)> = premium_gift::table
        .inner_join(contact::table.on(is_trust))
        .filter(premium_gift::firm_id.eq(viewer.firm.id))
        .filter(premium_gift::policy_uuid.eq(policy))
        .order((premium_gift::gift_date, premium_gift::uuid))
        .select((GiftRow::as_select(), contact::display_name))
        .load(connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(row, trust_name)| row.shown(trust_name, today))
        .collect())
}

/// Maximum number of gifts on a trust's page.
const MOST_SHOWN: i64 = 200;

/// A gift with its policy.
pub struct ListedGift {
    pub gift: PremiumGift,
    pub policy_uuid: Uuid,
    pub policy_number: String,
}

/// Lists the gifts to a trust for visible policies, latest first.
pub async fn of_trust(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (trust, trust_name): (Uuid, &str),
    today: Date,
) -> QueryResult<Vec<ListedGift>> {
    let of_gift = policy::firm_id
        .eq(premium_gift::firm_id)
        .and(policy::uuid.eq(premium_gift::policy_uuid));
    let rows: Vec<(GiftRow, Uuid, String)> = premium_gift::table
        .inner_join(policy::table.on(of_gift))
        .filter(premium_gift::firm_id.eq(viewer.firm.id))
        .filter(premium_gift::trust_uuid.eq(trust))
        .filter(policy::deleted_at.is_null())
        .filter(IsVisible::new(ListName::Policies, &viewer.sight()))
        .order((premium_gift::gift_date.desc(), premium_gift::uuid))
        .limit(MOST_SHOWN)
        .select((GiftRow::as_select(), policy::uuid, policy::policy_number))
        .load(connection)
        .await?;
    let listed = |(row, policy_uuid, policy_number): (GiftRow, Uuid, String)| ListedGift {
        gift: row.shown(trust_name.to_owned(), today),
        policy_uuid,
        policy_number,
    };
    Ok(rows.into_iter().map(listed).collect())
}

/// `contact.owner_type` of a trust.
const TRUST: i16 = 2;

/// Lists the trusts that own a policy.
pub async fn trusts(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    policy: Uuid,
) -> QueryResult<Vec<Trust>> {
    let is_party = contact::firm_id
        .eq(contract_party::firm_id)
        .and(contact::uuid.eq(contract_party::contact_uuid));
    let rows: Vec<(Uuid, String)> = contract_party::table
        .inner_join(contact::table.on(is_party))
        .filter(contract_party::firm_id.eq(viewer.firm.id))
        .filter(contract_party::contract_uuid.eq(policy))
        .filter(contract_party::role.eq("Owner"))
        .filter(contract_party::deleted_at.is_null())
        .filter(contact::owner_type.eq(TRUST))
        .filter(contact::deleted_at.is_null())
        .select((contact::uuid, contact::display_name))
        .distinct()
        .order((contact::display_name, contact::uuid))
        .load(connection)
        .await?;
    let trust = |(uuid, name)| Trust { uuid, name };
    Ok(rows.into_iter().map(trust).collect())
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = premium_gift, treat_none_as_null = true)]
struct GiftFields {
    trust_uuid: Uuid,
    amount: Decimal,
    gift_date: jiff_diesel::Date,
    letter_date: jiff_diesel::Date,
    premium_due: jiff_diesel::Date,
    received_on: Option<jiff_diesel::Date>,
    letters_sent_on: Option<jiff_diesel::Date>,
    premium_paid_on: Option<jiff_diesel::Date>,
}

impl From<&Gift> for GiftFields {
    fn from(gift: &Gift) -> Self {
        Self {
            trust_uuid: gift.trust_uuid,
            amount: gift.amount,
            gift_date: gift.gift_date.into(),
            letter_date: gift.letter_date.into(),
            premium_due: gift.premium_due.into(),
            received_on: gift.received_on.map(Into::into),
            letters_sent_on: gift.letters_sent_on.map(Into::into),
            premium_paid_on: gift.premium_paid_on.map(Into::into),
        }
    }
}

/// Inserts a gift of the policy, or updates it and increments its version.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (policy, uuid): (Uuid, Uuid),
    gift: &Gift,
    request_hash: Option<Vec<u8>>,
) -> QueryResult<()> {
    // Needed for the condition of `DO UPDATE`. Not in the prelude.
    use diesel::query_dsl::methods::FilterDsl;

    diesel::insert_into(premium_gift::table)
        .values((
            premium_gift::firm_id.eq(viewer.firm.id),
            premium_gift::uuid.eq(uuid),
            premium_gift::policy_uuid.eq(policy),
            premium_gift::request_hash.eq(request_hash),
            GiftFields::from(gift),
        ))
        .on_conflict((premium_gift::firm_id, premium_gift::uuid))
        .do_update()
        .set((
            GiftFields::from(gift),
            premium_gift::version.eq(premium_gift::version + 1),
        ))
        .filter(premium_gift::policy_uuid.eq(excluded(premium_gift::policy_uuid)))
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
    let deleted = diesel::delete(premium_gift::table.find((viewer.firm.id, uuid)))
        .filter(premium_gift::policy_uuid.eq(policy))
        .execute(connection)
        .await?;
    Ok(deleted == 1)
}
