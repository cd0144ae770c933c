//! Cohorts: groups of agents or owners, chosen individually or by a rule.

pub mod schedule;
mod why;

pub use why::{Reason, reasons};

use crate::contact::ContactKind;
use crate::list::{FilterValue, ListName, ListQuery, check};
use crate::money::format_count;
use crate::problem::{FieldProblem, Findings};
use crate::text;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Maximum number of contacts in a cohort.
pub const MAX_CONTACTS: usize = 5_000;
/// Returns the message for more than [`MAX_CONTACTS`] contacts, with advice on what to do.
pub fn too_many_contacts(advice: &str) -> String {
    let limit = format_count(i64::try_from(MAX_CONTACTS).ok());
    format!("A cohort can have up to {limit} contacts. {advice}")
}

/// Maximum number of cohorts per count request. A screen shows fewer.
pub const MAX_COUNTED: usize = 50;
const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 500;

/// How the members of a cohort are determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum CohortKind {
    /// Contacts that were added individually.
    Static,
    /// Contacts that currently match the filter.
    Rule,
}

impl CohortKind {
    pub const ALL: [Self; 2] = [Self::Static, Self::Rule];

    /// Returns the stable code used in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Static => "Static",
            Self::Rule => "Rule",
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::Static => "By selection",
            Self::Rule => "By rule",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// Kinds of contact that can be in a cohort, with their plural labels.
pub const CONTACT_TYPES: [(ContactKind, &str); 2] =
    [(ContactKind::Agent, "Agents"), (ContactKind::Owner, "Owners")];

/// A cohort, limited to the contacts that the user can see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cohort {
    pub uuid: Uuid,
    pub firm_id: i32,
    pub version: i32,
    pub name: String,
    pub description: Option<String>,
    /// 1 Agent, 2 Owner
    pub contact_type: ContactKind,
    pub kind: CohortKind,
    /// Filter of a rule-based cohort, as in [`ListQuery::filter`]. Empty for other cohorts.
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
    /// Null if the contacts of a rule were not counted, or if the rule is invalid.
    pub contact_count: Option<i64>,
    pub created_by: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: Timestamp,
}

/// A cohort with a page of its contacts and its schedules.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortDetails {
    #[serde(flatten)]
    pub cohort: Cohort,
    /// Contacts from `contactOffset` on, in the order of their list. `contactCount` is the number of all of them.
    pub contact_uuids: Vec<Uuid>,
    /// Schedules with their last and next send dates, by name.
    pub schedules: Vec<schedule::CohortSchedule>,
}

/// Request to add a cohort. A static cohort can include its first contacts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewCohort {
    /// Repeats the viewer's firm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number"))]
    pub firm_id: Option<i32>,
    /// 1 to 80 characters. Unique in the firm, ignoring case and accents.
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    /// 1 Agent, 2 Owner
    pub contact_type: ContactKind,
    pub kind: CohortKind,
    /// At least one condition for a rule, otherwise empty.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
    #[serde(default)]
    pub contact_uuids: Vec<Uuid>,
    /// Adds every contact of this query. Excludes `contactUuids`.
    #[serde(default)]
    pub query: Option<ListQuery>,
}

/// Request to change a cohort. The kind and the contact type cannot change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortInput {
    /// Repeats the viewer's firm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number"))]
    pub firm_id: Option<i32>,
    /// Repeats the cohort of the path. Also accepted as `cohortUuid`.
    #[serde(default, alias = "cohortUuid", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub uuid: Option<Uuid>,
    /// Version of the record that the form loaded.
    pub version: i32,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
}

/// Contacts to add to a cohort or to remove from it, either by uuid or by query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortContacts {
    /// Repeats the viewer's firm.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number"))]
    pub firm_id: Option<i32>,
    /// Repeats the cohort of the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub cohort_uuid: Option<Uuid>,
    /// At most 5,000.
    pub contact_uuids: Vec<Uuid>,
    pub query: Option<ListQuery>,
}

