//! Stored uploads: state, progress and result.

use super::mapping::{Mapping, Mode};
use super::preview::{Counts, PreviewLimit, RowOutcome};
use super::reading::{Reading, ReadingChoice};
use super::upload_type::UploadType;
use crate::vocabulary::coded;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

coded! {
    /// State of an upload.
    UploadState {
        Mapping = "Mapping", "Not mapped";
        Preview = "Preview", "Previewed";
        /// The firm's records changed after the preview. Nothing was imported.
        CountsChanged = "CountsChanged", "Needs review";
        Submitted = "Submitted", "Importing";
        Done = "Done", "Imported";
        Failed = "Failed", "Failed";
        Undoing = "Undoing", "Undoing";
        Undone = "Undone", "Undone";
    }
}

impl UploadState {
    /// Returns whether the mapping can still be changed.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            Self::Mapping | Self::Preview | Self::CountsChanged | Self::Failed
        )
    }

    /// Returns whether an import or undo is running.
    pub fn is_working(self) -> bool {
        matches!(self, Self::Submitted | Self::Undoing)
    }
}

impl Serialize for UploadState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for UploadState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::from_code(&code).ok_or_else(|| serde::de::Error::custom(format!("unknown upload state {code}")))
    }
}

#[cfg(feature = "openapi")]
fn state_schema() -> utoipa::openapi::schema::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .enum_values(Some(UploadState::ALL.iter().map(|state| state.code())))
        .build()
}

/// Number of processed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Progress {
    pub done: i64,
    pub total: i64,
}

/// Why an import failed. Nothing was imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadError {
    /// Stable snake-case code.
    pub code: String,
    pub message: String,
}

/// An upload in the firm's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Upload {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub storage_guid: Uuid,
    pub upload_type: UploadType,
    pub file_name: String,
    pub size_bytes: i64,
    #[cfg_attr(
        feature = "ts",
        tsify(
            type = "'Mapping' | 'Preview' | 'CountsChanged' | 'Submitted' | 'Done' | 'Failed' | 'Undoing' | 'Undone'"
        )
    )]
    #[cfg_attr(feature = "openapi", schema(schema_with = state_schema))]
    pub state: UploadState,
    pub mode: Mode,
    /// Counts of the last preview, or of the import once it is done.
    pub counts: Option<Counts>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub cohort_uuid: Option<Uuid>,
    /// Set while an import or undo is running.
    pub progress: Option<Progress>,
    pub error: Option<UploadError>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: Timestamp,
    /// Name of the user.
    pub created_by: String,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub submitted_at: Option<Timestamp>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub finished_at: Option<Timestamp>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub undone_at: Option<Timestamp>,
    /// End of the undo period. Null if there is nothing to undo.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub undo_until: Option<Timestamp>,
    /// Number of records that the undo did not fully restore.
    pub conflict_count: Option<i64>,
}

/// A stored file with detected settings and a suggested mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadStart {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub storage_guid: Uuid,
    pub reading: Reading,
    pub mapping: Mapping,
    /// Names of the firm's custom fields.
    pub custom_fields: Vec<String>,
}

/// All data needed to continue an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadDetails {
    pub upload: Upload,
    pub reading: Reading,
    pub mapping: Mapping,
    /// Names of the firm's custom fields.
    pub custom_fields: Vec<String>,
    /// The first 200 conflicts of the undo.
    pub conflicts: Vec<Conflict>,
    /// The first 200 existing records that the import changed. Empty unless the import is done.
    pub updated: Vec<UpdatedRecord>,
}

/// An existing contact or contract that an import changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UpdatedRecord {
    /// Of the contact or contract
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub record_uuid: Uuid,
    pub display_name: String,
}

/// A contact or contract that the undo did not fully restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// Of the contact or contract
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub record_uuid: Uuid,
    pub display_name: String,
    /// Fields that were changed after the import.
    pub fields: Vec<String>,
    /// Why the contact was not restored at all: `changed`, `attached` or `deleted`.
    pub reason: Option<String>,
}

/// Request to start an import. It fails if the counts no longer match the preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SubmitRequest {
    pub counts: Counts,
}

/// The user's settings for reading a file. All other settings are detected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadingRequest {
    pub choices: Vec<ReadingChoice>,
}

/// Request for a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRequest {
    /// Null keeps the current settings.
    #[serde(default)]
    pub reading: Option<Reading>,
    pub mapping: Mapping,
    #[serde(default)]
    pub limit: PreviewLimit,
    /// Limits the rows to one outcome.
    #[serde(default)]
    pub outcome: Option<RowOutcome>,
    /// Keeps the outcomes of the last preview if it had the same mapping. Otherwise all rows are matched again.
    #[serde(default)]
    pub is_page: bool,
}
