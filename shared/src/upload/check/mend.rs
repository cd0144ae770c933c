//! Applies the repairs of a mapping to one row.

use super::fill::Draft;
use super::{Check, RowFault};
use crate::contact::address::suggested_zip_code;
use crate::contact::field::ValueMut;
use crate::contact::{custom, state};
use crate::problem::Findings;
use crate::upload::repair::RepairKind;
use crate::upload::scientific;
use crate::upload::target::Field;

impl Check {
    /// Applies the chosen repairs to unreadable cells and reports cells without a repair as faults. Returns
    /// true if the row must be skipped.
    pub(super) fn repair_unreadable_cells(&self, draft: &mut Draft) -> bool {
        let mut is_skipped = false;
        for (fault, cell) in std::mem::take(&mut draft.unread) {
            match self.repair_of(&fault.code, &fault.field) {
                Some(RepairKind::Clear) => {}
                Some(RepairKind::MoveToNotes) => draft.add_note(Some(label_of(&fault)), &cell),
                Some(RepairKind::Cut) => {
                    if let Some(name) = fault.field.strip_prefix("custom.") {
                        let cut = cut(&cell, custom::MAX_VALUE);
                        draft.custom.insert(name.into(), cut);
                    }
                }
                Some(RepairKind::SkipRows) => {
                    is_skipped = true;
                    draft.faults.push(fault);
                }
                _ => draft.faults.push(fault),
            }
        }
        is_skipped
    }

    /// Repairs validation findings. Returns true if a value changed.
    pub(super) fn repair_findings(
        &self,
        draft: &mut Draft,
        findings: &Findings,
        is_skipped: &mut bool,
    ) -> bool {
        let mut was_mended = false;
        for finding in &findings.0 {
            let Some(kind) = self.repair_of(&finding.code, &finding.field) else {
                continue;
            };
            if kind == RepairKind::SkipRows {
                *is_skipped = true;
                continue;
            }
            if let Some(field) = Field::from_path(&finding.field) {
                was_mended |= apply(kind, field, draft);
            }
        }
        was_mended
    }
}

fn label_of(fault: &RowFault) -> &str {
    match Field::from_path(&fault.field) {
        Some(field) => field.label(),
        None => fault.field.strip_prefix("custom.").unwrap_or(&fault.field),
    }
}

fn cut(text: &str, max: usize) -> String {
    text.chars().take(max).collect::<String>().trim_end().into()
}

/// Applies a repair to a field. Returns true if the value changed.
fn apply(kind: RepairKind, field: Field, draft: &mut Draft) -> bool {
    if kind == RepairKind::TakeAsOrganization {
        return take_as_organization(draft);
    }
    let state = draft.person.address.state.as_deref().and_then(state::code);
    let Some(slot) = field.text_mut(&mut draft.person) else {
        return clear_day(kind, field, draft);
    };
    let Some(value) = slot.take() else { return false };
    let note = (kind == RepairKind::MoveToNotes && field != Field::Notes).then(|| value.clone());
    *slot = match kind {
        RepairKind::PadZip => suggested_zip_code(&value, state).or(Some(value)),
        RepairKind::KeepDigits => kept_digits(value),
        RepairKind::Cut => Some(cut(&value, field.rule().max_length())),
        _ => None,
    };
    if let Some(note) = note {
        draft.add_note(Some(field.label()), &note);
    }
    true
}

/// Removes all characters except digits. Keeps decimal numbers unchanged, because they are not identifiers.
fn kept_digits(value: String) -> Option<String> {
    let is_decimal = value.split_once('.').is_some_and(|(whole, fraction)| {
        [whole, fraction]
            .iter()
            .all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    });
    if is_decimal || scientific::is_number(&value) {
        return Some(value);
    }
    Some(value.chars().filter(char::is_ascii_digit).collect()).filter(|digits: &String| !digits.is_empty())
}

/// Clears a date field, or moves the date to the notes.
fn clear_day(kind: RepairKind, field: Field, draft: &mut Draft) -> bool {
    let Some(ValueMut::Date(date)) = field.value_mut(&mut draft.person) else {
        return false;
    };
    let Some(day) = date.take() else { return false };
    if kind == RepairKind::MoveToNotes {
        draft.add_note(Some(field.label()), &crate::date::format(day));
    }
    true
}

fn take_as_organization(draft: &mut Draft) -> bool {
    let person = &mut draft.person;
    let Some(name) = person.last_name.take().or_else(|| person.first_name.take()) else {
        return false;
    };
    person.organization_name.get_or_insert(name);
    if person.owner_type == Some(1) {
        person.owner_type = None;
    }
    true
}