/// Request to count the contacts of several cohorts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortsToCount {
    /// At most 50.
    pub cohort_uuids: Vec<Uuid>,
}

/// Current number of contacts in a cohort that the user can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortCount {
    pub uuid: Uuid,
    /// Null if the rule is invalid.
    pub contact_count: Option<i64>,
}

/// Result of adding or removing contacts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortChange {
    /// Contacts that were added or removed.
    pub contact_uuids: Vec<Uuid>,
    /// Number of requested contacts that needed no change: already in the cohort when adding, or not in it
    /// when removing.
    pub unchanged_count: i64,
    pub cohort: Cohort,
}

/// A cohort that a contact belongs to, and the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Membership {
    pub cohort: Cohort,
    /// Static cohorts only: when and by whom the contact was added.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub added_at: Option<Timestamp>,
    pub added_by: Option<String>,
    /// Rule-based cohorts only: for each filter item, the conditions that the contact meets.
    pub reasons: Vec<Vec<Reason>>,
}

/// Returns the name and the description in stored form, and their validation errors.
pub fn normalize(name: &str, description: Option<&str>) -> (String, Option<String>, Findings) {
    let mut findings = Findings::default();
    let name = text::clean(name);
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || name.contains('\0') {
        findings.fault("name", "length", "Enter a name (up to 80 characters).");
    }
    let description = findings.bounded_lines(description, "description", MAX_DESCRIPTION_CHARS);
    (name, description, findings)
}

/// Returns the list that shows the members of a cohort. `None` if cohorts cannot hold this kind of contact.
pub fn list_of(contact_type: ContactKind) -> Option<ListName> {
    let is_known = CONTACT_TYPES.iter().any(|(kind, _)| *kind == contact_type);
    is_known.then(|| ListName::of_contacts(contact_type))
}

/// Placeholder for today. The validity of a rule does not depend on the date.
const ANY_DAY: Date = Date::constant(2000, 1, 1);

/// Returns the validation errors of a cohort's kind, contact type and filter.
pub fn rule_faults(kind: CohortKind, contact_type: ContactKind, filter: &[FilterValue]) -> Vec<FieldProblem> {
    let mut findings = Findings::default();
    let Some(list) = list_of(contact_type) else {
        findings.fault("contactType", "not_a_choice", "Choose agents or owners.");
        return findings.0;
    };
    match (kind, filter.is_empty()) {
        (CohortKind::Static, true) => Vec::new(),
        (CohortKind::Static, false) => {
            findings.fault(
                "filter",
                "not_for_this_kind",
                "Only a rule-based cohort can have a filter.",
            );
            findings.0
        }
        (CohortKind::Rule, true) => {
            findings.fault("filter", "required", "Add at least one condition.");
            findings.0
        }
        (CohortKind::Rule, false) => check(list, &rule_query(filter), ANY_DAY)
            .err()
            .unwrap_or_default(),
    }
}

/// Returns the list query for a rule.
pub fn rule_query(filter: &[FilterValue]) -> ListQuery {
    ListQuery {
        filter: filter.to_vec(),
        ..ListQuery::default()
    }
}

impl CohortsToCount {
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        match self.cohort_uuids.len() {
            0 => findings.fault("cohortUuids", "required", "Choose at least one cohort."),
            count if count > MAX_COUNTED => {
                findings.fault("cohortUuids", "too_many", "Choose up to 50 cohorts.");
            }
            _ => {}
        }
        findings.0
    }
}

impl CohortContacts {
    pub fn faults(&self) -> Vec<FieldProblem> {
        let mut findings = Findings::default();
        match (&self.query, self.contact_uuids.len()) {
            (None, 0) => findings.fault("contactUuids", "required", "Choose at least one contact."),
            (Some(_), 1..) => {
                findings.fault("query", "not_both", "Send either contacts or a query, not both.");
            }
            (_, count) if count > MAX_CONTACTS => {
                findings.fault("contactUuids", "too_many", too_many_contacts("Select fewer."));
            }
            _ => {}
        }
        findings.0
    }
}

#[cfg(test)]
mod tests;
