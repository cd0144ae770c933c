//! The ten totals of a report, and merging of cached and newer values.

use super::ReportType;
use crate::contact::Totals;
use crate::list::ListName;
use jiff::Timestamp;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Totals of a report. Money is exact decimal text. A total is null if it was not computed or does not apply
/// to the report type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportTotals {
    pub policy_count: Option<i64>,
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
    pub policy_surrender_value: Option<Decimal>,
    pub annuity_count: Option<i64>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub contract_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub premiums_paid: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annuity_cash_value: Option<Decimal>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub annuity_surrender_value: Option<Decimal>,
}

/// The value of one total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    Count(i64),
    Money(Decimal),
}

/// JSON keys of the totals: first policies, then annuities.
const KEYS: [&str; 10] = [
    "policyCount",
    "deathBenefit",
    "annualizedPremium",
    "policyCashValue",
    "policySurrenderValue",
    "annuityCount",
    "contractValue",
    "premiumsPaid",
    "annuityCashValue",
    "annuitySurrenderValue",
];

/// Returns the keys of the totals that a list has: five for policies, five for annuities, all ten for
/// contacts.
pub fn totals_of(list: ListName) -> &'static [&'static str] {
    let (life, annuity) = KEYS.split_at(5);
    match list {
        ListName::Policies => life,
        ListName::Annuities => annuity,
        ListName::Agents | ListName::Owners | ListName::Insureds => &KEYS,
        ListName::AuditLog
        | ListName::Cohorts
        | ListName::Duplicates
        | ListName::PremiumGifts
        | ListName::Trusts
        | ListName::TrustGrantors
        | ListName::Trustees
        | ListName::TrustBeneficiaries
        | ListName::BestInterestForms
        | ListName::Beneficiaries
        | ListName::Transactions => &[],
    }
}

/// Labels of the totals in [`KEYS`], the same as in the lists. Kept here so that widgets do not load the list
/// definitions.
const LABELS: [&str; 10] = [
    "# Policies",
    "Death Benefit",
    "Annualized Premium",
    "Cash Value",
    "Surrender Value",
    "# Annuities",
    "Contract Value",
    "Premiums Paid",
    "Annuity Cash Value",
    "Annuity Surrender Value",
];

/// Key and label of a total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TotalLabel {
    pub key: String,
    pub label: String,
    /// Amount of money. Other totals are counts.
    pub is_money: bool,
}

/// Returns the labels of the totals that a report type has, in order.
pub fn labels_of(report_type: ReportType) -> impl Iterator<Item = TotalLabel> {
    let own = totals_of(report_type.list());
    let labels = KEYS.into_iter().zip(LABELS);
    labels
        .filter(|(key, _)| own.contains(key))
        .map(|(key, label)| TotalLabel {
            key: key.into(),
            label: label.into(),
            is_money: !key.ends_with("Count"),
        })
}

impl ReportTotals {
    /// Selects the totals that apply to a report type.
    pub fn of(report_type: ReportType, counted: &Totals) -> Self {
        let keys = totals_of(report_type.list());
        let (is_life, is_annuity) = (keys.contains(&"policyCount"), keys.contains(&"annuityCount"));
        let life = |amount| is_life.then_some(amount);
        let annuity = |amount| is_annuity.then_some(amount);
        Self {
            policy_count: is_life.then_some(counted.policy_count),
            death_benefit: life(counted.death_benefit),
            annualized_premium: life(counted.annualized_premium),
            policy_cash_value: life(counted.policy_cash_value),
            policy_surrender_value: life(counted.policy_surrender_value),
            annuity_count: is_annuity.then_some(counted.annuity_count),
            contract_value: annuity(counted.contract_value),
            premiums_paid: annuity(counted.premiums_paid),
            annuity_cash_value: annuity(counted.annuity_cash_value),
            annuity_surrender_value: annuity(counted.annuity_surrender_value),
        }
    }

    /// Returns all ten totals with their JSON keys, in order.
    pub fn entries(&self) -> [(&'static str, Option<Total>); 10] {
        let count = |value: Option<i64>| value.map(Total::Count);
        let money = |value: Option<Decimal>| value.map(Total::Money);
        let values = [
            count(self.policy_count),
            money(self.death_benefit),
            money(self.annualized_premium),
            money(self.policy_cash_value),
            money(self.policy_surrender_value),
            count(self.annuity_count),
            money(self.contract_value),
            money(self.premiums_paid),
            money(self.annuity_cash_value),
            money(self.annuity_surrender_value),
        ];
        std::array::from_fn(|i| (KEYS[i], values[i]))
    }
}

/// The cached totals of a report and their age.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportCount {
    pub totals: ReportTotals,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub totals_as_of: Option<Timestamp>,
    pub is_total_stale: bool,
}

impl ReportCount {
    /// Returns empty totals that are marked stale.
    pub fn cleared() -> Self {
        Self {
            totals: ReportTotals::default(),
            totals_as_of: None,
            is_total_stale: true,
        }
    }

    /// Merges newly loaded totals into the cached totals. The newer totals win, regardless of the order in
    /// which responses arrive.
    #[must_use]
    pub fn merge(self, arriving: Self) -> Self {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self.totals_as_of.cmp(&arriving.totals_as_of) {
            Less => arriving,
            Greater => self,
            // Computed at the same time: fresh totals win over those marked stale.
            Equal if self.is_total_stale && !arriving.is_total_stale => arriving,
            Equal => self,
        }
    }
}

