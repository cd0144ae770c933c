//! What policies and annuities have in common once they are records: what travels with them, and the rules that
//! look at what was stored before.

use super::check::{ContractBasics, MAX_PARTIES};
use super::{AgentType, InsuredType, Line, PartyRole, PolicyStatus};
use crate::contact::ContactKind;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A contract of either line.
pub trait Contract: Sized {
    const LINE: Line;
    /// The field that holds its number.
    const NUMBER: &'static str;

    fn number(&self) -> &str;
    fn carrier_uuid(&self) -> Option<Uuid>;
    /// Code of a [`PolicyStatus`].
    fn status(&self) -> &str;
    /// The day of its values.
    fn values_as_of(&self) -> Option<Date>;
    fn values(&self) -> Values;
    /// The same contract in another status; an annuity has no grace period.
    #[must_use]
    fn with_status(self, status: String, since: Option<Date>, grace_period_end: Option<Date>) -> Self;

    /// The contract in stored form and everything found on the way; fields are named as they travel.
    ///
    /// Codes: those of [`super::policy::normalize`] and [`super::annuity::normalize`], `owner_required`, `age_range`,
    /// `in_future`.
    fn normalize(self, context: &Context<'_, Self>) -> (Self, Findings);
}

/// What a check must know beside the contract.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a, C> {
    pub today: Date,
    /// The contract as it is stored; none for a new one.
    pub before: Option<&'a C>,
    /// Owners that it has, or gets with the same call.
    pub owners: usize,
}

impl<C: Contract> Context<'_, C> {
    /// A status that changes without a date of its own holds from today.
    pub(super) fn status_date(
        &self,
        status: &str,
        typed: Option<Date>,
        issued: Option<Date>,
        date_of: impl Fn(&C) -> Option<Date>,
    ) -> Option<Date> {
        let is_dated_anew = self.before.is_none_or(|before| typed != date_of(before));
        let is_same = self.before.is_none_or(|before| before.status() == status);
        if is_dated_anew || is_same || issued.is_some_and(|issued| issued > self.today) {
            typed
        } else {
            Some(self.today)
        }
    }

    /// Values that change without a day of their own are of today.
    pub(super) fn values_as_of(&self, contract: &C, findings: &mut Findings) -> Option<Date> {
        let typed = contract.values_as_of();
        if typed.is_some_and(|day| day > self.today) {
            findings.fault(
                "valuesAsOf",
                "in_future",
                "Values of a day to come are not known.",
            );
        }
        let is_stale = self.before.is_some_and(|before| {
            before.values_as_of() == typed && before.values().filled() != contract.values().filled()
        });
        if is_stale { Some(self.today) } else { typed }
    }

    /// Nothing comes into force without an owner.
    pub(super) fn check_owner(&self, basics: &ContractBasics, findings: &mut Findings) {
        let was_in_force = self.before.is_some_and(|before| {
            PolicyStatus::from_code(before.status()).is_some_and(PolicyStatus::in_force)
        });
        if basics.in_force() && !was_in_force && self.owners == 0 {
            findings.fault(
                "status",
                "owner_required",
                "A contract comes into force with an owner. Name one first.",
            );
        }
    }
}

/// What a contract is worth on a day. Amounts are US dollars, the rate percent per year.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Values {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub death_benefit: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annualized_premium: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cash_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub surrender_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub loan_balance: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub contract_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub premiums_paid: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub crediting_rate: Option<Decimal>,
    pub lapse_age: Option<i16>,
}

impl Values {
    /// With zero for what is not known: the columns of lists keep no difference between the two.
    pub fn filled(&self) -> ([Decimal; 8], Option<i16>) {
        let amounts = [
            self.death_benefit,
            self.annualized_premium,
            self.cash_value,
            self.surrender_value,
            self.loan_balance,
            self.contract_value,
            self.premiums_paid,
            self.crediting_rate,
        ];
        (amounts.map(Option::unwrap_or_default), self.lapse_age)
    }

    /// Whether there is anything to remember.
    pub fn is_empty(&self) -> bool {
        self.filled() == Self::default().filled()
    }
}

