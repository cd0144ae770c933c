//! Grouped policies for analytics: grouping keys, totals per group and drill-down filters.

use super::{FilterCondition, FilterItem, FilterOp, FilterValue, ListName};
use crate::contact::ContactKind;
use crate::contract::{EnumName, Line, PolicyStatus, Standing, options};
use crate::exact_sum::{TotalsOverflow, add_amounts, add_counts};
use crate::vocabulary::coded;
use jiff::civil::Date;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// Criterion that groups policies.
    Grouping {
        Agents = "agents", "Agents";
        Carriers = "carriers", "Carriers";
        /// Co-agents.
        OtherAdvisors = "otheradvisors", "Other Advisors";
        /// Month of the next anniversary of the issue date.
        PolicyAnniversaries = "policyanniversaries", "Policy Anniversaries";
        Beneficiaries = "beneficiaries", "Beneficiaries";
        PolicyOwner = "policyowner", "Policy Owners";
        PolicyStatus = "policystatus", "Policy Status";
        /// Premium mode.
        Premiums = "premiums", "Premiums by Mode";
        /// Months in which premiums fall due, for the next twelve months.
        PremiumMonths = "premiummonths", "Premiums by Month";
        Products = "products", "Products";
    }
}

/// Source of the group key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Value of a list column.
    Column(&'static str),
    /// Year and month in which a premium falls due, `2027-01`. A policy belongs to each month with a due date.
    PremiumDue,
    /// Every party in one of these roles. A policy can belong to several groups.
    Party(PartySet),
    /// Every beneficiary. A policy can belong to several groups.
    Beneficiary,
}

impl Grouping {
    pub const fn by(self) -> By {
        match self {
            Self::Agents => By::Party(PartySet::Agents),
            Self::Carriers => By::Column("carrier"),
            Self::OtherAdvisors => By::Party(PartySet::OtherAdvisors),
            Self::PolicyAnniversaries => By::Column("anniversaryMonth"),
            Self::Beneficiaries => By::Beneficiary,
            Self::PolicyOwner => By::Party(PartySet::Owners),
            Self::PolicyStatus => By::Column("status"),
            Self::Premiums => By::Column("premiumMode"),
            Self::PremiumMonths => By::PremiumDue,
            Self::Products => By::Column("productType"),
        }
    }

    /// Returns whether groups are sorted by key instead of by size.
    pub const fn is_chronological(self) -> bool {
        matches!(self, Self::PolicyAnniversaries | Self::PremiumMonths)
    }

    /// Returns whether a policy can belong to several groups but counts once in the total. Months of premiums do not
    /// overlap: they count premiums, and each is due in one month.
    pub const fn overlaps(self) -> bool {
        matches!(self.by(), By::Party(_) | By::Beneficiary)
    }

