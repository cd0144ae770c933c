//! Beneficiaries of contracts.

use super::contact::openable::openable;
use super::versioned::{PartVersion, restore, save, soft_delete};
use crate::auth::Viewer;
use crate::db::schema::beneficiary;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::contract::beneficiary::{Beneficiary, BeneficiaryClass, Designation, Relationship};
use shared::share_percent;
use shared::text::fold_name;
use std::cmp::Reverse;
use std::collections::HashMap;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = beneficiary, check_for_backend(Pg))]
struct BeneficiaryRow {
    uuid: Uuid,
    class: String,
    name: String,
    relationship: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    birth_date: Option<Date>,
    share_percent: Option<Decimal>,
    is_irrevocable: bool,
    is_per_stirpes: bool,
    contact_uuid: Option<Uuid>,
    version: i32,
}

impl BeneficiaryRow {
    fn shown(self, openable: &HashMap<Uuid, ContactKind>) -> Beneficiary {
        let contact_type = self.contact_uuid.and_then(|uuid| openable.get(&uuid).copied());
        Beneficiary {
            uuid: self.uuid,
            class: self.class,
            name: self.name,
            relationship: self.relationship,
            birth_date: self.birth_date,
            share_percent: self.share_percent.map(share_percent::format),
            is_irrevocable: self.is_irrevocable,
            is_per_stirpes: self.is_per_stirpes,
            contact_uuid: self.contact_uuid,
            contact_type,
            version: self.version,
        }
    }
}

/// Lists the beneficiaries of a contract: primary ones first, each class by share and name. `contact_type` is set for
/// contacts that the viewer can open.
pub async fn of_contract(
    mut connection: &AsyncPgConnection,
    viewer: &Viewer,
    contract: Uuid,
) -> QueryResult<Vec<Beneficiary>> {
    let rows: Vec<BeneficiaryRow> = beneficiary::table
        .filter(beneficiary::firm_id.eq(viewer.firm.id))
        .filter(beneficiary::contract_uuid.eq(contract))
        .filter(beneficiary::deleted_at.is_null())
        .order(beneficiary::uuid)
        .select(BeneficiaryRow::as_select())
        .load(&mut connection)
        .await?;
    let linked: Vec<Uuid> = rows.iter().filter_map(|row| row.contact_uuid).collect();
    let openable = openable(connection, viewer, &linked).await?;
    let mut all: Vec<Beneficiary> = rows.into_iter().map(|row| row.shown(&openable)).collect();
    all.sort_by_cached_key(|one| {
        let is_contingent = one.class != BeneficiaryClass::Primary.code();
        (is_contingent, Reverse(one.share()), fold_name(&one.name))
    });
    Ok(all)
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = beneficiary, treat_none_as_null = true)]
struct BeneficiaryFields<'a> {
    class: &'static str,
    name: &'a str,
    list_name: Option<String>,
    relationship: Option<&'static str>,
    birth_date: Option<jiff_diesel::Date>,
    share_percent: Option<Decimal>,
    is_irrevocable: bool,
    is_per_stirpes: bool,
    contact_uuid: Option<Uuid>,
}

impl<'a> From<&'a Designation> for BeneficiaryFields<'a> {
    fn from(new: &'a Designation) -> Self {
        Self {
            class: new.class.code(),
            name: &new.name,
            list_name: new.list_name(),
            relationship: new.relationship.map(Relationship::code),
            birth_date: new.birth_date.map(Into::into),
            share_percent: new.share_percent,
            is_irrevocable: new.is_irrevocable,
            is_per_stirpes: new.is_per_stirpes,
            contact_uuid: new.contact_uuid,
        }
    }
}

/// A beneficiary to add to a contract.
pub struct NewBeneficiary<'a> {
    pub uuid: Uuid,
    pub line: Line,
    pub contract: Uuid,
    pub designation: &'a Designation,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewBeneficiary<'_>,
) -> QueryResult<()> {
    let now = jiff_diesel::Timestamp::from(new.now);
    diesel::insert_into(beneficiary::table)
        .values((
            beneficiary::firm_id.eq(viewer.firm.id),
            beneficiary::uuid.eq(new.uuid),
            beneficiary::line.eq(i16::from(new.line.number())),
            beneficiary::contract_uuid.eq(new.contract),
            beneficiary::request_hash.eq(new.request_hash),
            beneficiary::created_at.eq(now),
            beneficiary::created_by.eq(&viewer.user_key),
            beneficiary::updated_at.eq(now),
            beneficiary::updated_by.eq(&viewer.user_key),
            BeneficiaryFields::from(new.designation),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Saves a beneficiary. Returns `false` if it is deleted or its version has changed.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    new: &Designation,
    now: Timestamp,
) -> QueryResult<bool> {
    save!(
        beneficiary,
        connection,
        viewer,
        (one.uuid, one.version),
        BeneficiaryFields::from(new),
        now,
        beneficiary::contract_uuid.eq(one.whole)
    )
}

/// Deletes a beneficiary. Returns `false` if it is already deleted or its version has changed.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    now: Timestamp,
) -> QueryResult<bool> {
    soft_delete!(
        beneficiary,
        connection,
        viewer,
        (one.uuid, one.version),
        now,
        beneficiary::contract_uuid.eq(one.whole)
    )
}

/// Restores a deleted beneficiary. Returns `false` if the contract has no deleted beneficiary with this uuid.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (contract, uuid): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    restore!(
        beneficiary,
        connection,
        viewer,
        uuid,
        now,
        beneficiary::contract_uuid.eq(contract)
    )
}
