//! Templates and default texts that staff maintain for all firms.

use crate::vocabulary::coded;
use serde::{Deserialize, Serialize};

/// Request to retire a template, or to offer it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RetirementInput {
    pub is_retired: bool,
    /// The version last read
    pub version: i32,
}

coded! {
    /// Kind of change that staff can make for all firms.
    PlatformAction {
        AddTemplate = "addTemplate", "Added the template";
        ChangeTemplate = "changeTemplate", "Changed the template";
        RetireTemplate = "retireTemplate", "Retired the template";
        RestoreTemplate = "restoreTemplate", "Offered the template again";
        EditText = "editText", "Edited the default text";
        RevertText = "revertText", "Reverted the default text";
    }
}

/// A change that staff made for all firms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlatformChange {
    pub id: i64,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub at: jiff::Timestamp,
    /// Name of the staff member
    pub changed_by: String,
    /// What was done, such as `Changed the template`
    pub action: String,
    /// Name of the template or text
    pub about: String,
}
