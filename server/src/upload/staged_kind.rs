//! Staging interface shared by contact and contract rows.

use super::open::Source;
use super::owner::Owner;
use crate::book::Seal;
use crate::db::copy::{Json, Row};
use crate::error::ApiResult;
use csv::StringRecord;
use serde_json::Value;
use shared::contact::validate::Context;
use shared::upload::groups::FaultGroups;
use shared::upload::mapping::Mapping;
use shared::upload::profile::Profile;
use shared::upload::reading::Reading;

/// A file to stage, with its reading options and mapping.
pub struct Order {
    pub owner: Owner,
    pub file: Source,
    pub reading: Reading,
    pub mapping: Mapping,
    pub context: Context,
    /// Hash of everything that affects the rows: `stage::key`.
    pub key: Vec<u8>,
}

/// The staged rows of contacts or of contracts. They are copied into the table of [`Row`], then into the stored one.
pub trait StagedKind: Row + Sized + Send + 'static {
    const STAGED: &'static str;
    /// Kind of contact or line of business.
    type Kind: Copy + Send + 'static;
    type Check;

    /// Returns the rules for the rows of a file with this profile.
    fn check(kind: Self::Kind, order: &Order, profile: &Profile) -> Self::Check;

    /// Validates a row and counts its faults. Returns `None` if the row is blank.
    ///
    /// # Errors
    /// Returns an error if a tax ID cannot be encrypted.
    fn read(
        check: &Self::Check,
        owner: Owner,
        row: (u32, &StringRecord),
        seal: Seal<'_>,
        groups: &mut FaultGroups,
    ) -> ApiResult<Option<Self>>;
}

/// Writes a value as JSON without NUL characters, which PostgreSQL cannot store.
pub fn storable_json(value: &impl serde::Serialize) -> anyhow::Result<Json> {
    let text = serde_json::to_string(value)?;
    if !text.contains("\\u0000") {
        return Ok(Json(text.into()));
    }
    let mut value: Value = serde_json::from_str(&text)?;
    strip_nul(&mut value);
    Ok(Json(value.to_string().into()))
}

fn strip_nul(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|c| c != '\0'),
        Value::Array(values) => values.iter_mut().for_each(strip_nul),
        Value::Object(fields) => fields.values_mut().for_each(strip_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
