//! Agents, owners and insureds share one contact model, distinguished by [`ContactKind`].

pub mod address;
pub mod attach;
pub mod country;
pub mod custom;
pub mod email;
pub mod field;
pub mod free_text;
pub mod name;
pub mod npn;
pub mod owner_type;
mod person;
pub mod phone;
pub mod phone_search;
pub mod plaintext_tax_id;
pub mod search;
pub mod state;
pub mod tax_id;
pub mod validate;

pub use person::{Address, Field, Person};

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

    /// Returns the singular noun used in URL paths and error codes: `agent`, `owner` or `insured`.
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
            .ok_or_else(|| format!("unknown contact type {number}"))
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

const ZERO: rust_decimal::Decimal = rust_decimal::Decimal::ZERO;

/// Maintained totals of the contracts that a contact is party to. Each contract counts once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Totals {
    pub policy_count: i64,
    /// US dollars as exact decimal text, like every amount in JSON.
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

impl Totals {
    /// Zeroes every total unless `shows` returns true for its JSON key.
    #[must_use]
    pub fn only(self, shows: impl Fn(&str) -> bool) -> Self {
        let count = |key, count: i64| if shows(key) { count } else { 0 };
        let money = |key, amount: rust_decimal::Decimal| if shows(key) { amount } else { ZERO };
        Self {
            policy_count: count("policyCount", self.policy_count),
            death_benefit: money("deathBenefit", self.death_benefit),
            annualized_premium: money("annualizedPremium", self.annualized_premium),
            policy_cash_value: money("policyCashValue", self.policy_cash_value),
            policy_surrender_value: money("policySurrenderValue", self.policy_surrender_value),
            annuity_count: count("annuityCount", self.annuity_count),
            contract_value: money("contractValue", self.contract_value),
            premiums_paid: money("premiumsPaid", self.premiums_paid),
            annuity_cash_value: money("annuityCashValue", self.annuity_cash_value),
            annuity_surrender_value: money("annuitySurrenderValue", self.annuity_surrender_value),
        }
    }
}

/// An agent, an owner or an insured, as shown on the record page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactRecord {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub firm_id: i32,
    pub contact_type: ContactKind,
    /// Increases with each write. Updates must send it back.
    pub version: i32,
    pub person: Person,
    /// Name as shown in lists: `Whitfield, Dana`, or the name of an organization.
    pub display_name: String,
    /// `***-**-1234`. Null if no tax ID is stored.
    pub tax_id_masked: Option<String>,
    /// Agents only: contract data may be requested from carriers on the agent's behalf.
    pub agent_integration_enabled: bool,
    /// Custom fields of the firm, by name.
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

/// Request to add or change a contact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactInput {
    /// Also accepted as `agent`, `owner` or `insured`.
    #[serde(alias = "agent", alias = "owner", alias = "insured")]
    pub person: Person,
    /// Repeats the firm of the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number"))]
    pub firm_id: Option<i32>,
    /// Repeats the record of the path. Empty for a new contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub uuid: Option<Uuid>,
    /// Policy or annuity to attach a new contact to, like the query parameter of the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub policy_uuid: Option<Uuid>,
    /// Version of the record that the form loaded. Null for a new contact.
    #[serde(default)]
    pub version: Option<i32>,
    /// Custom fields by name. An empty value removes a field. Fields that are not listed stay unchanged.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_fields: BTreeMap<String, String>,
}

/// A contact in a picker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactOption {
    pub uuid: Uuid,
    pub display_name: String,
    /// NPN, email or city, to distinguish contacts with the same name
    pub detail: Option<String>,
    /// `ownerTypeId` of an owner. Null for agents and insureds
    pub owner_type_id: Option<u8>,
}

/// The origin of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactSource {
    /// `Manual`, `Import`, `Feed` or `Merge`
    pub source: String,
    pub source_label: String,
    pub file_name: Option<String>,
    /// Line of the file, counting the header
    pub file_row: Option<i32>,
    pub by: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
}
