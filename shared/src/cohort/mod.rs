//! Cohorts: contacts that belong together, chosen one by one or found by a rule.

pub mod schedule;
mod why;

pub use why::{Reason, reasons};

use crate::contact::ContactKind;
use crate::list::{FilterValue, ListName, ListQuery, check};
use crate::problem::{FieldProblem, Findings};
use crate::text;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Contacts that a cohort has room for.
pub const MAX_CONTACTS: usize = 5_000;
/// Cohorts that one call counts: more than a screen shows.
pub const MAX_COUNTED: usize = 50;
const MAX_NAME_CHARS: usize = 80;
const MAX_DESCRIPTION_CHARS: usize = 500;

/// How it is known who is in a cohort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum CohortKind {
    /// The contacts that were added.
    Static,
    /// Whoever fits the filter now.
    Rule,
}

impl CohortKind {
    pub const ALL: [Self; 2] = [Self::Static, Self::Rule];

    /// What is stored and sent.
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

/// The kinds of contact that cohorts are made of, and what lists call them.
pub const CONTACT_TYPES: [(ContactKind, &str); 2] =
    [(ContactKind::Agent, "Agents"), (ContactKind::Owner, "Owners")];

/// A cohort as the viewer sees it.
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
    /// Of a rule, as in [`ListQuery::filter`]; empty otherwise.
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
    /// Null for a rule that was not asked now, or cannot be.
    pub contact_count: Option<i64>,
    pub created_by: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: Timestamp,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: Timestamp,
}

/// What adds a cohort. One by selection may have its first contacts at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewCohort {
    /// 1 to 80 characters, unlike the firm's other cohorts in more than case and accents.
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    /// 1 Agent, 2 Owner
    pub contact_type: ContactKind,
    pub kind: CohortKind,
    /// At least one condition for a rule, none otherwise.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
    #[serde(default)]
    pub contact_uuids: Vec<Uuid>,
    /// In place of `contactUuids`: every contact of this question.
    #[serde(default)]
    pub query: Option<ListQuery>,
}

/// What changes a cohort; its kind and whom it is of stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortInput {
    /// The version that was read.
    pub version: i32,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "FilterItem[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::list::FilterItem>))]
    pub filter: Vec<FilterValue>,
}

/// Whom to add or to remove: these contacts, or every contact of a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortContacts {
    /// Up to 5,000.
    pub contact_uuids: Vec<Uuid>,
    pub query: Option<ListQuery>,
}

/// Cohorts whose contacts are counted in one call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortsToCount {
    /// Up to 50.
    pub cohort_uuids: Vec<Uuid>,
}

/// How many contacts are in a cohort now, as far as the viewer sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortCount {
    pub uuid: Uuid,
    /// Null for a rule that cannot be asked.
    pub contact_count: Option<i64>,
}

/// What came of adding or removing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortChange {
    /// Who was added, or removed.
    pub contact_uuids: Vec<Uuid>,
    /// How many of those that were named were in the cohort already, or were not in it.
    pub unchanged_count: i64,
    pub cohort: Cohort,
}

/// A cohort that a contact is in, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Membership {
    pub cohort: Cohort,
    /// By selection: since when, and by whom.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub added_at: Option<Timestamp>,
    pub added_by: Option<String>,
    /// By rule: for each item of the filter the conditions that hold.
    pub reasons: Vec<Vec<Reason>>,
}

/// Name and description as they are kept, and what is at fault.
pub fn normalize(name: &str, description: Option<&str>) -> (String, Option<String>, Findings) {
    let mut findings = Findings::default();
    let name = text::clean(name);
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || name.contains('\0') {
        findings.fault("name", "length", "The name of a cohort has 1 to 80 characters.");
    }
    let description = findings.bounded_lines(description, "description", MAX_DESCRIPTION_CHARS);
    (name, description, findings)
}

/// The list that members are rows of; none for contacts that are in no cohort.
pub fn list_of(contact_type: ContactKind) -> Option<ListName> {
    let is_known = CONTACT_TYPES.iter().any(|(kind, _)| *kind == contact_type);
    is_known.then(|| ListName::of_contacts(contact_type))
}

/// Any day: what a day is relative to plays no part in whether a rule can be asked.
const ANY_DAY: Date = Date::constant(2000, 1, 1);

/// Everything that is at fault with whom a cohort is to hold.
pub fn rule_faults(kind: CohortKind, contact_type: ContactKind, filter: &[FilterValue]) -> Vec<FieldProblem> {
    let mut findings = Findings::default();
    let Some(list) = list_of(contact_type) else {
        findings.fault(
            "contactType",
            "not_a_choice",
            "A cohort is of agents or of owners.",
        );
        return findings.0;
    };
    match (kind, filter.is_empty()) {
        (CohortKind::Static, true) => Vec::new(),
        (CohortKind::Static, false) => {
            findings.fault(
                "filter",
                "not_for_this_kind",
                "Only a cohort by rule has a filter.",
            );
            findings.0
        }
        (CohortKind::Rule, true) => {
            findings.fault("filter", "required", "A rule has at least one condition.");
            findings.0
        }
        (CohortKind::Rule, false) => check(list, &rule_query(filter), ANY_DAY)
            .err()
            .unwrap_or_default(),
    }
}

/// The question that a rule asks.
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
            0 => findings.fault("cohortUuids", "required", "Say which cohorts."),
            count if count > MAX_COUNTED => {
                findings.fault("cohortUuids", "too_many", "Name 50 cohorts at most.");
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
            (None, 0) => findings.fault("contactUuids", "required", "Say which contacts."),
            (Some(_), 1..) => findings.fault(
                "query",
                "not_both",
                "Name the contacts or ask for them, not both.",
            ),
            (_, count) if count > MAX_CONTACTS => {
                findings.fault("contactUuids", "too_many", "Name 5,000 contacts at most.");
            }
            _ => {}
        }
        findings.0
    }
}

#[cfg(test)]
mod tests;
