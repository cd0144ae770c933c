//! Saved reports: a question about a list with its columns and order, what it adds up to, who subscribes to it.

pub mod change;
pub mod digest;
pub mod loading;
pub mod query;
pub mod subscription;
pub mod totals;
pub mod touch;

pub use change::ReportChanges;
pub use loading::LoadingList;
pub use query::ReportQuery;
pub use subscription::{ReportSubscription, SubscriptionInput};
pub use totals::{ReportCount, ReportTotals, ReportTotalsAnswer};

use crate::list::ListName;
use crate::permission::Feature;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use crate::vocabulary::numbered;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 500;
/// A report that nobody opened for so many days is stale.
pub const UNOPENED_DAYS: i64 = 90;
/// Users whom one call shares with or subscribes.
pub const MAX_USERS: usize = 10_000;

numbered! {
    /// Which list a report asks, and under which entry of the menu it stands.
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

    /// What it takes to work with reports of this type.
    pub const fn feature(self) -> Feature {
        match self {
            Self::Policy | Self::AllPolicy | Self::Annuity => Feature::PolicyReports,
            Self::Agent | Self::Insured | Self::Owner => Feature::ContactReports,
        }
    }

    /// What it takes to see the rows.
    pub const fn list_feature(self) -> Feature {
        match self {
            Self::Policy | Self::AllPolicy => Feature::AllPolicies,
            Self::Annuity => Feature::Annuities,
            Self::Agent | Self::Insured | Self::Owner => Feature::Contacts,
        }
    }

    /// Address of the page with the reports of this type.
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

    /// Address of the list that the report asks.
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

/// A saved report as its page shows it to one viewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    /// Grows with each change; send it back with one.
    pub version: i32,
    /// 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
    pub report_type: u8,
    pub name: String,
    pub description: Option<String>,
    pub owner_key: String,
    pub owner_name: Option<String>,
    /// The viewer's own.
    pub is_owner: bool,
    /// Whether the owner still works in the firm.
    pub is_owner_active: bool,
    pub query: ReportQuery,
    /// Users who may open it beside the owner.
    pub shared_count: i64,
    pub subscription_count: i64,
    /// The viewer subscribes to it.
    pub is_subscribed: bool,
    /// The viewer is told in the digest.
    pub is_digest: bool,
    /// Something may have changed since `totalsAsOf`, or nothing was counted yet.
    pub is_total_stale: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub totals_as_of: Option<jiff::Timestamp>,
    /// What was last counted over the rows that the viewer may see.
    pub totals: ReportTotals,
    /// Why the report cannot be run as it is; none when it can.
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

/// Reports of one type, by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reports {
    pub data: Vec<Report>,
    pub total: i64,
}

/// What adds a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewReport {
    /// 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
    pub report_type: u8,
    /// 1 to 80 characters, unlike the owner's other reports of the type in more than case and accents.
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub query: ReportQuery,
}

/// What changes a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportInput {
    /// The version that was read.
    pub version: i32,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub query: ReportQuery,
}

/// The name and the description as they are kept, and what is at fault with them or the question.
pub fn normalize(
    report_type: ReportType,
    name: &str,
    description: Option<&str>,
    query: &ReportQuery,
) -> (String, Option<String>, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    let name = text::clean(name);
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || name.contains('\0') {
        findings.fault("name", "length", "The name of a report has 1 to 80 characters.");
    }
    let description = findings.bounded_lines(description, "description", MAX_DESCRIPTION_CHARS);
    for mut fault in query.faults(report_type.list()) {
        fault.field.insert_str(0, "query.");
        findings.0.push(fault);
    }
    (name, description, findings.0)
}

/// A user of the firm, and whether a report is shared with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportReader {
    pub user_key: String,
    pub name: String,
    /// Label of the role.
    pub user_type: String,
    pub has_access: bool,
    pub is_subscribed: bool,
}

/// Everybody a report can be shared with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportAccess {
    pub data: Vec<ReportReader>,
}

/// Whom a report is shared with from now on: these and nobody else.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportAccessInput {
    pub user_keys: Vec<String>,
}

/// In which form a report is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ExportFormat {
    Csv,
    Xlsx,
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
    fn six_types_ask_five_lists() {
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
    fn a_name_has_1_to_80_characters_and_the_question_fits_its_list() {
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