/// The values of a day as they were recorded; a later record of the same day corrects an earlier one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValueSnapshot {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub as_of: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub recorded_at: jiff::Timestamp,
    /// `Manual`, `Import`, `Feed` or `Merge`
    pub source: String,
    pub values: Values,
}

/// Somebody who is party to a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Party {
    pub kind: ContactKind,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `Whitfield, Dana`
    pub name: String,
    /// Code of a `PartyRole`.
    pub role: String,
    /// The role in words, with what an agent does or which life it is.
    pub role_label: String,
    /// `agentTypeId`, `ownerTypeId` or the insured's `typeId`; 0 for roles without types.
    pub type_id: i16,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub share_percent: Option<Decimal>,
    /// Where the link comes from: `Manual`, `Import`, `Feed` or `Merge`
    pub origin: String,
    /// The viewer may open the contact.
    pub can_open: bool,
}

/// What screens call a role.
pub fn role_label(role: &str, type_id: i16) -> String {
    let number = u8::try_from(type_id).unwrap_or_default();
    match PartyRole::from_code(role) {
        Some(PartyRole::Agent) => AgentType::from_number(number).map(AgentType::label),
        Some(PartyRole::Insured) => InsuredType::from_number(number).map(InsuredType::label),
        _ => None,
    }
    .map_or_else(|| PartyRole::label_of(role), Into::into)
}

/// An added benefit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rider {
    /// Code of a rider.
    #[serde(rename = "type")]
    pub rider_type: String,
    /// The last day.
    pub until: Option<String>,
    pub benefit_base: Option<String>,
    pub roll_up_rate: Option<String>,
    pub withdrawal_percent: Option<String>,
    pub activated: Option<bool>,
}

/// How a part of an indexed annuity is credited; percentages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IndexStrategy {
    pub name: String,
    pub cap: Option<String>,
    pub participation: Option<String>,
    pub floor: Option<String>,
    pub allocation: Option<String>,
}

/// An insurance company: the same for all firms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Carrier {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub name: String,
    pub short_name: String,
    /// Five digits, as text.
    pub naic_code: String,
    pub am_best_rating: Option<String>,
    /// 1 to 100
    pub comdex: Option<i16>,
    pub phone: Option<String>,
    pub fax: Option<String>,
}

/// A policy or an annuity of a firm, as the record page reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractRecord<C> {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub firm_id: i32,
    /// Grows with each write; send it back with an update.
    pub version: i32,
    pub contract: C,
    pub carrier: Carrier,
    pub riders: Vec<Rider>,
    /// Annuities only.
    pub index_strategies: Vec<IndexStrategy>,
    /// Annuities only: contract data may be fetched in the agent's name.
    pub agent_integration_enabled: bool,
    /// Agents, then owners, then insureds.
    pub parties: Vec<Party>,
    /// The last day first.
    pub values: Vec<ValueSnapshot>,
    /// `Manual`, `Import`, `Feed` or `Merge`
    pub source: String,
    pub source_file: Option<String>,
    pub source_row: Option<i32>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: jiff::Timestamp,
}

/// Who is to be party to a new contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartyDraft {
    pub kind: ContactKind,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `agentTypeId`, `ownerTypeId` or the insured's `typeId`
    pub type_id: u8,
}

/// What a form sends to add or change a policy or an annuity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractDraft<C> {
    pub contract: C,
    /// The version that was read; none when the contract is new.
    #[serde(default)]
    pub version: Option<i32>,
    /// New contracts only: at most 20.
    #[serde(default)]
    pub parties: Vec<PartyDraft>,
    /// All riders; none leaves them as they are.
    #[serde(default)]
    pub riders: Option<Vec<Rider>>,
}

impl<C: Contract> ContractDraft<C> {
    /// Owners among the parties.
    pub fn owners(&self) -> usize {
        self.parties
            .iter()
            .filter(|party| party.kind == ContactKind::Owner)
            .count()
    }

    /// Notes `too_many` for more parties than a call takes.
    pub fn check_parties(&self, findings: &mut Findings) {
        if self.parties.len() > MAX_PARTIES {
            findings.fault("parties", "too_many", "At most 20 people at once.");
        }
    }
}

#[cfg(test)]
#[path = "contracts_tests.rs"]
mod tests;
