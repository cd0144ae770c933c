//! Medical requests, their letters and documents. The contents are encrypted with the medical key.

pub mod document;
pub mod due;
pub mod history;
pub mod letter;
pub mod open_requests;
pub mod readers;
pub mod request;

use crate::crypto::{Place, Sealer, UnopenedValue};
use crate::error::{ApiError, ApiResult};
use uuid::Uuid;

/// An encrypted text with the id of its key, as stored.
pub struct SealedText {
    pub cipher: Vec<u8>,
    pub key_id: i16,
}

/// Encrypts a text for a field of a record.
///
/// # Errors
/// Returns `ApiError::Internal` if the system provides no random bytes.
pub fn seal(
    sealer: &Sealer,
    (firm_id, record): (i32, Uuid),
    field: &'static str,
    text: &str,
) -> ApiResult<SealedText> {
    let place = Place {
        firm_id,
        record,
        field,
    };
    Ok(SealedText {
        cipher: sealer.seal_text(place, text)?,
        key_id: sealer.keys().current_id(),
    })
}

/// Decrypts a text of a record.
///
/// # Errors
/// Returns `ApiError::Refused` if the key is missing or the value is damaged.
fn open(
    sealer: &Sealer,
    (firm_id, record): (i32, Uuid),
    field: &'static str,
    cipher: &[u8],
) -> ApiResult<String> {
    let place = Place {
        firm_id,
        record,
        field,
    };
    sealer.open(place, cipher).map_err(|error| {
        tracing::error!(%error, field, %record, "failed to decrypt medical data");
        let (code, message) = match error {
            UnopenedValue::NoKey(_) => (
                "sealing_key_missing",
                "The medical data cannot be decrypted, because its key is missing. Contact your administrator.",
            ),
            UnopenedValue::Damaged => (
                "sealed_value_damaged",
                "The stored medical data is damaged. Contact your administrator.",
            ),
        };
        ApiError::Refused {
            code,
            message: message.into(),
        }
    })
}
