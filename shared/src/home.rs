//! Cards on the home page: contracts that need attention, found by list queries.

use crate::contract::{Line, PolicyStatus};
use crate::list::{
    FilterCondition, FilterItem, FilterOp, FilterValue, Limit, ListName, ListQuery, Sort, SortDirection,
};
use crate::notification::UserNotification;
use crate::vocabulary::coded;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

/// Maximum number of rows on a card.
pub const ROWS: u8 = 5;

coded! {
    /// A card on the home page.
    HomeCardKind {
        LapsePending = "lapsePending", "About to lapse";
        PremiumsDue = "premiumsDue", "Premiums due in 30 days";
        TermsEnding = "termsEnding", "Level terms ending in 180 days";
        ConversionsEnding = "conversionsEnding", "Conversion rights ending in 90 days";
        SurrenderEnding = "surrenderEnding", "Surrender charges ending in 90 days";
    }
}

impl HomeCardKind {
    pub fn list(self) -> ListName {
        ListName::of_contracts(self.line())
    }

    /// Returns the columns that fill a row: number, insured or annuitant, date and amount.
    pub const fn columns(self) -> [&'static str; 4] {
        match self {
            Self::LapsePending => ["policyNumber", "insured", "gracePeriodEndDate", "deathBenefit"],
            Self::PremiumsDue => ["policyNumber", "insured", "nextPremiumDate", "modalPremium"],
            Self::TermsEnding => ["policyNumber", "insured", "levelPeriodEndDate", "deathBenefit"],
            Self::ConversionsEnding => ["policyNumber", "insured", "conversionExpiryDate", "deathBenefit"],
            Self::SurrenderEnding => [
                "contractNumber",
                "annuitant",
                "surrenderPeriodEndDate",
                "contractValue",
            ],
        }
    }

    pub fn filter(self) -> Vec<FilterItem> {
        let one = |column: &str, op, value: FilterValue| {
            FilterItem::One(FilterCondition {
                column: column.into(),
                op,
                value,
            })
        };
        let codes = |test: fn(PolicyStatus) -> bool| {
            let all = PolicyStatus::ALL
                .iter()
                .filter(|status| status.fits(self.line()) && test(**status));
            FilterValue::List(
                all.map(|status| FilterValue::Text(status.code().into()))
                    .collect(),
            )
        };
        let in_force = || one("status", FilterOp::In, codes(PolicyStatus::in_force));
        let [_, _, day, _] = self.columns();
        let within = |days| {
            vec![
                one(day, FilterOp::InNextDays, FilterValue::Integer(days)),
                in_force(),
            ]
        };
        match self {
            Self::LapsePending => vec![one("status", FilterOp::In, codes(PolicyStatus::is_alert))],
            Self::PremiumsDue => within(30),
            Self::TermsEnding => within(180),
            Self::ConversionsEnding | Self::SurrenderEnding => within(90),
        }
    }

    fn line(self) -> Line {
        match self {
            Self::LapsePending | Self::PremiumsDue | Self::TermsEnding | Self::ConversionsEnding => {
                Line::Life
            }
            Self::SurrenderEnding => Line::Annuity,
        }
    }

    /// Returns the sort order: earliest date first.
    pub fn sort(self) -> Vec<Sort> {
        let [_, _, day, _] = self.columns();
        vec![Sort {
            column: day.into(),
            direction: SortDirection::Asc,
        }]
    }

    /// Returns the list query that fills the card.
    pub fn query(self) -> ListQuery {
        let as_value = |item| serde_json::from_value(serde_json::to_value(item).ok()?).ok();
        ListQuery {
            select_columns: self.columns().map(Into::into).into(),
            filter: self.filter().into_iter().filter_map(as_value).collect(),
            sort: self.sort(),
            limit: Limit {
                row_count: ROWS.into(),
                ..Limit::default()
            },
            ..ListQuery::default()
        }
    }
}

/// A contract that needs attention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HomeRow {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Policy or contract number.
    pub number: String,
    /// Insured or annuitant.
    pub who: Option<String>,
    /// `YYYY-MM-DD`
    pub day: Option<String>,
    /// US dollars.
    pub amount: Option<String>,
}

/// Days ahead for which gifts and letters are shown.
pub const DUE_DAYS: i64 = 45;

coded! {
    /// A card with premium gifts to trusts.
    DueKind {
        Gifts = "giftsDue", "Premium gifts due in 45 days";
        Letters = "lettersDue", "Crummey letters due in 45 days";
    }
}

/// A gift on a card. The amount is in US dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HomeGift {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub policy_uuid: Uuid,
    pub policy_number: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub trust_uuid: Uuid,
    pub trust_name: String,
    /// Due date of the gift or of its letters
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub day: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub amount: Decimal,
}

/// A card with the total count and the earliest gifts or letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HomeDue {
    /// `DueKind` code.
    pub kind: String,
    pub title: String,
    pub total: i64,
    pub rows: Vec<HomeGift>,
}

/// A card with the total count and the most urgent contracts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HomeCard {
    /// `HomeCardKind` code.
    pub kind: String,
    pub title: String,
    pub list: ListName,
    /// Filter of the list that shows all contracts of the card.
    pub filter: Vec<FilterItem>,
    pub sort: Vec<Sort>,
    /// Meaning of `day` and `amount` in each row.
    pub day_label: String,
    pub amount_label: String,
    pub total: i64,
    pub rows: Vec<HomeRow>,
}

/// The home page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Home {
    /// Cards for the lists that the user can read.
    pub cards: Vec<HomeCard>,
    /// Premium gifts and Crummey letters. Empty for users who cannot read policies.
    pub due: Vec<HomeDue>,
    pub unread_count: i64,
    /// Newest unread notifications.
    pub unread: Vec<UserNotification>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::check;
    use jiff::civil::date;
    use serde_json::json;

    #[test]
    fn card_queries_are_valid() {
        for kind in HomeCardKind::ALL {
            let query = kind.query();
            let checked = check(kind.list(), &query, date(2026, 11, 21)).unwrap();
            assert!(!checked.is_unfiltered(), "{kind:?}");
            assert_eq!(checked.row_count, u32::from(ROWS));
            // The filter stays the same when it is part of a list URL.
            let again: Vec<_> = kind.filter().iter().map(|item| json!(item)).collect();
            let wire: Vec<_> = query.filter.iter().map(|item| json!(item)).collect();
            assert_eq!(wire, again);
        }
    }

    #[test]
    fn cards_exclude_contracts_not_in_force() {
        for kind in HomeCardKind::ALL {
            let filter = json!(kind.filter()).to_string();
            assert!(
                filter.contains("\"status\"") && !filter.contains("Lapsed"),
                "{filter}"
            );
            let is_for_annuities = filter.contains("Annuitized");
            assert_eq!(is_for_annuities, kind.list() == ListName::Annuities, "{filter}");
        }
    }
}
