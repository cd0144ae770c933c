//! Validation of the mapping of a file of contracts.

use super::ContractField;
use crate::contract::Line;
use crate::problem::Findings;
use crate::upload::mapping::{Mapping, Transform};
use crate::upload::target::Target;
use std::collections::BTreeSet;

impl Mapping {
    /// Returns mapping errors that block a preview. Codes: `no_number`, `taken_twice`, `not_for_kind`, `unknown_column` and
    /// `transform_does_not_fit`.
    pub(in crate::upload) fn problems_of_contracts(&self, line: Line) -> Findings {
        let mut findings = Findings::default();
        let (mut columns, mut taken) = (BTreeSet::new(), BTreeSet::new());
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
            let field = match target {
                Target::Contract(field) if field.is_for(line) => *field,
                _ => {
                    findings.fault(
                        path("target"),
                        "not_for_kind",
                        format!(
                            "{} cannot be imported here. Choose a different field.",
                            target.label()
                        ),
                    );
                    continue;
                }
            };
            if !taken.insert(field.code()) {
                findings.fault(
                    path("target"),
                    "taken_twice",
                    format!(
                        "Another column is already mapped to {}. Choose a different field.",
                        field.label()
                    ),
                );
            }
            if !Transform::choices(target).contains(&column.transform) {
                findings.fault(
                    path("transform"),
                    "transform_does_not_fit",
                    format!(
                        "{} does not support this conversion. Choose another one.",
                        field.label()
                    ),
                );
            }
        }
        if !ContractField::all(line).any(|field| field.is_number() && taken.contains(field.code())) {
            let number = match line {
                Line::Life => "policy number",
                Line::Annuity => "contract number",
            };
            findings.fault("columns", "no_number", format!("Map a column to the {number}."));
        }
        if !self.match_keys.is_empty() {
            findings.fault(
                "matchKeys",
                "not_for_kind",
                "Contracts are matched by number and carrier. Send no match keys.",
            );
        }
        findings
    }
}
