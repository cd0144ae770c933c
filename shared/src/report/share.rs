//! Sharing of reports, and access of outside advisors to the underlying records and documents.

use super::{ReportQuery, ReportType};
use crate::list::{Column, ListName, Shown, Sort};
use crate::problem::Findings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Access that a shared report gives an outside advisor, in addition to its rows and columns. Other users can
/// open records according to their role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Opens {
    pub records: bool,
    /// Requires `records`.
    pub documents: bool,
}

impl Opens {
    /// Returns the columns of a shared report that its readers can see, or `None` if the report cannot be run.
    /// Readers who can open the records see all columns of the list, because a record shows all of its fields.
    pub fn columns(self, query: &ReportQuery, report_type: ReportType) -> Option<Vec<&'static Column>> {
        let own = query.columns(report_type)?;
        if self.records {
            Some(report_type.list().columns().iter().collect())
        } else {
            Some(own)
        }
    }

    /// Like [`Self::columns`], but returns `None` if the readers can see all columns, and no columns for a report that
    /// cannot be run.
    pub fn shown(self, query: &ReportQuery, report_type: ReportType) -> Option<Shown> {
        let list = report_type.list();
        let columns = self.columns(query, report_type).unwrap_or_default();
        let shown = Shown::of_reports(list, &[columns.as_slice()]);
        (columns.len() < list.columns().len()).then_some(shown)
    }
}

/// A user of the firm and their access to a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportReader {
    pub user_key: String,
    pub name: String,
    /// Label of the user's role.
    pub user_type: String,
    /// Whether the user is an outside advisor, whose access to records and documents depends on the share.
    pub is_outside_advisor: bool,
    pub has_access: bool,
    /// Whether the user can open the records behind the report's rows because of the share.
    pub opens_records: bool,
    /// Whether the user can also open the documents of these records.
    pub opens_documents: bool,
    pub is_subscribed: bool,
}

/// A report shared with an outside advisor. Outside advisors see it as a list, because they have no report pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedReport {
    pub uuid: Uuid,
    pub name: String,
    /// Full name of the user who shared it.
    pub owner_name: String,
    pub list: ListName,
    /// Keys of the report's columns, in order.
    pub columns: Vec<String>,
    /// Names of the columns that its owner renamed, by key.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub custom_labels: BTreeMap<String, String>,
    /// The order of its rows. Leaves out columns that the report does not show.
    pub sort: Vec<Sort>,
}

/// The reports that are shared with an outside advisor, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedReports {
    pub data: Vec<SharedReport>,
}

/// All users a report can be shared with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportAccess {
    pub data: Vec<ReportReader>,
}

/// Replaces the list of users a report is shared with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportAccessInput {
    pub user_keys: Vec<String>,
    /// Outside advisors who can open records. Those not listed see only the rows and columns of the report.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub grants: Vec<ReportGrant>,
}

/// Records and documents that an outside advisor can open through a shared report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportGrant {
    /// One of `userKeys`.
    pub user_key: String,
    /// Allows opening the records behind the report's rows, with all their fields.
    pub opens_records: bool,
    /// Allows opening the documents of these records. Requires `opensRecords`.
    pub opens_documents: bool,
}

