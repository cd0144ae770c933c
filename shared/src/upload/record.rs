//! An upload as it is kept: what it is of, how far it is, and what came of it.

use super::mapping::{Mapping, Mode};
use super::preview::{Counts, PreviewLimit};
use super::reading::{Reading, ReadingChoice};
use crate::contact::ContactKind;
use crate::vocabulary::coded;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// How long an import can be taken back.
pub const UNDO_DAYS: i64 = 30;

coded! {
    /// How far an upload is.
    UploadState {
        Mapping = "Mapping", "Columns to be mapped";
        Preview = "Preview", "Previewed";
        /// The firm's book changed since the preview, and nothing was written.
        CountsChanged = "CountsChanged", "To be looked at again";
        Submitted = "Submitted", "Being imported";
        Done = "Done", "Imported";
        Failed = "Failed", "Failed";
        Undoing = "Undoing", "Being taken back";
        Undone = "Undone", "Taken back";
    }
}

impl UploadState {
    /// Whether its mapping can still be changed.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            Self::Mapping | Self::Preview | Self::CountsChanged | Self::Failed
        )
    }

    /// Whether the server is at work on it.
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
        Self::from_code(&code).ok_or_else(|| serde::de::Error::custom(format!("there is no state {code}")))
    }
}

/// So many of so many rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Progress {
    pub done: i64,
    pub total: i64,
}

/// Why an import ended without having written anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadError {
    /// Stable, in snake case.
    pub code: String,
    pub message: String,
}

/// One upload of the firm, as their list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Upload {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub storage_guid: Uuid,
    pub upload_type: ContactKind,
    pub file_name: String,
    pub size_bytes: i64,
    #[cfg_attr(
        feature = "ts",
        tsify(
            type = "'Mapping' | 'Preview' | 'CountsChanged' | 'Submitted' | 'Done' | 'Failed' | 'Undoing' | 'Undone'"
        )
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub state: UploadState,
    pub mode: Mode,
    /// As previewed last; what the import did, once it is done.
    pub counts: Option<Counts>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub cohort_uuid: Option<Uuid>,
    /// While the server is at work on it.
    pub progress: Option<Progress>,
    pub error: Option<UploadError>,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: Timestamp,
    /// By name.
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
    /// Until when it can be taken back; none where there is nothing to take back.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub undo_until: Option<Timestamp>,
    /// Contacts of which something stayed when it was taken back.
    pub conflict_count: Option<i64>,
}

/// A file that was stored, and what it seems to hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadStart {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub storage_guid: Uuid,
    pub reading: Reading,
    pub mapping: Mapping,
    /// Names of the firm's own fields.
    pub custom_fields: Vec<String>,
}

/// Everything that a page needs to go on with an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadDetails {
    pub upload: Upload,
    pub reading: Reading,
    pub mapping: Mapping,
    /// Names of the firm's own fields.
    pub custom_fields: Vec<String>,
    /// What stayed when the import was taken back, the first 200.
    pub conflicts: Vec<Conflict>,
}

/// A contact of which something stayed when the import was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conflict {
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub contact_uuid: Uuid,
    pub display_name: String,
    /// Fields that somebody changed since.
    pub fields: Vec<String>,
    /// Why the whole contact stayed: `changed`, `attached`, `deleted`.
    pub reason: Option<String>,
}

/// What is to be done exactly as it was previewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SubmitRequest {
    pub counts: Counts,
}

/// What a person chose about how a file is read; what is not chosen is detected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadingRequest {
    pub choices: Vec<ReadingChoice>,
}

/// What an upload would do, asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRequest {
    /// None leaves the file read as it was.
    #[serde(default)]
    pub reading: Option<Reading>,
    pub mapping: Mapping,
    #[serde(default)]
    pub limit: PreviewLimit,
}
