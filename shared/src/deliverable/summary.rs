//! Report summaries: the rows of a saved report as a document, generated in the background.

use super::stored::{PendingVersion, StoredDeliverable};
use super::{DeliverableKind, GroupBy};
use crate::list::ListSubject;
use crate::problem::{FieldProblem, Findings};
use crate::report::ReportType;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Request to generate a report summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SummaryRequest {
    /// The report
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub template_uuid: Uuid,
    /// 3 report summary, 4 report summary by owner
    #[cfg_attr(feature = "openapi", schema(minimum = 3, maximum = 4))]
    pub deliverable_type: u8,
    /// 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent. Summaries by owner
    /// are grouped by owner, and those of contacts are not grouped
    #[serde(default = "ungrouped")]
    #[cfg_attr(feature = "openapi", schema(default = 1, minimum = 1, maximum = 7))]
    pub group_by: u8,
}

const fn ungrouped() -> u8 {
    GroupBy::None.number()
}

/// The summaries of a report that the viewer generated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportSummary {
    pub display_name: String,
    /// Whether the report lists contracts, which can be grouped
    pub has_contracts: bool,
    /// Maximum number of rows in one document
    pub max_rows: i64,
    /// Newest first
    pub pending: Vec<PendingVersion>,
    /// Newest first
    pub documents: Vec<StoredDeliverable>,
}

/// Validates the kind and grouping of a requested report summary. Summaries by owner are always grouped by owner.
///
/// # Errors
/// Returns problems of `deliverableType` and `groupBy`.
pub fn summary_group(
    report_type: ReportType,
    deliverable_type: u8,
    group_by: u8,
) -> Result<(DeliverableKind, GroupBy), Vec<FieldProblem>> {
    let mut findings = Findings::default();
    let has_contracts = has_contracts(report_type);
    let kind = DeliverableKind::from_number(deliverable_type).filter(|kind| {
        matches!(
            kind,
            DeliverableKind::ReportSummary | DeliverableKind::ReportSummaryOwner
        )
    });
    if kind.is_none() {
        let message = "Choose a report summary (3) or a summary by owner (4).";
        findings.fault("deliverableType", "unknown_deliverable_type", message);
    }
    if kind == Some(DeliverableKind::ReportSummaryOwner) && !has_contracts {
        let message = "Only reports of policies and annuities have a summary by owner.";
        findings.fault("deliverableType", "no_summary_by_owner", message);
    }
    let group = GroupBy::from_number(group_by);
    match group {
        None => findings.fault("groupBy", "unknown_grouping", "Choose a grouping from 1 to 7."),
        Some(group) if group != GroupBy::None && !has_contracts => {
            let message = "Reports of contacts cannot be grouped.";
            findings.fault("groupBy", "not_grouped", message);
        }
        Some(_) => {}
    }
    match (kind, group) {
        (Some(kind), Some(group)) if findings.0.is_empty() => Ok(match kind {
            DeliverableKind::ReportSummaryOwner => (kind, GroupBy::Owner),
            _ => (kind, group),
        }),
        _ => Err(findings.0),
    }
}

/// Returns whether a report lists policies or annuities.
pub fn has_contracts(report_type: ReportType) -> bool {
    matches!(report_type.list().spec().subject, ListSubject::Contract(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_only_contracts() {
        let group = |report_type, kind, group_by| {
            summary_group(report_type, kind, group_by).map_err(|problems| {
                problems
                    .into_iter()
                    .map(|problem| problem.code)
                    .collect::<Vec<_>>()
            })
        };
        let plain = DeliverableKind::ReportSummary;
        let by_owner = DeliverableKind::ReportSummaryOwner;
        assert_eq!(group(ReportType::Policy, 3, 2), Ok((plain, GroupBy::Carrier)));
        assert_eq!(group(ReportType::Annuity, 4, 2), Ok((by_owner, GroupBy::Owner)));
        assert_eq!(group(ReportType::Agent, 3, 1), Ok((plain, GroupBy::None)));
        for (report_type, kind, group_by, code) in [
            (ReportType::Agent, 4, 1, "no_summary_by_owner"),
            (ReportType::Owner, 3, 2, "not_grouped"),
            (ReportType::Policy, 1, 1, "unknown_deliverable_type"),
            (ReportType::Policy, 9, 1, "unknown_deliverable_type"),
            (ReportType::Policy, 3, 8, "unknown_grouping"),
        ] {
            assert_eq!(
                group(report_type, kind, group_by),
                Err(vec![code.to_owned()]),
                "{code}"
            );
        }
    }
}