    /// Returns the column header for the group label.
    pub const fn name_of_group(self) -> &'static str {
        match self {
            Self::Agents => "Agent",
            Self::Carriers => "Carrier",
            Self::OtherAdvisors => "Advisor",
            Self::PolicyAnniversaries | Self::PremiumMonths => "Month",
            Self::Beneficiaries => "Beneficiary",
            Self::PolicyOwner => "Owner",
            Self::PolicyStatus => "Status",
            Self::Premiums => "Mode",
            Self::Products => "Product type",
        }
    }

    /// Returns the label of the group for policies without a value.
    const fn nothing(self) -> &'static str {
        match self {
            Self::Agents => "No agent",
            Self::OtherAdvisors => "No other advisor",
            Self::PolicyAnniversaries => "No issue date",
            Self::Beneficiaries => "No beneficiary",
            Self::PolicyOwner => "No owner",
            Self::Premiums => "No premium mode",
            Self::PremiumMonths => "No next premium",
            Self::Carriers | Self::PolicyStatus | Self::Products => "Unknown",
        }
    }

    /// Returns the label of a group. `found` is the label from the database, if it differs from the key.
    pub fn group_label(self, key: Option<&str>, found: Option<&str>) -> String {
        let Some(key) = key else {
            return self.nothing().into();
        };
        match (self.by(), found) {
            (_, Some(found)) => found.into(),
            (By::PremiumDue, _) if key == OVERDUE => "Overdue".into(),
            (By::PremiumDue, _) => month_label(key),
            (By::Column(column), _) => ListName::Policies
                .column(column)
                .and_then(|column| column.choices)
                .and_then(|set| label_of(set, key))
                .unwrap_or_else(|| key.into()),
            (By::Party(_) | By::Beneficiary, None) => key.into(),
        }
    }

    /// Returns the drill-down filter for a group. `None` if no filter can express it. `kind` is the contact
    /// type of a party.
    pub fn slice(self, key: Option<&str>, kind: Option<ContactKind>, today: Date) -> Option<GroupSlice> {
        let one = |column: &str, op, value| {
            Some(GroupSlice {
                filter: vec![condition(column, op, value)],
                party: None,
            })
        };
        let empty = |column: &str| {
            let may_be_empty = ListName::Policies
                .column(column)
                .is_some_and(|column| column.nullable);
            one(column, FilterOp::IsEmpty, FilterValue::Null).filter(|_| may_be_empty)
        };
        match (self.by(), key) {
            (By::Column(column), Some(key)) => one(column, FilterOp::Eq, FilterValue::Text(key.into())),
            (By::Column(column), None) => empty(column),
            (By::PremiumDue, Some(OVERDUE)) => Some(overdue(today)),
            // A filter cannot select policies by later due dates.
            (By::PremiumDue, _) => None,
            (By::Party(set), Some(key)) => Some(GroupSlice {
                filter: Vec::new(),
                party: Some(PartySlice {
                    set,
                    uuid: Some(key.parse().ok()?),
                    contact_type: Some(kind?),
                }),
            }),
            (By::Beneficiary, Some(key)) => Some(GroupSlice {
                filter: Vec::new(),
                party: Some(PartySlice {
                    set: PartySet::Beneficiaries,
                    uuid: Some(key.parse().ok()?),
                    contact_type: None,
                }),
            }),
            (By::Party(PartySet::Agents), None) => empty("agent"),
            (By::Party(set), None) => Some(GroupSlice::without(set)),
            (By::Beneficiary, None) => Some(GroupSlice::without(PartySet::Beneficiaries)),
        }
    }
}

/// Key of the group of premiums that were due before today.
pub const OVERDUE: &str = "overdue";

fn condition(column: &str, op: FilterOp, value: FilterValue) -> FilterItem {
    FilterItem::One(FilterCondition {
        column: column.into(),
        op,
        value,
    })
}

/// Policies in force with a premium that was due before today.
fn overdue(today: Date) -> GroupSlice {
    let in_force = PolicyStatus::ALL.iter().filter(|status| status.in_force());
    let in_force = in_force.map(|status| FilterValue::Text(status.code().into()));
    let text = |text: String| FilterValue::Text(text);
    GroupSlice {
        filter: vec![
            condition("status", FilterOp::In, FilterValue::List(in_force.collect())),
            condition("nextPremiumDate", FilterOp::Lt, text(today.to_string())),
            condition("modalPremium", FilterOp::Gt, text("0".into())),
        ],
        party: None,
    }
}

fn label_of(set: EnumName, code: &str) -> Option<String> {
    let choice = options(set).into_iter().find(|choice| choice.code == code)?;
    Some(choice.label)
}

fn month_label(key: &str) -> String {
    let named = key
        .split_once('-')
        .and_then(|(year, month)| Some((label_of(EnumName::Month, month)?, year)));
    match named {
        Some((month, year)) => format!("{month} {year}"),
        None => key.into(),
    }
}

/// A set of party roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PartySet {
    Agents,
    /// Co-agents.
    OtherAdvisors,
    /// Owners and joint owners.
    Owners,
    /// Primary and contingent beneficiaries.
    Beneficiaries,
}

/// Contracts that a contact is party to in a set of roles, or that have the same beneficiary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartySlice {
    pub set: PartySet,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    /// The contact. For beneficiaries, any entry of the same person or organization. Null for contracts without anyone
    /// in the set.
    pub uuid: Option<Uuid>,
    /// Null for beneficiaries, and without a contact.
    pub contact_type: Option<ContactKind>,
}

/// Drill-down filter for the policy list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupSlice {
    pub filter: Vec<FilterItem>,
    pub party: Option<PartySlice>,
}

impl GroupSlice {
    /// Returns the filter for policies without anyone in the set.
    const fn without(set: PartySet) -> Self {
        Self {
            filter: Vec::new(),
            party: Some(PartySlice {
                set,
                uuid: None,
                contact_type: None,
            }),
        }
    }
}

