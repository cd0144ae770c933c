//! Saved reports: a list query with columns and sort order, its totals, and its subscribers.

pub mod change;
pub mod digest;
pub mod invalidation;
pub mod loading;
pub mod query;
pub mod share;
pub mod subscription;
pub mod totals;

pub use change::ReportChanges;
pub use loading::LoadingList;
pub use query::ReportQuery;
pub use share::{
    Opens, ReportAccess, ReportAccessInput, ReportGrant, ReportReader, SharedReport, SharedReports,
};
pub use subscription::{ReportSubscription, SubscriptionInput};
pub use totals::{ReportCount, ReportTotals, ReportTotalsAnswer};

use crate::list::{ExportFormat, ListName};
use crate::permission::Feature;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use crate::vocabulary::numbered;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 500;
/// Number of days without being opened after which a report is listed as stale.
pub const UNOPENED_DAYS: i64 = 90;
/// Maximum number of users in one sharing or subscription request.
pub const MAX_USERS: usize = 10_000;

numbered! {
    /// Type of report, which determines its list and its menu entry.
    ReportType {
        Policy = 1, "Policy Report";
        AllPolicy = 2, "All Policies Report";
        Annuity = 3, "Annuity Report";
        Agent = 4, "Agent Report";
        Insured = 5, "Insured Report";
        Owner = 6, "Owner Report";
    }
}

impl ReportType {
    pub const fn list(self) -> ListName {
        match self {
            Self::Policy | Self::AllPolicy => ListName::Policies,
            Self::Annuity => ListName::Annuities,
            Self::Agent => ListName::Agents,
            Self::Insured => ListName::Insureds,
            Self::Owner => ListName::Owners,
        }
    }

    /// Returns the permission required to work with reports of this type.
    pub const fn feature(self) -> Feature {
        match self {
            Self::Policy | Self::AllPolicy | Self::Annuity => Feature::PolicyReports,
            Self::Agent | Self::Insured | Self::Owner => Feature::ContactReports,
        }
    }

    /// Returns the permission required to see the rows.
    pub const fn list_feature(self) -> Feature {
        match self {
            Self::Policy | Self::AllPolicy => Feature::AllPolicies,
            Self::Annuity => Feature::Annuities,
            Self::Agent | Self::Insured | Self::Owner => Feature::Contacts,
        }
    }

    /// Returns the path of the page that lists the reports of this type.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Policy => "/reports/policies",
            Self::AllPolicy => "/reports/allpolicies",
            Self::Annuity => "/reports/annuities",
            Self::Agent => "/reports/agents",
            Self::Insured => "/reports/insureds",
            Self::Owner => "/reports/owners",
        }
    }

    /// Returns the path of the list that the report queries.
    pub const fn list_page(self) -> &'static str {
        match self {
            Self::Policy | Self::AllPolicy => "/business/policies",
            Self::Annuity => "/business/annuities",
            Self::Agent => "/people/agents",
            Self::Insured => "/people/insureds",
            Self::Owner => "/people/owners",
        }
    }
}

/// A report type and its pages, as sent to the web app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ReportTypeInfo {
    pub number: u8,
    pub list: ListName,
    pub feature: Feature,
    pub page: String,
    pub list_page: String,
}

/// Returns all report types, in order of their number.
pub fn report_types() -> impl Iterator<Item = ReportTypeInfo> {
    ReportType::ALL.iter().map(|kind| ReportTypeInfo {
        number: kind.number(),
        list: kind.list(),
        feature: kind.feature(),
        page: kind.page().into(),
        list_page: kind.list_page().into(),
    })
}

/// A saved report, as shown to one viewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Increases with each change. Send it back when you change the report.
    pub version: i32,
    /// 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
    pub report_type: u8,
    pub name: String,
    pub description: Option<String>,
    pub owner_key: String,
    pub owner_name: Option<String>,
    /// Whether the viewer owns the report.
    pub is_owner: bool,
    /// Whether the owner is still an active user of the firm.
    pub is_owner_active: bool,
    pub query: ReportQuery,
    /// Number of users with access, besides the owner.
    pub shared_count: i64,
    pub subscription_count: i64,
    /// Whether the viewer is subscribed.
    pub is_subscribed: bool,
    /// Whether the viewer gets changes in the digest.
    pub is_digest: bool,
    /// Whether the data may have changed since `totalsAsOf`, or no totals exist yet.
    pub is_total_stale: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub totals_as_of: Option<jiff::Timestamp>,
    /// The latest totals of the rows visible to the viewer.
    pub totals: ReportTotals,
    /// Why the report cannot be run, for example a removed column. Null if it can.
    pub problem: Option<FieldProblem>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: jiff::Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub last_opened_at: Option<jiff::Timestamp>,
}

/// Reports of one type, sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reports {
    pub data: Vec<Report>,
    pub total: i64,
}

/// Request to create a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewReport {
    /// 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
    pub report_type: u8,
    /// 1 to 80 characters. Must differ from the owner's other reports of the type, ignoring case and accents.
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub query: ReportQuery,
}

/// Request to change a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportInput {
    /// The version that was loaded.
    pub version: i32,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub query: ReportQuery,
}

/// Normalizes the name and description, and validates them and the query.
pub fn normalize(
    report_type: ReportType,
    name: &str,
    description: Option<&str>,
    query: &ReportQuery,
) -> (String, Option<String>, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let name = text::clean(name);
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || name.contains('\0') {
        findings.fault("name", "length", "Enter a name (up to 80 characters).");
    }
    let description = findings.bounded_lines(description, "description", MAX_DESCRIPTION_CHARS);
    for mut fault in query.faults(report_type.list()) {
        fault.field.insert_str(0, "query.");
        findings.0.push(fault);
    }
    (name, description, findings.0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportExport {
    pub format: ExportFormat,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_types_map_to_lists_and_features() {
        let seen: Vec<_> = ReportType::ALL
            .iter()
            .map(|kind| (kind.number(), kind.list().as_str(), kind.feature().name()))
            .collect();
        assert_eq!(
            seen,
            [
                (1, "policies", "policyReports"),
                (2, "policies", "policyReports"),
                (3, "annuities", "policyReports"),
                (4, "agents", "contactReports"),
                (5, "insureds", "contactReports"),
                (6, "owners", "contactReports"),
            ]
        );
    }

    #[test]
    fn validates_name_length_and_query_columns() {
        let check = |name: &str, query: ReportQuery| {
            let (name, _, faults) = normalize(ReportType::Agent, name, Some("  one\n two "), &query);
            (
                name,
                faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>(),
            )
        };
        let plain = ReportQuery::default;
        assert_eq!(check("  In  Texas ", plain()), ("In Texas".into(), vec![]));
        assert_eq!(check(" ", plain()).1, ["name"]);
        assert_eq!(check(&"é".repeat(80), plain()).1, [""; 0]);
        assert_eq!(check(&"é".repeat(81), plain()).1, ["name"]);
        let gone = ReportQuery {
            select_columns: vec!["name".into(), "shoeSize".into()],
            ..plain()
        };
        assert_eq!(check("a", gone).1, ["query.selectColumns[1]"]);
    }
}
