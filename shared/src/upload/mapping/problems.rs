//! Validation of a mapping.

use super::{ColumnMapping, Mapping, Transform};
use crate::contact::ContactKind;
use crate::problem::Findings;
use crate::text::clean;
use crate::upload::target::{Field, MAX_CUSTOM_NAME, Target};
use crate::upload::upload_type::UploadType;
use std::collections::BTreeSet;

impl Mapping {
    /// Returns mapping errors that block a preview, and warnings. Field paths refer to the mapping.
    ///
    /// Codes: `no_name`, `control_character`, `taken_twice`, `not_for_kind`, `unknown_column` (a column is listed twice),
    /// `name_and_parts`, `place_and_parts`, `custom_name`, `too_long`, `transform_does_not_fit`. Warning:
    /// `tax_id_in_clear`.
    ///
    /// For contracts, see `problems_of_contracts`.
    pub fn problems(&self, upload_type: impl Into<UploadType>) -> Findings {
        let upload_type = upload_type.into();
        match (upload_type.contact_kind(), upload_type.line()) {
            (Some(kind), _) => self.problems_of_contacts(kind),
            (None, Some(line)) => self.problems_of_contracts(line),
            (None, None) => Findings::default(),
        }
    }

    fn problems_of_contacts(&self, kind: ContactKind) -> Findings {
        let mut findings = Findings::default();
        let mut columns = BTreeSet::new();
        let mut taken = BTreeSet::new();
        for (index, column) in self.columns.iter().enumerate() {
            let path = |part: &str| format!("columns[{index}].{part}");
            if !columns.insert(column.source_column) {
                findings.fault(
                    path("sourceColumn"),
                    "unknown_column",
                    "This column is mapped twice. Remove one of the mappings.",
                );
            }
            let Some(target) = &column.target else { continue };
            match target {
                Target::Field(field) if !field.is_for(kind) => findings.fault(
                    path("target"),
                    "not_for_kind",
                    format!("{}s have no {}.", capitalized(kind.noun()), field.label()),
                ),
                Target::Contract(field) => findings.fault(
                    path("target"),
                    "not_for_kind",
                    format!("{}s have no {}.", capitalized(kind.noun()), field.label()),
                ),
                Target::Custom(name) if name.trim().is_empty() || clean(name) != *name => {
                    findings.fault(
                        path("target"),
                        "custom_name",
                        "Enter a custom field name without extra spaces.",
                    );
                }
                Target::Custom(name) if name.chars().count() > MAX_CUSTOM_NAME => findings.fault(
                    path("target"),
                    "too_long",
                    format!("Enter a custom field name with up to {MAX_CUSTOM_NAME} characters."),
                ),
                _ => {}
            }
            if column.may_hold_unencrypted_tax_ids() {
                findings.warn(
                    path("target"),
                    "tax_id_in_clear",
                    format!(
                        "Tax IDs can only be imported as {}, which is encrypted. Rows with a tax ID in “{}” will be rejected.",
                        Field::TaxId.label(),
                        target.label()
                    ),
                );
            }
            if target.unique_key().is_some_and(|target| !taken.insert(target)) {
                findings.fault(
                    path("target"),
                    "taken_twice",
                    format!(
                        "Another column is already mapped to {}. Choose a different field.",
                        target.label()
                    ),
                );
            }
            if !Transform::choices(target).contains(&column.transform) {
                findings.fault(
                    path("transform"),
                    "transform_does_not_fit",
                    format!(
                        "{} does not support this conversion. Choose another one.",
                        target.label()
                    ),
                );
            }
        }
        self.check_names(kind, &mut findings);
        self.check_places(&mut findings);
        if self.match_keys.iter().any(|key| !key.is_for(kind)) {
            findings.fault(
                "matchKeys",
                "not_for_kind",
                "Only agents have an NPN. Choose another match key.",
            );
        }
        let keys = &self.match_keys;
        if (1..keys.len()).any(|place| keys[..place].contains(&keys[place])) {
            findings.fault("matchKeys", "taken_twice", "Choose each match key once.");
        }
        self.check_decisions(&mut findings);
        findings
    }

    /// Checks that decisions do not contradict each other, and that the database can store the mapping.
    fn check_decisions(&self, findings: &mut Findings) {
        let mut decided = BTreeSet::new();
        for (index, decision) in self.decisions.iter().enumerate() {
            if !decided.insert((decision.reason.code(), decision.row)) {
                findings.fault(
                    format!("decisions[{index}]"),
                    "taken_twice",
                    "There are two decisions about the same rows. Send one.",
                );
            }
        }
        // Without escaped backslashes, because a text may contain the characters of an escaped NUL.
        let json = serde_json::to_string(self).unwrap_or_default();
        if json.replace(r"\\", "").contains(r"\u0000") {
            findings.fault(
                "",
                "control_character",
                "The mapping contains a NUL character. Remove it.",
            );
        }
    }

    fn check_names(&self, kind: ContactKind, findings: &mut Findings) {
        let has = |field| self.column_of(field).is_some();
        let has_full_name = has(Field::FullName);
        if has_full_name
            && Field::ALL
                .iter()
                .any(|field| field.is_part_of_name() && has(*field))
        {
            findings.fault(
                "columns",
                "name_and_parts",
                "Map either the full name or its parts, not both.",
            );
        }
        let has_person = has(Field::FirstName) && has(Field::LastName);
        let has_organization = kind != ContactKind::Insured && has(Field::OrganizationName);
        if !has_full_name && !has_person && !has_organization {
            findings.fault(
                "columns",
                "no_name",
                "Map a column to the full name, or columns to the first and last name.",
            );
        }
    }

    fn check_places(&self, findings: &mut Findings) {
        let is_split = |column: &ColumnMapping| column.transform == Transform::SplitPlace;
        let has_part = [Field::State, Field::PostalCode]
            .iter()
            .any(|part| self.column_of(*part).is_some());
        if has_part && self.column_of(Field::City).is_some_and(is_split) {
            findings.fault(
                "columns",
                "place_and_parts",
                "The city column is split into city, state and ZIP code. Do not map state or ZIP code to other columns.",
            );
        }
    }
}

fn capitalized(noun: &str) -> String {
    let mut letters = noun.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}