/// Validates the grants of a request. Returns the access of each outside advisor, by user key.
pub fn grants(
    input: &ReportAccessInput,
    is_outside_advisor: impl Fn(&str) -> bool,
    findings: &mut Findings,
) -> BTreeMap<String, Opens> {
    let mut granted = BTreeMap::new();
    for (i, grant) in input.grants.iter().enumerate() {
        let field = format!("grants[{i}].userKey");
        let opens = Opens {
            records: grant.opens_records,
            documents: grant.opens_documents,
        };
        if !input.user_keys.contains(&grant.user_key) {
            findings.fault(field, "no_access", "Share the report with this user first.");
        } else if opens != Opens::default() && !is_outside_advisor(&grant.user_key) {
            findings.fault(
                field,
                "not_outside_advisor",
                "Only outside advisors need this choice. The role of other users decides what they open.",
            );
        } else if opens.documents && !opens.records {
            findings.fault(
                format!("grants[{i}].opensDocuments"),
                "needs_records",
                "Allow opening records before documents.",
            );
        } else if granted.insert(grant.user_key.clone(), opens).is_some() {
            findings.fault(field, "duplicate", "Each user can be listed only once.");
        }
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(grants: &[(&str, bool, bool)]) -> (BTreeMap<String, Opens>, Vec<String>) {
        let input = ReportAccessInput {
            user_keys: ["ruth", "omar", "dana"].map(str::to_owned).into(),
            grants: grants
                .iter()
                .map(|(user_key, opens_records, opens_documents)| ReportGrant {
                    user_key: (*user_key).to_owned(),
                    opens_records: *opens_records,
                    opens_documents: *opens_documents,
                })
                .collect(),
        };
        let mut findings = Findings::default();
        let granted = super::grants(&input, |key| key != "dana", &mut findings);
        let faults = findings
            .0
            .into_iter()
            .map(|fault| format!("{} {}", fault.field, fault.code));
        (granted, faults.collect())
    }

    #[test]
    fn validates_grants() {
        for (grants, faults) in [
            (vec![], vec![]),
            (vec![("ruth", true, true), ("omar", true, false)], vec![]),
            (vec![("ruth", false, false), ("dana", false, false)], vec![]),
            (
                vec![("omar", true, false), ("ruth", false, true)],
                vec!["grants[1].opensDocuments needs_records"],
            ),
            (vec![("kim", true, false)], vec!["grants[0].userKey no_access"]),
            (
                vec![("dana", true, false)],
                vec!["grants[0].userKey not_outside_advisor"],
            ),
            (
                vec![("ruth", true, false), ("ruth", true, true)],
                vec!["grants[1].userKey duplicate"],
            ),
        ] {
            assert_eq!(check(&grants).1, faults, "{grants:?}");
        }
    }

    #[test]
    fn readers_see_the_reports_columns_or_all_columns_with_records() {
        let query = ReportQuery {
            select_columns: vec!["policyNumber".into(), "status".into()],
            ..ReportQuery::default()
        };
        let rows = Opens::default();
        let records = Opens {
            records: true,
            documents: false,
        };
        let keys = |opens: Opens| -> Option<Vec<_>> {
            let columns = opens.columns(&query, ReportType::AllPolicy)?;
            Some(columns.iter().map(|column| column.key).collect())
        };
        assert_eq!(keys(rows), Some(vec!["policyNumber", "status"]));
        assert!(rows.shown(&query, ReportType::AllPolicy).is_some());
        assert!(keys(records).is_some_and(|keys| keys.contains(&"deathBenefit")));
        assert_eq!(records.shown(&query, ReportType::AllPolicy), None);

        let broken = ReportQuery {
            select_columns: vec!["policyNumber".into(), "noSuchColumn".into()],
            ..ReportQuery::default()
        };
        let shown = rows
            .shown(&broken, ReportType::AllPolicy)
            .map(|shown| shown.columns().count());
        assert_eq!(
            (rows.columns(&broken, ReportType::AllPolicy), shown),
            (None, Some(0))
        );
    }

    #[test]
    fn grants_no_extra_access_by_default() {
        let opens = |records, documents| Opens { records, documents };
        assert_eq!(Opens::default(), opens(false, false));
        let (granted, _) = check(&[("ruth", true, false)]);
        assert_eq!(granted.get("ruth"), Some(&opens(true, false)));
        assert_eq!(granted.get("omar"), None);
        let old: ReportAccessInput = serde_json::from_str(r#"{"userKeys":["ruth"]}"#).unwrap_or_default();
        assert_eq!((old.user_keys.len(), old.grants.len()), (1, 0));
    }
}
