//! Where a page ended, so that the next one starts there by key instead of counting rows.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The last row of a page. Opaque to clients; worth nothing outside the viewer's own rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// Rows up to and including the last row of the page.
    #[serde(rename = "n")]
    pub rows: u64,
    /// All rows of the question when it was first asked.
    #[serde(rename = "t")]
    pub total: i64,
    /// The row's sort values as text, in sort order.
    #[serde(rename = "k")]
    pub key: Vec<String>,
    #[serde(rename = "u")]
    pub uuid: Uuid,
}

impl Cursor {
    /// The text that clients send back.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// None when the text is not a cursor.
    pub fn decode(text: &str) -> Option<Self> {
        if text.len() > MAX_BYTES {
            return None;
        }
        serde_json::from_str(text).ok()
    }
}

/// A longer text is not a cursor.
const MAX_BYTES: usize = 4_000;