/// Totals of policies. Amounts are US dollars.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figures {
    pub policy_count: i64,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub death_benefit: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub annualized_premium: Decimal,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub policy_cash_value: Decimal,
    /// Premiums that fall due in the month, or are overdue. Zero unless policies are grouped by due month.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub premium_due: Decimal,
}

/// Percentages of the overall totals, with one decimal place. Null if the overall total is zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Shares {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub policy_count: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub death_benefit: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annualized_premium: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub policy_cash_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub premium_due: Option<Decimal>,
}

impl Figures {
    /// Adds two totals.
    ///
    /// # Errors
    /// Returns `TotalsOverflow` if a sum is too large to be represented exactly.
    pub fn plus(&self, other: &Self) -> Result<Self, TotalsOverflow> {
        Ok(Self {
            policy_count: add_counts(self.policy_count, other.policy_count)?,
            death_benefit: add_amounts(self.death_benefit, other.death_benefit)?,
            annualized_premium: add_amounts(self.annualized_premium, other.annualized_premium)?,
            policy_cash_value: add_amounts(self.policy_cash_value, other.policy_cash_value)?,
            premium_due: add_amounts(self.premium_due, other.premium_due)?,
        })
    }

    pub fn shares_of(&self, whole: &Self) -> Shares {
        Shares {
            policy_count: share(self.policy_count.into(), whole.policy_count.into()),
            death_benefit: share(self.death_benefit, whole.death_benefit),
            annualized_premium: share(self.annualized_premium, whole.annualized_premium),
            policy_cash_value: share(self.policy_cash_value, whole.policy_cash_value),
            premium_due: share(self.premium_due, whole.premium_due),
        }
    }
}

fn share(part: Decimal, whole: Decimal) -> Option<Decimal> {
    let percent = part.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(whole)?;
    let mut rounded = percent.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(1);
    Some(rounded)
}

/// A group of policies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Group {
    /// Code, name, month or uuid. Null for policies without a group.
    pub key: Option<String>,
    pub label: String,
    pub figures: Figures,
    pub shares: Shares,
    /// Drill-down filter. Null if no filter can express the group.
    pub slice: Option<GroupSlice>,
}

/// Combined totals of the groups that are not listed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OtherGroups {
    pub count: i64,
    pub figures: Figures,
    pub shares: Shares,
}

/// Response with grouped policies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Groups {
    /// Sorted by month, or by size in descending order.
    pub groups: Vec<Group>,
    /// Null if every group is listed.
    pub others: Option<OtherGroups>,
    /// Totals of all policies, each counted once.
    pub totals: Figures,
    /// A policy can belong to several groups.
    pub overlaps: bool,
    /// Policies grouped by status: the totals of those in force, pending, in claim and ended. Otherwise empty.
    pub standings: Vec<StandingTotals>,
}

/// Totals of the policies with statuses of one standing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StandingTotals {
    /// `Standing` code.
    pub standing: String,
    pub label: String,
    pub figures: Figures,
    /// Filter that selects these policies in the policy list.
    pub filter: Vec<FilterItem>,
}

/// Sums groups by status into one total per standing, those in force first. Leaves out standings without
/// policies, except those in force.
///
/// # Errors
/// Returns `TotalsOverflow` if a sum is too large to be represented exactly.
pub fn standings(groups: &[Group]) -> Result<Vec<StandingTotals>, TotalsOverflow> {
    let mut totals = Vec::new();
    for standing in Standing::ALL.iter().copied() {
        let mut figures = Figures::default();
        for group in groups {
            let status = group.key.as_deref().and_then(PolicyStatus::from_code);
            if status.unwrap_or(PolicyStatus::Unknown).standing() == standing {
                figures = figures.plus(&group.figures)?;
            }
        }
        if figures.policy_count == 0 && standing != Standing::InForce {
            continue;
        }
        let codes = PolicyStatus::ALL
            .iter()
            .filter(|status| status.fits(Line::Life) && status.standing() == standing)
            .map(|status| FilterValue::Text(status.code().into()));
        totals.push(StandingTotals {
            standing: standing.code().into(),
            label: standing.label().into(),
            figures,
            filter: vec![FilterItem::One(FilterCondition {
                column: "status".into(),
                op: FilterOp::In,
                value: FilterValue::List(codes.collect()),
            })],
        });
    }
    Ok(totals)
}

#[cfg(test)]
mod tests;
