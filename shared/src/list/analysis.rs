//! The analytics pages and their groupings.

use super::groups::Grouping;
use serde::Serialize;

/// An analytics page.
pub struct AnalysisPage {
    pub path: &'static str,
    pub title: &'static str,
    /// The first one is the default.
    pub groupings: &'static [Grouping],
}

/// The analytics pages, in menu order.
pub const PAGES: &[AnalysisPage] = &[
    one("/reports/analytics/agents", &[Grouping::Agents]),
    one("/reports/analytics/carriers", &[Grouping::Carriers]),
    one("/reports/analytics/otheradvisors", &[Grouping::OtherAdvisors]),
    one(
        "/reports/analytics/policyanniversaries",
        &[Grouping::PolicyAnniversaries],
    ),
    one("/reports/analytics/beneficiaries", &[Grouping::Beneficiaries]),
    one("/reports/analytics/policyowner", &[Grouping::PolicyOwner]),
    one("/reports/analytics/policystatus", &[Grouping::PolicyStatus]),
    AnalysisPage {
        path: "/reports/analytics/premiums",
        title: "Premiums",
        groupings: &[Grouping::Premiums, Grouping::PremiumMonths],
    },
    one("/reports/analytics/products", &[Grouping::Products]),
];

/// Defines a page with a single grouping and that grouping's title.
const fn one(path: &'static str, groupings: &'static [Grouping; 1]) -> AnalysisPage {
    AnalysisPage {
        path,
        title: groupings[0].label(),
        groupings,
    }
}

/// A grouping and its display texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct AnalysisGrouping {
    /// `Grouping` code.
    pub name: String,
    pub title: String,
    /// Column header of the group label.
    pub group: String,
    /// Groups are sorted by key instead of by size.
    pub is_chronological: bool,
}

/// An analytics page, as sent to the web app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Analysis {
    pub path: String,
    pub title: String,
    pub groupings: Vec<AnalysisGrouping>,
}

/// Returns the analytics pages, in menu order.
pub fn analyses() -> Vec<Analysis> {
    PAGES
        .iter()
        .map(|page| Analysis {
            path: page.path.into(),
            title: page.title.into(),
            groupings: page
                .groupings
                .iter()
                .map(|grouping| AnalysisGrouping {
                    name: grouping.code().into(),
                    title: grouping.label().into(),
                    group: grouping.name_of_group().into(),
                    is_chronological: grouping.is_chronological(),
                })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_grouping_has_one_page() {
        let mut found: Vec<_> = PAGES.iter().flat_map(|page| page.groupings).collect();
        assert_eq!(found.len(), Grouping::ALL.len());
        found.sort_by_key(|grouping| Grouping::ALL.iter().position(|one| one == *grouping));
        found.dedup();
        assert_eq!(found.len(), Grouping::ALL.len());
    }

    #[test]
    fn pages_have_the_titles_of_their_groupings() {
        for page in PAGES {
            match page.groupings {
                [grouping] => assert_eq!(page.title, grouping.label()),
                several => assert!(
                    several
                        .iter()
                        .all(|grouping| grouping.label().starts_with(page.title))
                ),
            }
        }
    }
}
