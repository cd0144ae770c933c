//! Database row of an agent, owner or insured.

pub mod deleted;

use crate::auth::{Scope, Viewer};
use crate::crypto::Sealed;
use crate::db::schema::contact;
use crate::list::statement::{Bind, Statement};
use crate::list::{Seen, totals_of_one};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::contact::{Address, ContactKind, ContactRecord, Person, Totals, name::display_name};
use shared::list::ListName;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contact, check_for_backend(Pg))]
pub struct Contact {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub kind: i16,
    pub version: i32,
    pub display_name: String,
    pub title: Option<String>,
    pub first_name: Option<String>,
    pub middle_name: Option<String>,
    pub last_name: Option<String>,
    pub suffix: Option<String>,
    pub organization_name: Option<String>,
    pub owner_type: Option<i16>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub trust_date: Option<jiff::civil::Date>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub mobile_phone: Option<String>,
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
    #[diesel(deserialize_as = jiff_diesel::NullableDate)]
    pub dob: Option<jiff::civil::Date>,
    pub sex: Option<String>,
    pub tax_id_kind: Option<String>,
    pub tax_id_last4: Option<String>,
    pub npn: Option<String>,
    pub agency_code: Option<String>,
    pub external_id: Option<String>,
    pub notes: Option<String>,
    pub agent_integration_enabled: bool,
    pub custom_fields: serde_json::Value,
    pub policy_count: i64,
    pub death_benefit: Decimal,
    pub annualized_premium: Decimal,
    pub policy_cash_value: Decimal,
    pub policy_surrender_value: Decimal,
    pub annuity_count: i64,
    pub contract_value: Decimal,
    pub premiums_paid: Decimal,
    pub annuity_cash_value: Decimal,
    pub annuity_surrender_value: Decimal,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub created_at: jiff::Timestamp,
    #[diesel(deserialize_as = jiff_diesel::Timestamp)]
    pub updated_at: jiff::Timestamp,
}

impl From<Contact> for ContactRecord {
    fn from(row: Contact) -> Self {
        let Contact {
            uuid,
            firm_id,
            kind,
            version,
            display_name,
            title,
            first_name,
            middle_name,
            last_name,
            suffix,
            organization_name,
            owner_type,
            trust_date,
            email,
            phone,
            mobile_phone,
            address_line1,
            address_line2,
            city,
            state,
            postal_code,
            country,
            dob,
            sex,
            tax_id_kind,
            tax_id_last4,
            npn,
            agency_code,
            external_id,
            notes,
            agent_integration_enabled,
            custom_fields,
            policy_count,
            death_benefit,
            annualized_premium,
            policy_cash_value,
            policy_surrender_value,
            annuity_count,
            contract_value,
            premiums_paid,
            annuity_cash_value,
            annuity_surrender_value,
            created_at,
            updated_at,
        } = row;
        let tax_id_kind = tax_id_kind.as_deref().and_then(TaxIdKind::from_code);
        Self {
            uuid,
            firm_id,
            // A check constraint rules out other values.
            contact_type: u8::try_from(kind)
                .ok()
                .and_then(|kind| kind.try_into().ok())
                .unwrap_or(ContactKind::Agent),
            version,
            display_name,
            tax_id_masked: tax_id_kind
                .zip(tax_id_last4)
                .map(|(kind, last4)| mask(kind, &last4)),
            agent_integration_enabled,
            // Only uploads write this column, always as a map of strings.
            custom_fields: serde_json::from_value(custom_fields).unwrap_or_default(),
            created_at,
            updated_at,
            person: Person {
                title,
                first_name,
                middle_name,
                last_name,
                suffix,
                organization_name,
                owner_type: owner_type.and_then(|number| u8::try_from(number).ok()),
                trust_date,
                email,
                phone,
                mobile_phone,
                address: Address {
                    line1: address_line1,
                    line2: address_line2,
                    city,
                    state,
                    postal_code,
                    country,
                },
                dob,
                sex,
                tax_id: None,
                npn,
                agency_code,
                external_id,
                notes,
            },
            totals: Totals {
                policy_count,
                death_benefit,
                annualized_premium,
                policy_cash_value,
                policy_surrender_value,
                annuity_count,
                contract_value,
                premiums_paid,
                annuity_cash_value,
                annuity_surrender_value,
            },
        }
    }
}

/// The editable columns. `None` overwrites with NULL, because a form always sends the whole person.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = contact, treat_none_as_null = true)]
pub struct ContactFields {
    display_name: String,
    title: Option<String>,
    first_name: Option<String>,
    middle_name: Option<String>,
    last_name: Option<String>,
    suffix: Option<String>,
    organization_name: Option<String>,
    owner_type: Option<i16>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    trust_date: Option<jiff::civil::Date>,
    email: Option<String>,
    phone: Option<String>,
    mobile_phone: Option<String>,
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    postal_code: Option<String>,
    country: Option<String>,
    #[diesel(serialize_as = jiff_diesel::NullableDate)]
    dob: Option<jiff::civil::Date>,
    sex: Option<String>,
    npn: Option<String>,
    agency_code: Option<String>,
    external_id: Option<String>,
    notes: Option<String>,
}

