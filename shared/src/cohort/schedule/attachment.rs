//! Attachments of a schedule's emails: lists of contracts, or a book of business.

use super::ScheduleInput;
use crate::contact::ContactKind;
use crate::deliverable::{DeliverableKind, GroupBy, group_by};
use crate::problem::Findings;
use uuid::Uuid;

/// The book of business that a schedule attaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledBook {
    pub kind: DeliverableKind,
    pub template: Uuid,
    pub group_by: GroupBy,
}

impl ScheduledBook {
    /// Validates the book of a schedule. Returns `None` if the schedule attaches lists of contracts, or if there are
    /// errors. Codes: `not_for_this_kind`, `required`, `unknown_grouping`.
    pub(super) fn of(
        input: &ScheduleInput,
        contact_type: ContactKind,
        findings: &mut Findings,
    ) -> Option<Self> {
        let number = input.deliverable_type?;
        let kind = DeliverableKind::of_contact(contact_type).filter(|kind| kind.number() == number);
        if kind.is_none() {
            findings.fault(
                "deliverableType",
                "not_for_this_kind",
                "Choose a book of business for the contacts of this cohort.",
            );
        }
        if input.template_uuid.is_none() {
            findings.fault("templateUuid", "required", "Choose a template.");
        }
        let group_by = group_by(input.group_by.unwrap_or(GroupBy::None.number()))
            .map_err(|problems| findings.0.extend(problems))
            .ok();
        Some(Self {
            kind: kind?,
            template: input.template_uuid?,
            group_by: group_by?,
        })
    }

    /// Returns the book of a stored schedule. `None` if the numbers are unknown.
    pub fn stored(kind: u8, template: Uuid, group_by: u8) -> Option<Self> {
        Some(Self {
            kind: DeliverableKind::from_number(kind)?,
            template,
            group_by: GroupBy::from_number(group_by)?,
        })
    }
}
