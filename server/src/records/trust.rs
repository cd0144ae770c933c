//! Trusts: owner contacts of the type Trust, with their details, people and policies.

use super::{contact, gift_limits, trust_person};
use crate::auth::Viewer;
use crate::db::schema::{contract_party, policy, premium_gift, trust, trust_person as person};
use crate::list::IsVisible;
use diesel::dsl::min;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contact::owner_type::OwnerType;
use shared::contact::{ContactKind, ContactRecord, address};
use shared::contract::gift::Trust;
use shared::list::ListName;
use shared::trust::letters::letters;
use shared::trust::{TrustDetails, TrustPolicy, TrustRecord, TrustRole, TrustType};
use uuid::Uuid;

/// Maximum number of policies on a trust's page.
const MOST_SHOWN: i64 = 500;

/// Looks up a trust that is visible to the viewer as an owner. Viewers of shared reports see no trusts, because no report
/// shows their people.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
    today: Date,
) -> QueryResult<Option<TrustRecord>> {
    if viewer.sees_shared_only() {
        return Ok(None);
    }
    let Some(owner) = contact::find(connection, viewer, ContactKind::Owner, uuid).await? else {
        return Ok(None);
    };
    let owner = ContactRecord::from(owner);
    if owner.person.owner_type != Some(OwnerType::Trust.number()) {
        return Ok(None);
    }
    let details: DetailsRow = trust::table
        .find((viewer.firm.id, uuid))
        .select(DetailsRow::as_select())
        .first(connection)
        .await
        .optional()?
        .unwrap_or_default();
    let record = TrustRecord {
        uuid,
        name: owner.display_name,
        version: details.version,
        trust_type: details.trust_type,
        governing_state: details.governing_state,
        notes: details.notes,
        trust_date: owner.person.trust_date,
        tax_id: owner.tax_id_masked,
        address: address::lines(&owner.person.address),
        people: trust_person::of_trust(connection, viewer, uuid, today).await?,
        policies: policies(connection, viewer, uuid).await?,
        next_gift_date: next_gift_date(connection, viewer, uuid).await?,
        next_letter_date: next_letter_date(connection, viewer, uuid).await?,
        ..TrustRecord::default()
    };
    let mut record = record.derived();
    let trust = Trust {
        uuid,
        name: record.name.clone(),
    };
    let limits = gift_limits::warnings(connection, viewer, &[trust], today).await?;
    record.warnings.extend(limits);
    Ok(Some(record))
}

#[derive(Default, Queryable, Selectable)]
#[diesel(table_name = trust, check_for_backend(Pg))]
struct DetailsRow {
    version: i32,
    trust_type: Option<String>,
    governing_state: Option<String>,
    notes: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = policy, check_for_backend(Pg))]
struct PolicyRow {
    uuid: Uuid,
    policy_number: String,
    carrier_name: String,
    status: String,
    insured_name: Option<String>,
    death_benefit: Decimal,
    annualized_premium: Decimal,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    paid_to_date: Option<Date>,
}

impl From<PolicyRow> for TrustPolicy {
    fn from(row: PolicyRow) -> Self {
        Self {
            uuid: row.uuid,
            policy_number: row.policy_number,
            carrier: row.carrier_name,
            status: row.status,
            insured: row.insured_name,
            death_benefit: row.death_benefit,
            annualized_premium: row.annualized_premium,
            paid_to: row.paid_to_date,
        }
    }
}

/// Lists the visible policies that a trust owns, by number.
async fn policies(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Vec<TrustPolicy>> {
    let owned = contract_party::table
        .filter(contract_party::firm_id.eq(viewer.firm.id))
        .filter(contract_party::contact_uuid.eq(uuid))
        .filter(contract_party::line.eq(1))
        .filter(contract_party::role.eq_any(["Owner", "JointOwner"]))
        .filter(contract_party::deleted_at.is_null())
        .select(contract_party::contract_uuid);
    let rows: Vec<PolicyRow> = policy::table
        .filter(policy::firm_id.eq(viewer.firm.id))
        .filter(policy::uuid.eq_any(owned))
        .filter(policy::deleted_at.is_null())
        .filter(IsVisible::new(ListName::Policies, &viewer.sight()))
        .order((policy::policy_number, policy::uuid))
        .limit(MOST_SHOWN)
        .select(PolicyRow::as_select())
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(TrustPolicy::from).collect())
}