impl From<Person> for ContactFields {
    fn from(person: Person) -> Self {
        let display_name = display_name(&person);
        let Person {
            title,
            first_name,
            middle_name,
            last_name,
            suffix,
            organization_name,
            owner_type,
            trust_date,
            email,
            phone,
            mobile_phone,
            address,
            dob,
            sex,
            tax_id: _,
            npn,
            agency_code,
            external_id,
            notes,
        } = person;
        let Address {
            line1,
            line2,
            city,
            state,
            postal_code,
            country,
        } = address;
        Self {
            display_name,
            title,
            first_name,
            middle_name,
            last_name,
            suffix,
            organization_name,
            owner_type: owner_type.map(i16::from),
            trust_date,
            email,
            phone,
            mobile_phone,
            address_line1: line1,
            address_line2: line2,
            city,
            state,
            postal_code,
            country,
            dob,
            sex,
            npn,
            agency_code,
            external_id,
            notes,
        }
    }
}

/// The encrypted tax number of a contact. The default, all `None`, removes it.
#[derive(Insertable, AsChangeset, Default)]
#[diesel(table_name = contact, treat_none_as_null = true)]
pub struct TaxIdFields {
    tax_id_kind: Option<String>,
    tax_id_cipher: Option<Vec<u8>>,
    tax_id_key_id: Option<i16>,
    tax_id_hash: Option<Vec<u8>>,
    tax_id_last4: Option<String>,
}

impl TaxIdFields {
    pub fn new(kind: TaxIdKind, sealed: Sealed) -> Self {
        let Sealed {
            cipher,
            key_id,
            hash,
            last4,
        } = sealed;
        Self {
            tax_id_kind: Some(kind.code().to_owned()),
            tax_id_cipher: Some(cipher),
            tax_id_key_id: Some(key_id),
            tax_id_hash: Some(hash),
            tax_id_last4: Some(last4),
        }
    }
}

type Boxed<'a> = contact::BoxedQuery<'a, Pg>;

/// Selects the contacts of a kind that are not deleted and are visible to the viewer.
pub fn visible<'a>(viewer: &Viewer, kind: ContactKind) -> Boxed<'a> {
    contact::table
        .filter(contact::firm_id.eq(viewer.firm.id))
        .filter(contact::kind.eq(kind as i16))
        .filter(contact::deleted_at.is_null())
        .into_boxed()
        .filter(Seen::new(ListName::of_contacts(kind), &viewer.sight()))
}

/// Looks up a visible contact. Its totals include only contracts that are visible to the viewer.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<Contact>> {
    let found: Option<Contact> = visible(viewer, kind)
        .filter(contact::uuid.eq(uuid))
        .select(Contact::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(mut contact) = found else {
        return Ok(None);
    };
    if viewer.scope == Scope::All {
        return Ok(Some(contact));
    }
    let mut totals = Statement::default();
    totals
        .sql("SELECT scoped.* FROM (SELECT ")
        .bind(Bind::Uuid(uuid))
        .sql(" AS uuid) t");
    totals_of_one(&mut totals, &viewer.sight());
    let ScopedTotals {
        policy_count,
        death_benefit,
        annualized_premium,
        policy_cash_value,
        policy_surrender_value,
        annuity_count,
        contract_value,
        premiums_paid,
        annuity_cash_value,
        annuity_surrender_value,
    } = totals.get_result(connection).await?;
    contact.policy_count = policy_count;
    contact.death_benefit = death_benefit;
    contact.annualized_premium = annualized_premium;
    contact.policy_cash_value = policy_cash_value;
    contact.policy_surrender_value = policy_surrender_value;
    contact.annuity_count = annuity_count;
    contact.contract_value = contract_value;
    contact.premiums_paid = premiums_paid;
    contact.annuity_cash_value = annuity_cash_value;
    contact.annuity_surrender_value = annuity_surrender_value;
    Ok(Some(contact))
}

/// A contact's ten totals over the visible contracts.
#[derive(QueryableByName)]
struct ScopedTotals {
    #[diesel(sql_type = BigInt)]
    policy_count: i64,
    #[diesel(sql_type = Numeric)]
    death_benefit: Decimal,
    #[diesel(sql_type = Numeric)]
    annualized_premium: Decimal,
    #[diesel(sql_type = Numeric)]
    policy_cash_value: Decimal,
    #[diesel(sql_type = Numeric)]
    policy_surrender_value: Decimal,
    #[diesel(sql_type = BigInt)]
    annuity_count: i64,
    #[diesel(sql_type = Numeric)]
    contract_value: Decimal,
    #[diesel(sql_type = Numeric)]
    premiums_paid: Decimal,
    #[diesel(sql_type = Numeric)]
    annuity_cash_value: Decimal,
    #[diesel(sql_type = Numeric)]
    annuity_surrender_value: Decimal,
}

#[derive(QueryableByName)]
struct NpnHolder {
    #[diesel(sql_type = Text)]
    display_name: String,
}

/// Returns the name of an agent of the firm, other than `own`, with the same NPN, ignoring leading zeros.
pub async fn holder_of_npn(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    npn: &str,
    own: Option<Uuid>,
) -> QueryResult<Option<String>> {
    let holder: Option<NpnHolder> = diesel::sql_query(
        "SELECT display_name FROM contact
         WHERE firm_id = $1 AND npn_key = ltrim($2, '0') AND kind = 1 AND deleted_at IS NULL
           AND uuid IS DISTINCT FROM $3",
    )
    .bind::<Integer, _>(firm_id)
    .bind::<Text, _>(npn)
    .bind::<Nullable<SqlUuid>, _>(own)
    .get_result(connection)
    .await
    .optional()?;
    Ok(holder.map(|holder| holder.display_name))
}
