//! The three kinds of contact are one piece of code with a kind.

pub mod address;
pub mod custom;
pub mod email;
pub mod in_clear;
pub mod name;
pub mod npn;
pub mod owner_type;
pub mod phone;
pub mod search;
pub mod state;
pub mod tax_id;
pub mod validate;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Agent = 1, Owner = 2, Insured = 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "1 | 2 | 3"))]
pub enum ContactKind {
    Agent = 1,
    Owner = 2,
    Insured = 3,
}

impl ContactKind {
    pub const ALL: [Self; 3] = [Self::Agent, Self::Owner, Self::Insured];

    /// `agent`, `owner`, `insured`: in paths and in the code of problems.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Owner => "owner",
            Self::Insured => "insured",
        }
    }
}

impl From<ContactKind> for u8 {
    fn from(kind: ContactKind) -> u8 {
        kind as u8
    }
}

impl TryFrom<u8> for ContactKind {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|kind| *kind as u8 == number)
            .ok_or_else(|| format!("{number} is no contact type"))
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::Type};

    impl utoipa::PartialSchema for super::ContactKind {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .description(Some("1 agent, 2 owner, 3 insured"))
                .enum_values(Some([1, 2, 3]))
                .into()
        }
    }
    impl utoipa::ToSchema for super::ContactKind {}
}

/// Where someone lives or a firm sits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Address {
    pub line1: Option<String>,
    pub line2: Option<String>,
    pub city: Option<String>,
    /// Two-letter USPS code when the country is US.
    pub state: Option<String>,
    /// Text: leading zeros count.
    pub postal_code: Option<String>,
    /// ISO 3166 two-letter code; none means US.
    pub country: Option<String>,
}

/// What is typed about an agent, an owner or an insured. Fields that a kind does not have must stay empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    pub title: Option<String>,
    pub first_name: Option<String>,
    pub middle_name: Option<String>,
    pub last_name: Option<String>,
    pub suffix: Option<String>,
    /// Name of a company, a trust or an estate; then the first and last name stay empty.
    pub organization_name: Option<String>,
    /// Owners only: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity.
    pub owner_type: Option<u8>,
    /// Owners of type Trust only.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub trust_date: Option<Date>,
    pub email: Option<String>,
    /// E.164 once it is stored; an extension follows as `x12`.
    pub phone: Option<String>,
    pub mobile_phone: Option<String>,
    pub address: Address,
    /// Date of birth.
    #[serde(deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub dob: Option<Date>,
    /// `F`, `M` or `X`.
    pub sex: Option<String>,
    /// SSN, ITIN or EIN. Inbound: none keeps what is stored, an empty text removes it. Outbound: always none.
    pub tax_id: Option<String>,
    /// Agents only: National Producer Number.
    pub npn: Option<String>,
    /// Agents only: the code under which the agency knows the agent.
    pub agency_code: Option<String>,
    /// The identifier in the firm's own system.
    pub external_id: Option<String>,
    pub notes: Option<String>,
}

/// The ten kept totals of the contracts that a contact is party to; each contract counts once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Totals {
    pub policy_count: i64,
    /// US dollars as exact decimal text, like all money on the wire.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub death_benefit: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annualized_premium: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub policy_cash_value: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub policy_surrender_value: rust_decimal::Decimal,
    pub annuity_count: i64,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub contract_value: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub premiums_paid: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annuity_cash_value: rust_decimal::Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annuity_surrender_value: rust_decimal::Decimal,
}

/// An agent, an owner or an insured of a firm, as the record page reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactRecord {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub firm_id: i32,
    pub contact_type: ContactKind,
    /// Grows with each write; send it back with an update.
    pub version: i32,
    pub person: Person,
    /// As lists show it: `Whitfield, Dana` or the organisation's name.
    pub display_name: String,
    /// `***-**-1234`, or none when no number is stored.
    pub tax_id_masked: Option<String>,
    /// Agents only: contract data may be fetched from carriers in the agent's name.
    pub agent_integration_enabled: bool,
    /// Fields of the firm's own, by name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_fields: BTreeMap<String, String>,
    pub totals: Totals,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: jiff::Timestamp,
}

/// What a form sends to add or change a contact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactInput {
    pub person: Person,
    /// The version that was read; none when the contact is new.
    #[serde(default)]
    pub version: Option<i32>,
    /// Fields of the firm's own, by name; an empty text takes one away, and what is not named stays as it is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_fields: BTreeMap<String, String>,
}
