//! Deliveries of events: states, retries and signatures.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Number of failed attempts after which a delivery is abandoned.
pub const MAX_ATTEMPTS: i16 = 8;
/// Period after a rotation in which the previous secret also signs.
pub const SECRET_OVERLAP: SignedDuration = SignedDuration::from_hours(24);
/// Header with the time and the signatures of a request.
pub const SIGNATURE_HEADER: &str = "firmbook-signature";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WebhookDeliveryState {
    /// The first attempt or a retry is due
    Waiting,
    /// The webhook answered with a status from 200 to 299
    Delivered,
    /// All attempts failed, or the webhook was inactive
    Failed,
}

/// A delivery of an event, as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookDelivery {
    pub uuid: Uuid,
    /// The `id` in the body. Same for replays
    pub event_id: Uuid,
    /// Name of the event, such as `contact.updated`
    pub event: String,
    pub state: WebhookDeliveryState,
    pub attempts: i16,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    /// When a waiting delivery is attempted again. Null before the first attempt
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub next_attempt_at: Option<jiff::Timestamp>,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub delivered_at: Option<jiff::Timestamp>,
    /// Status of the last response. Null if there was none
    pub last_status: Option<i16>,
    /// Why the last attempt failed
    pub last_error: Option<String>,
    /// Whether the delivery repeats an earlier one
    pub is_replay: bool,
}

/// Returns the delay after a failed attempt, or `None` after the last one. `attempts` includes the failed one.
pub fn pause_after(attempts: i16) -> Option<SignedDuration> {
    const MINUTES: [i64; MAX_ATTEMPTS as usize - 1] = [1, 5, 30, 120, 360, 720, 1_440];
    let index = usize::try_from(attempts.checked_sub(1)?).ok()?;
    let minutes = MINUTES.get(index)?;
    Some(SignedDuration::from_mins(*minutes))
}

/// Returns the content to sign: the timestamp and the body.
pub fn signed_content(unix_seconds: i64, body: &str) -> String {
    format!("{unix_seconds}.{body}")
}

/// Returns the value of the [`SIGNATURE_HEADER`] header. `signatures` are HMAC-SHA256 values in hexadecimal,
/// one per valid secret.
pub fn signature(unix_seconds: i64, signatures: &[String]) -> String {
    let signatures = signatures.iter().map(|signature| format!(",v1={signature}"));
    format!("t={unix_seconds}{}", signatures.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_with_growing_delays_up_to_eight_attempts() {
        let minutes: Vec<Option<i64>> = (1..=9)
            .map(|attempts| pause_after(attempts).map(|pause| pause.as_mins()))
            .collect();
        let expected = [1, 5, 30, 120, 360, 720, 1_440].map(Some);
        assert_eq!(minutes[..7], expected);
        assert_eq!(minutes[7..], [None, None]);
        for attempts in [0, -1, i16::MIN, i16::MAX] {
            assert_eq!(pause_after(attempts), None);
        }
    }

    #[test]
    fn signs_the_time_and_the_body() {
        assert_eq!(signed_content(1_795_280_400, "{}"), "1795280400.{}");
    }

    #[test]
    fn lists_a_signature_for_each_secret() {
        assert_eq!(signature(12, &["ab".into()]), "t=12,v1=ab");
        assert_eq!(signature(12, &["ab".into(), "cd".into()]), "t=12,v1=ab,v1=cd");
    }
}
