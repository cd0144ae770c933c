//! The steps of an upload, as a state machine: the page shows its state, and the server judges a submit by it.

use super::mapping::Mapping;
use super::preview::{Counts, PreviewLimit};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Choosing a file, mapping its columns, looking at what it would do.
pub const STEPS: [&str; 3] = ["Upload", "Map", "Preview"];

/// Why a file was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FileRefusal {
    /// Stable snake-case code.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// Where an upload stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Wizard {
    /// Place in [`STEPS`].
    pub step: u8,
    pub file_error: Option<FileRefusal>,
    /// The stored file; none while it is on its way.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub storage_guid: Option<Uuid>,
    pub mapping: Option<Mapping>,
    /// What the browser suggested from the first rows; only while the file is on its way.
    pub suggested: Option<Mapping>,
    /// What the mapping was last previewed to do; none while it is being changed.
    pub previewed: Option<Counts>,
    pub limit: PreviewLimit,
}

/// What happens to an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "type")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub enum WizardEvent {
    /// The first rows were read where the file is, before it has arrived; or read again in another way.
    Read {
        mapping: Mapping,
    },
    /// A person chose something of the mapping.
    MappingChanged {
        mapping: Mapping,
    },
    /// The file is stored and its columns are known. What was chosen meanwhile stays.
    Uploaded {
        #[cfg_attr(feature = "ts", tsify(type = "string"))]
        storage_guid: Uuid,
        mapping: Mapping,
    },
    FileRefused {
        error: FileRefusal,
    },
    /// The mapping was taken and previewed.
    MappingSaved {
        mapping: Mapping,
        counts: Counts,
    },
    /// Another page of the preview, or the same after a repair or an answer.
    Paged {
        mapping: Mapping,
        counts: Counts,
        limit: PreviewLimit,
    },
    Back,
    Clear,
    Submitted,
}

impl Wizard {
    /// What follows from an event. One that does not belong to the step changes nothing.
    #[must_use]
    pub fn apply(self, event: WizardEvent) -> Self {
        match (self.step, event) {
            (_, WizardEvent::FileRefused { error }) => Self {
                file_error: Some(error),
                ..Self::default()
            },
            (step, WizardEvent::Read { mapping }) if step == 0 || self.is_on_its_way() => Self {
                step: 1,
                mapping: Some(mapping.clone()),
                suggested: Some(mapping),
                ..Self::default()
            },
            (
                step,
                WizardEvent::Uploaded {
                    storage_guid,
                    mapping,
                },
            ) if step == 0 || self.is_on_its_way() => Self {
                step: 1,
                storage_guid: Some(storage_guid),
                mapping: Some(match (self.suggested, self.mapping) {
                    (Some(shown), Some(chosen)) => mapping.with_choices(&shown, &chosen),
                    _ => mapping,
                }),
                ..Self::default()
            },
            (1, WizardEvent::MappingChanged { mapping }) => Self {
                mapping: Some(mapping),
                ..self
            },
            (1, WizardEvent::MappingSaved { mapping, counts }) if self.storage_guid.is_some() => Self {
                step: 2,
                mapping: Some(mapping),
                previewed: Some(counts),
                limit: PreviewLimit::default(),
                ..self
            },
            (
                2,
                WizardEvent::Paged {
                    mapping,
                    counts,
                    limit,
                },
            ) => Self {
                mapping: Some(mapping),
                previewed: Some(counts),
                limit,
                ..self
            },
            (2, WizardEvent::Back) => Self {
                step: 1,
                previewed: None,
                limit: PreviewLimit::default(),
                ..self
            },
            (_, WizardEvent::Back) => Self {
                step: self.step.saturating_sub(1),
                ..self
            },
            (_, WizardEvent::Clear) => Self::default(),
            (_, WizardEvent::Submitted) if self.can_submit() => Self::default(),
            _ => self,
        }
    }

    /// An upload that was begun before, or elsewhere: no later than what is known of it allows.
    pub fn resumed(
        step: u8,
        storage_guid: Uuid,
        mapping: Option<Mapping>,
        previewed: Option<Counts>,
    ) -> Self {
        let last = match (&mapping, &previewed) {
            (None, _) => 0,
            (Some(_), None) => 1,
            (Some(_), Some(_)) => 2,
        };
        let step = step.min(last);
        Self {
            step,
            storage_guid: mapping.is_some().then_some(storage_guid),
            mapping,
            previewed: previewed.filter(|_| step == 2),
            ..Self::default()
        }
    }

    /// Whether the columns are being mapped while the file is not stored yet.
    fn is_on_its_way(&self) -> bool {
        self.step == 1 && self.storage_guid.is_none()
    }

    /// Whether the stored mapping can be submitted: it was previewed, and a row would be taken.
    pub fn can_submit(&self) -> bool {
        let takes_rows = |counts: &Counts| counts.new + counts.update > 0;
        self.step == 2 && self.mapping.is_some() && self.previewed.as_ref().is_some_and(takes_rows)
    }
}

#[cfg(test)]
mod tests;
