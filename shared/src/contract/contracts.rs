//! Types and rules shared by policy and annuity records. The rules can compare a record with its stored
//! version.
//!
//! [`Contract::normalize`] checks a whole record. Its implementations in `policy_record.rs` and
//! `annuity_record.rs` combine:
//! - the checks of the line in `policy.rs` or `annuity.rs`
//! - the field checks in `check.rs`, which both lines share
//! - the checks of [`Context`] in this file: owner, status date and as-of date

use super::beneficiary::Beneficiary;
use super::check::{ContractBasics, MAX_PARTIES};
use super::{AgentType, InsuredType, Line, PartyRole, PolicyStatus};
use crate::contact::ContactKind;
use crate::problem::Findings;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A policy or an annuity.
pub trait Contract: Sized {
    const LINE: Line;
    /// Name of the field that holds the contract number.
    const NUMBER: &'static str;

    fn number(&self) -> &str;
    fn carrier_uuid(&self) -> Option<Uuid>;
    /// Returns the [`PolicyStatus`] code.
    fn status(&self) -> &str;
    /// Returns the as-of date of the values.
    fn values_as_of(&self) -> Option<Date>;
    fn values(&self) -> Values;
    /// Returns the contract with another status. Annuities ignore the grace period.
    #[must_use]
    fn with_status(self, status: String, since: Option<Date>, grace_period_end: Option<Date>) -> Self;

    /// Returns the contract in stored form and all errors and warnings. Fields are named as in its JSON.
    ///
    /// Codes: `owner_required`, `age_range`, `in_future`, and the codes of [`super::policy::normalize`] and
    /// [`super::annuity::normalize`].
    fn normalize(self, context: &Context<'_, Self>) -> (Self, Findings);
}

/// Context that validation depends on.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a, C> {
    pub today: Date,
    /// The stored contract. `None` for a new one.
    pub before: Option<&'a C>,
    /// Number of owners, including owners added by the same request.
    pub owners: usize,
}

impl<C: Contract> Context<'_, C> {
    /// Defaults the status date to today if the status changes without a new date.
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

    /// Defaults the as-of date to today if values change without a new date.
    pub(super) fn values_as_of(&self, contract: &C, findings: &mut Findings) -> Option<Date> {
        let typed = contract.values_as_of();
        if typed.is_some_and(|day| day > self.today) {
            findings.fault(
                "valuesAsOf",
                "in_future",
                "The as-of date of the values cannot be in the future.",
            );
        }
        let is_stale = self.before.is_some_and(|before| {
            before.values_as_of() == typed && before.values().filled() != contract.values().filled()
        });
        if is_stale { Some(self.today) } else { typed }
    }

    /// Rejects a contract that becomes in force without an owner.
    pub(super) fn check_owner(&self, basics: &ContractBasics, findings: &mut Findings) {
        let was_in_force = self.before.is_some_and(|before| {
            PolicyStatus::from_code(before.status()).is_some_and(PolicyStatus::in_force)
        });
        if basics.in_force() && !was_in_force && self.owners == 0 {
            findings.fault(
                "status",
                "owner_required",
                "A contract needs an owner before it can be in force. Add an owner first.",
            );
        }
    }
}

/// Returns the latest snapshot with these values.
pub fn snapshot_of<'a>(history: &'a [ValueSnapshot], values: &Values) -> Option<&'a ValueSnapshot> {
    let filled = values.filled();
    history
        .iter()
        .filter(|snapshot| snapshot.values.filled() == filled)
        .max_by_key(|snapshot| snapshot.recorded_at)
}

/// Values of a contract on a date. Amounts are US dollars, the crediting rate is percent per year.
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
    /// Replaces missing amounts with zero, as the list columns do.
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

    /// Returns whether every value is zero or missing.
    pub fn is_empty(&self) -> bool {
        self.filled() == Self::default().filled()
    }
}

/// The values recorded for a date. A later record for the same date replaces the earlier one.
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
    /// `RecordSource` code.
    pub source: String,
    pub values: Values,
}