/// Response of `POST report/{uuid}/totals`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportTotalsAnswer {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub totals: ReportTotals,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub totals_as_of: Timestamp,
    /// True only if the data changed during the computation.
    pub is_total_stale: bool,
    /// Whether the owner's totals differ because the owner sees other rows.
    pub owner_totals_differ: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count(second: Option<i64>, amount: i64, is_total_stale: bool) -> ReportCount {
        ReportCount {
            totals: ReportTotals {
                policy_count: second.map(|_| amount),
                ..ReportTotals::default()
            },
            totals_as_of: second.and_then(|second| Timestamp::from_second(second).ok()),
            is_total_stale,
        }
    }

    #[test]
    fn newer_totals_clear_the_stale_mark() {
        let old = count(Some(1), 3, true);
        let new = count(Some(2), 4, false);
        assert_eq!(old.clone().merge(new.clone()), new);
        assert_eq!(new.clone().merge(old.clone()), new, "a late response");
        assert_eq!(ReportCount::cleared().merge(new.clone()), new);
        assert_eq!(new.clone().merge(ReportCount::cleared()), new);
        let marked = ReportCount {
            is_total_stale: true,
            ..new.clone()
        };
        assert_eq!(marked.merge(new.clone()), new);
        let cleared = ReportCount::cleared();
        assert!(cleared.is_total_stale && cleared.totals.entries().iter().all(|(_, total)| total.is_none()));
    }

    #[test]
    fn totals_have_the_labels_of_their_columns() {
        use crate::list::ColumnType;
        for report_type in ReportType::ALL {
            let labels: Vec<TotalLabel> = labels_of(*report_type).collect();
            let keys: Vec<&str> = labels.iter().map(|label| label.key.as_str()).collect();
            assert_eq!(keys, totals_of(report_type.list()), "{report_type:?}");
            for TotalLabel { key, label, is_money } in labels {
                // Every contact list has all totals.
                let column = ListName::Agents.column(&key).unwrap();
                assert_eq!(label, column.label, "{key}");
                assert_eq!(is_money, column.column_type == ColumnType::Money, "{key}");
            }
        }
    }

    #[test]
    fn each_type_shows_its_own_totals() {
        let counted = Totals {
            policy_count: 2,
            death_benefit: Decimal::new(123_456_789_012_345_678, 2),
            ..Totals::default()
        };
        let shown = |report_type| {
            let totals = ReportTotals::of(report_type, &counted);
            let keys = totals.entries().into_iter().filter(|(_, total)| total.is_some());
            keys.map(|(key, _)| key).collect::<Vec<_>>()
        };
        for report_type in ReportType::ALL {
            assert_eq!(
                shown(*report_type),
                totals_of(report_type.list()),
                "{report_type:?}"
            );
        }
        let life = [
            "policyCount",
            "deathBenefit",
            "annualizedPremium",
            "policyCashValue",
            "policySurrenderValue",
        ];
        assert_eq!(shown(ReportType::Policy), life);
        assert_eq!(shown(ReportType::AllPolicy), life);
        assert_eq!(
            shown(ReportType::Annuity),
            [
                "annuityCount",
                "contractValue",
                "premiumsPaid",
                "annuityCashValue",
                "annuitySurrenderValue"
            ]
        );
        assert_eq!(shown(ReportType::Owner).len(), 10);
    }

    #[test]
    fn totals_match_the_columns_of_their_list() {
        for list in ListName::ALL {
            let mut columns: Vec<_> = list.columns().iter().filter(|column| column.totals).collect();
            // Contract lists have no column for the number of their rows.
            columns.retain(|column| totals_of(list).contains(&column.key));
            let has_count = list.contact_kind().is_some() || totals_of(list).is_empty();
            let expected = totals_of(list).len() - usize::from(!has_count);
            assert_eq!(columns.len(), expected, "{}", list.as_str());
        }
    }

    #[test]
    fn keys_match_the_fields_of_the_totals() {
        let wire = serde_json::to_value(ReportTotals::default()).unwrap();
        let mut fields: Vec<_> = wire.as_object().unwrap().keys().map(String::as_str).collect();
        let mut keys = KEYS.to_vec();
        fields.sort_unstable();
        keys.sort_unstable();
        assert_eq!(fields, keys);
    }

    /// 2^53 + 1 dollars and a cent, which a float cannot represent.
    #[test]
    fn totals_serialize_exactly() {
        let exact = "9007199254740993.01";
        let totals = ReportTotals {
            death_benefit: exact.parse().ok(),
            ..ReportTotals::default()
        };
        let wire = serde_json::to_value(&totals).unwrap_or_default();
        assert_eq!(wire["deathBenefit"], exact);
        assert_eq!(wire["contractValue"], serde_json::Value::Null);
        assert_eq!(serde_json::from_value::<ReportTotals>(wire).ok(), Some(totals));
    }

    fn any_count() -> impl Strategy<Value = ReportCount> {
        // Totals computed at the same time are equal.
        (prop::option::of(0i64..4), any::<bool>()).prop_map(|(second, stale)| match second {
            None => ReportCount::cleared(),
            Some(second) => count(Some(second), second * 10, stale),
        })
    }

    proptest! {
        #[test]
        fn merge_is_commutative_associative_and_idempotent(a in any_count(), b in any_count(), c in any_count()) {
            prop_assert_eq!(a.clone().merge(b.clone()), b.clone().merge(a.clone()));
            prop_assert_eq!(a.clone().merge(b.clone()).merge(c.clone()), a.clone().merge(b.merge(c)));
            prop_assert_eq!(a.clone().merge(a.clone()), a);
        }
    }
}
