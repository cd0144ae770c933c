//! State machine of the upload wizard. The page renders its state.

use super::mapping::Mapping;
use super::preview::{Counts, PreviewLimit};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Labels of the steps.
pub const STEPS: [&str; 3] = ["Upload", "Map", "Preview"];

/// Why a file was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FileRefusal {
    /// Stable snake-case code.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// State of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Wizard {
    /// Index in [`STEPS`].
    pub step: u8,
    pub file_error: Option<FileRefusal>,
    /// The stored file. Null while it is uploading.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub storage_guid: Option<Uuid>,
    pub mapping: Option<Mapping>,
    /// The browser's suggestion from the first rows. Set only while the file is uploading.
    pub suggested: Option<Mapping>,
    /// Counts of the last preview. Null while the mapping is edited.
    pub previewed: Option<Counts>,
    pub limit: PreviewLimit,
}

/// An event of the wizard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "type")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub enum WizardEvent {
    /// The browser read the first rows before the upload finished, or read them again with other settings.
    Read {
        mapping: Mapping,
    },
    /// The user changed the mapping.
    MappingChanged {
        mapping: Mapping,
    },
    /// The file is stored and analyzed. Choices made during the upload are kept.
    Uploaded {
        #[cfg_attr(feature = "ts", tsify(type = "string"))]
        storage_guid: Uuid,
        mapping: Mapping,
    },
    FileRefused {
        error: FileRefusal,
    },
    /// The mapping was saved and previewed.
    MappingSaved {
        mapping: Mapping,
        counts: Counts,
    },
    /// Another preview page was loaded, or the same one after a repair or answer.
    Paged {
        mapping: Mapping,
        counts: Counts,
        limit: PreviewLimit,
    },
    Back,
    Clear,
    /// The server accepted the import.
    Submitted,
}

impl Wizard {
    /// Applies an event. Ignores events that do not belong to the current step.
    #[must_use]
    pub fn apply(self, event: WizardEvent) -> Self {
        match (self.step, event) {
            (_, WizardEvent::FileRefused { error }) => Self {
                file_error: Some(error),
                ..Self::default()
            },
            (step, WizardEvent::Read { mapping }) if step == 0 || self.is_uploading() => Self {
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
            ) if step == 0 || self.is_uploading() => Self {
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
            (2, WizardEvent::Submitted) => Self::default(),
            _ => self,
        }
    }

    /// Restores an earlier upload at the given step, or at the last step that its data allows.
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

    /// Returns whether the columns are mapped while the file is still uploading.
    fn is_uploading(&self) -> bool {
        self.step == 1 && self.storage_guid.is_none()
    }
}

#[cfg(test)]
mod tests;