/// A contact that is party to a contract.
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
    /// `PartyRole` code.
    pub role: String,
    /// Label of the role, including the agent or insured type.
    pub role_label: String,
    /// `agentTypeId`, `ownerTypeId` or the insured's `typeId`. 0 for other roles.
    pub type_id: i16,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub share_percent: Option<Decimal>,
    /// Source of the link: code of a `RecordSource`.
    pub origin: String,
    /// The user can open the contact.
    pub can_open: bool,
}

/// Returns the label of a role and its type.
pub fn role_label(role: &str, type_id: i16) -> String {
    let number = u8::try_from(type_id).unwrap_or_default();
    match PartyRole::from_code(role) {
        Some(PartyRole::Agent) => AgentType::from_number(number).map(AgentType::label),
        Some(PartyRole::Insured) => InsuredType::from_number(number).map(InsuredType::label),
        _ => None,
    }
    .map_or_else(|| PartyRole::label_of(role), Into::into)
}

/// A rider of a contract.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rider {
    /// `RiderType` code.
    #[serde(rename = "type")]
    pub rider_type: String,
    /// Last day of the rider, `YYYY-MM-DD`.
    pub until: Option<String>,
    /// Amount of the benefit, such as the coverage of a child.
    pub amount: Option<String>,
    /// Cost per year, if it is not a part of the premium.
    pub annual_cost: Option<String>,
    pub benefit_base: Option<String>,
    pub roll_up_rate: Option<String>,
    pub withdrawal_percent: Option<String>,
    pub activated: Option<bool>,
}

/// Index strategy of an annuity. Rates are percentages.
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

/// An insurance carrier, shared by all firms.
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
    /// 1 to 100.
    pub comdex: Option<i16>,
    pub phone: Option<String>,
    pub fax: Option<String>,
}

/// A policy or an annuity, as shown on the record page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractRecord<C> {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub firm_id: i32,
    /// Increases with each write. Updates must send it back.
    pub version: i32,
    pub contract: C,
    pub carrier: Carrier,
    pub riders: Vec<Rider>,
    /// Annuities only.
    pub index_strategies: Vec<IndexStrategy>,
    /// Annuities only: contract data may be requested on the agent's behalf.
    pub agent_integration_enabled: bool,
    /// Agents first, then owners, then insureds.
    pub parties: Vec<Party>,
    /// Primary ones first.
    pub beneficiaries: Vec<Beneficiary>,
    /// Latest date first.
    pub values: Vec<ValueSnapshot>,
    /// `RecordSource` code.
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

/// A contact to attach to a new contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartyDraft {
    pub kind: ContactKind,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// `agentTypeId`, `ownerTypeId` or the insured's `typeId`.
    pub type_id: u8,
}

/// Request to add or change a policy or an annuity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContractDraft<C> {
    pub contract: C,
    /// Version of the record that the form loaded. Null for a new contract.
    #[serde(default)]
    pub version: Option<i32>,
    /// New contracts only. At most 20.
    #[serde(default)]
    pub parties: Vec<PartyDraft>,
    /// Replaces all riders. Null leaves them unchanged.
    #[serde(default)]
    pub riders: Option<Vec<Rider>>,
    /// Whether the contract returns to its state before `version`. Withdraws the values of that version from the value
    /// history, if the same user entered them.
    #[serde(default)]
    pub is_undo: bool,
}

impl<C: Contract> ContractDraft<C> {
    /// Returns the number of owners among the parties.
    pub fn owners(&self) -> usize {
        self.parties
            .iter()
            .filter(|party| party.kind == ContactKind::Owner)
            .count()
    }

    /// Records `too_many` above 20 parties.
    pub fn check_parties(&self, findings: &mut Findings) {
        if self.parties.len() > MAX_PARTIES {
            findings.fault("parties", "too_many", "Add up to 20 people at a time.");
        }
    }
}

#[cfg(test)]
#[path = "contracts_tests.rs"]
mod tests;