/// Selects the gifts to a trust for visible policies.
#[diesel::dsl::auto_type(no_type_alias)]
fn gifts(firm_id: i32, trust: Uuid, is_visible: IsVisible) -> _ {
    premium_gift::table
        .inner_join(
            policy::table.on(policy::firm_id
                .eq(premium_gift::firm_id)
                .and(policy::uuid.eq(premium_gift::policy_uuid))),
        )
        .filter(premium_gift::firm_id.eq(firm_id))
        .filter(premium_gift::trust_uuid.eq(trust))
        .filter(policy::deleted_at.is_null())
        .filter(is_visible)
}

/// Returns the earliest date of a gift that has not been received.
async fn next_gift_date(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Option<Date>> {
    let is_visible = IsVisible::new(ListName::Policies, &viewer.sight());
    let date: Option<jiff_diesel::Date> = gifts(viewer.firm.id, uuid, is_visible)
        .filter(premium_gift::received_on.is_null())
        .select(min(premium_gift::gift_date))
        .first(connection)
        .await?;
    Ok(date.map(Into::into))
}

/// Returns the earliest date of letters that have not been sent.
async fn next_letter_date(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    uuid: Uuid,
) -> QueryResult<Option<Date>> {
    let is_visible = IsVisible::new(ListName::Policies, &viewer.sight());
    let date: Option<jiff_diesel::Date> = gifts(viewer.firm.id, uuid, is_visible)
        .filter(premium_gift::letters_sent_on.is_null())
        .select(min(premium_gift::letter_date))
        .first(connection)
        .await?;
    Ok(date.map(Into::into))
}

/// Saves a trust's details. `version` is 0 if none are stored. Returns `false` if the version has changed.
pub async fn save(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (uuid, version): (Uuid, i32),
    details: &TrustDetails,
    now: Timestamp,
) -> QueryResult<bool> {
    let values = (
        trust::trust_type.eq(details.trust_type.map(TrustType::code)),
        trust::governing_state.eq(details.governing_state),
        trust::notes.eq(details.notes.as_deref()),
        trust::updated_at.eq(jiff_diesel::Timestamp::from(now)),
        trust::updated_by.eq(&viewer.user_key),
    );
    let saved = if version == 0 {
        diesel::insert_into(trust::table)
            .values((
                trust::firm_id.eq(viewer.firm.id),
                trust::contact_uuid.eq(uuid),
                values,
            ))
            .on_conflict_do_nothing()
            .execute(connection)
            .await?
    } else {
        diesel::update(trust::table.find((viewer.firm.id, uuid)))
            .filter(trust::version.eq(version))
            .set((values, trust::version.eq(trust::version + 1)))
            .execute(connection)
            .await?
    };
    Ok(saved == 1)
}

/// Returns the reason why a trust cannot send Crummey letters, or `None` if it can.
pub async fn no_letters_because(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<&'static str>> {
    let code: Option<Option<String>> = trust::table
        .find((firm_id, uuid))
        .select(trust::trust_type)
        .first(connection)
        .await
        .optional()?;
    let rights: Vec<bool> = person::table
        .filter(person::firm_id.eq(firm_id))
        .filter(person::trust_uuid.eq(uuid))
        .filter(person::role.eq(TrustRole::Beneficiary.code()))
        .filter(person::deleted_at.is_null())
        .select(person::has_withdrawal_right)
        .load(connection)
        .await?;
    let trust_type = code.flatten().as_deref().and_then(TrustType::from_code);
    Ok(letters(trust_type, rights).err())
}
