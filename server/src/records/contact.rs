//! Database row of an agent, owner or insured.

pub mod address;
pub mod change;
pub mod deleted;
pub mod openable;
mod person;
pub mod source;

pub use person::PersonColumns;

use crate::auth::{Sight, Viewer};
use crate::crypto::Sealed;
use crate::db::copy::columns;
use crate::db::schema::contact;
use crate::list::{IsVisible, totals_of_contact};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::Error::DeserializationError;
use diesel::sql_types::{Array, Integer, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use shared::contact::tax_id::{TaxIdKind, mask};
use shared::contact::{ContactKind, ContactRecord, Totals};
use shared::list::ListName;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = contact, check_for_backend(Pg))]
pub struct Contact {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub kind: i16,
    pub version: i32,
    #[diesel(embed)]
    pub person: PersonColumns,
    pub tax_id_kind: Option<String>,
    pub tax_id_last4: Option<String>,
    pub agent_integration_enabled: bool,
    pub custom_fields: serde_json::Value,
    #[diesel(select_expression = firmbook_totals_of(contact::firm_id, contact::uuid), deserialize_as = TenTotals)]
    pub totals: Totals,
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
            person,
            tax_id_kind,
            tax_id_last4,
            agent_integration_enabled,
            custom_fields,
            totals,
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
            display_name: person.display_name.clone(),
            tax_id_masked: tax_id_kind
                .zip(tax_id_last4)
                .map(|(kind, last4)| mask(kind, &last4)),
            agent_integration_enabled,
            // Only uploads write this column, always as a map of strings.
            custom_fields: serde_json::from_value(custom_fields).unwrap_or_default(),
            created_at,
            updated_at,
            person: person.into(),
            totals,
        }
    }
}

#[diesel::declare_sql_function]
extern "SQL" {
    /// Returns a contact's ten totals in the column order of `contact_total`.
    fn firmbook_totals_of(firm: Integer, contact: SqlUuid) -> Array<Numeric>;
}

#[derive(QueryableByName)]
struct ScopedTotals {
    #[diesel(sql_type = Array<Numeric>)]
    totals: Vec<Decimal>,
}

/// Totals read from an array in the column order of `contact_total`.
pub struct TenTotals(Totals);

impl TryFrom<Vec<Decimal>> for TenTotals {
    type Error = &'static str;

    fn try_from(values: Vec<Decimal>) -> Result<Self, Self::Error> {
        let values: [Decimal; 10] = values.try_into().map_err(|_| "there are not ten totals")?;
        let count = |value: Decimal| value.to_i64().ok_or("a count exceeds the range of 64 bits");
        Ok(Self(Totals {
            policy_count: count(values[0])?,
            death_benefit: values[1],
            annualized_premium: values[2],
            policy_cash_value: values[3],
            policy_surrender_value: values[4],
            annuity_count: count(values[5])?,
            contract_value: values[6],
            premiums_paid: values[7],
            annuity_cash_value: values[8],
            annuity_surrender_value: values[9],
        }))
    }
}

impl Queryable<Array<Numeric>, Pg> for TenTotals {
    type Row = Vec<Decimal>;

    fn build(values: Self::Row) -> diesel::deserialize::Result<Self> {
        Ok(values.try_into()?)
    }
}

impl From<TenTotals> for Totals {
    fn from(TenTotals(totals): TenTotals) -> Self {
        totals
    }
}

/// A contact's encrypted tax ID. The default, with all fields `None`, removes it.
#[derive(Debug, Clone, Default, PartialEq, Insertable, AsChangeset)]
#[diesel(table_name = contact, treat_none_as_null = true)]
pub struct TaxIdFields {
    tax_id_kind: Option<String>,
    tax_id_cipher: Option<Vec<u8>>,
    tax_id_key_id: Option<i16>,
    tax_id_hash: Option<Vec<u8>>,
    tax_id_last4: Option<String>,
}

columns!(TaxIdFields {
    tax_id_kind,
    tax_id_cipher,
    tax_id_key_id,
    tax_id_hash,
    tax_id_last4
});

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
pub(super) fn visible<'a>(sight: &Sight<'_>, kind: ContactKind) -> Boxed<'a> {
    contact::table
        .filter(contact::firm_id.eq(sight.firm_id))
        .filter(contact::kind.eq(kind as i16))
        .filter(contact::deleted_at.is_null())
        .into_boxed()
        .filter(IsVisible::new(ListName::of_contacts(kind), sight))
}

/// Looks up a visible contact. Its totals include only contracts that are visible to the viewer.
pub async fn find(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<Contact>> {
    find_in(connection, &viewer.sight(), kind, uuid).await
}

/// Looks up a contact within a row scope. See [`find`].
pub async fn find_in(
    connection: &mut AsyncPgConnection,
    sight: &Sight<'_>,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<Contact>> {
    let found: Option<Contact> = visible(sight, kind)
        .filter(contact::uuid.eq(uuid))
        .select(Contact::as_select())
        .first(connection)
        .await
        .optional()?;
    let Some(mut contact) = found else {
        return Ok(None);
    };
    let list = ListName::of_contacts(kind);
    if let Some(totals) = totals_of_contact(list, uuid, sight) {
        let totals: ScopedTotals = totals.get_result(connection).await?;
        let totals =
            TenTotals::try_from(totals.totals).map_err(|error| DeserializationError(error.into()))?;
        contact.totals = totals.into();
    }
    Ok(Some(contact))
}

/// Looks up a contact that may be hidden by a merge, whether the viewer can see it or not. Only for users who may merge.
pub async fn find_hidden(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    uuid: Uuid,
) -> QueryResult<Option<Contact>> {
    contact::table
        .find((firm_id, uuid))
        .select(Contact::as_select())
        .first(connection)
        .await
        .optional()
}

#[derive(QueryableByName)]
struct NpnHolder {
    #[diesel(sql_type = Text)]
    display_name: String,
}

/// Returns the name of the firm's agent with this NPN, ignoring leading zeros. Leaves out the agent `own`.
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

/// A contact's encrypted tax ID.
pub struct SealedTaxId {
    /// A code of [`TaxIdKind`].
    pub kind: String,
    pub cipher: Vec<u8>,
}

/// Returns the encrypted tax ID of a visible contact. The outer `Option` is `None` if there is no such contact, the
/// inner one if it has no tax ID.
pub async fn sealed_tax_id(
    connection: &mut AsyncPgConnection,
    viewer: &Viewer,
    kind: ContactKind,
    uuid: Uuid,
) -> QueryResult<Option<Option<SealedTaxId>>> {
    type Stored = (Option<String>, Option<Vec<u8>>);
    let stored: Option<Stored> = visible(&viewer.sight(), kind)
        .filter(contact::uuid.eq(uuid))
        .select((contact::tax_id_kind, contact::tax_id_cipher))
        .first(connection)
        .await
        .optional()?;
    let sealed = |(kind, cipher): Stored| {
        Some(SealedTaxId {
            kind: kind?,
            cipher: cipher?,
        })
    };
    Ok(stored.map(sealed))
}
