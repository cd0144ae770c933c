//! Grantors, trustees and beneficiaries of trusts.

use super::contact::openable::openable;
use super::versioned::{PartVersion, restore, save, soft_delete};
use crate::auth::Viewer;
use crate::db::schema::trust_person as person;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use shared::contact::ContactKind;
use shared::date::age;
use shared::person::list_name;
use shared::share_percent;
use shared::text::fold_name;
use shared::trust::{Person, TrustPerson, TrustRole};
use std::collections::HashMap;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = person, check_for_backend(Pg))]
struct PersonRow {
    uuid: Uuid,
    role: String,
    is_successor: bool,
    name: String,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    birth_date: Option<Date>,
    email: Option<String>,
    phone: Option<String>,
    state: Option<String>,
    share_percent: Option<Decimal>,
    guardian: Option<String>,
    has_withdrawal_right: bool,
    contact_uuid: Option<Uuid>,
    version: i32,
}

impl PersonRow {
    fn shown(self, openable: &HashMap<Uuid, ContactKind>, today: Date) -> TrustPerson {
        let contact_type = self.contact_uuid.and_then(|uuid| openable.get(&uuid).copied());
        TrustPerson {
            uuid: self.uuid,
            role: self.role,
            is_successor: self.is_successor,
            name: self.name,
            birth_date: self.birth_date,
            age: self.birth_date.and_then(|born| age(born, today)),
            email: self.email,
            phone: self.phone,
            state: self.state,
            share_percent: self.share_percent.map(share_percent::format),
            guardian: self.guardian,
            has_withdrawal_right: self.has_withdrawal_right,
            contact_uuid: self.contact_uuid,
            contact_type,
            version: self.version,
        }
    }
}

/// Lists the people of a trust, by role and name. `contact_type` is set for contacts that the viewer can open.
pub async fn of_trust(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    trust: Uuid,
    today: Date,
) -> QueryResult<Vec<TrustPerson>> {
    let rows: Vec<PersonRow> = person::table
        .filter(person::firm_id.eq(viewer.firm.id))
        .filter(person::trust_uuid.eq(trust))
        .filter(person::deleted_at.is_null())
        .order(person::uuid)
        .select(PersonRow::as_select())
        .load(connection)
        .await?;
    let linked: Vec<Uuid> = rows.iter().filter_map(|row| row.contact_uuid).collect();
    let openable = openable(connection, viewer, &linked).await?;
    let mut people: Vec<TrustPerson> = rows.into_iter().map(|row| row.shown(&openable, today)).collect();
    let place = |one: &TrustPerson| TrustRole::ALL.iter().position(|role| role.code() == one.role);
    people.sort_by_cached_key(|one| (place(one), one.is_successor, fold_name(&one.name)));
    Ok(people)
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = person, treat_none_as_null = true)]
struct PersonFields<'a> {
    role: &'static str,
    is_successor: bool,
    name: &'a str,
    list_name: Option<String>,
    birth_date: Option<jiff_diesel::Date>,
    email: Option<&'a str>,
    phone: Option<&'a str>,
    state: Option<&'static str>,
    share_percent: Option<Decimal>,
    guardian: Option<&'a str>,
    has_withdrawal_right: bool,
    contact_uuid: Option<Uuid>,
}

impl<'a> From<&'a Person> for PersonFields<'a> {
    fn from(person: &'a Person) -> Self {
        Self {
            role: person.role.code(),
            is_successor: person.is_successor,
            name: &person.name,
            list_name: list_name(&person.name),
            birth_date: person.birth_date.map(Into::into),
            email: person.email.as_deref(),
            phone: person.phone.as_deref(),
            state: person.state,
            share_percent: person.share_percent,
            guardian: person.guardian.as_deref(),
            has_withdrawal_right: person.has_withdrawal_right,
            contact_uuid: person.contact_uuid,
        }
    }
}

/// A person to add to a trust.
pub struct NewPerson<'a> {
    pub uuid: Uuid,
    pub trust: Uuid,
    pub person: &'a Person,
    pub request_hash: Option<&'a [u8]>,
    pub now: Timestamp,
}

pub async fn insert(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    new: NewPerson<'_>,
) -> QueryResult<()> {
    let now = jiff_diesel::Timestamp::from(new.now);
    diesel::insert_into(person::table)
        .values((
            person::firm_id.eq(viewer.firm.id),
            person::uuid.eq(new.uuid),
            person::trust_uuid.eq(new.trust),
            person::request_hash.eq(new.request_hash),
            person::created_at.eq(now),
            person::created_by.eq(&viewer.user_key),
            person::updated_at.eq(now),
            person::updated_by.eq(&viewer.user_key),
            PersonFields::from(new.person),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Saves a person. Returns `false` if the person is deleted or the version has changed.
pub async fn update(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    new: &Person,
    now: Timestamp,
) -> QueryResult<bool> {
    save!(
        person,
        connection,
        viewer,
        (one.uuid, one.version),
        PersonFields::from(new),
        now,
        person::trust_uuid.eq(one.whole)
    )
}

/// Deletes a person. Returns `false` if the person is already deleted or the version has changed.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    one: PartVersion,
    now: Timestamp,
) -> QueryResult<bool> {
    soft_delete!(
        person,
        connection,
        viewer,
        (one.uuid, one.version),
        now,
        person::trust_uuid.eq(one.whole)
    )
}

/// Restores a deleted person. Returns `false` if the trust has no deleted person with this uuid.
pub async fn restore(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    (trust, uuid): (Uuid, Uuid),
    now: Timestamp,
) -> QueryResult<bool> {
    restore!(
        person,
        connection,
        viewer,
        uuid,
        now,
        person::trust_uuid.eq(trust)
    )
}
