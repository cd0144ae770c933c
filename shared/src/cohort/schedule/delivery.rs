//! Deliveries of a schedule: recipients, states and skip reasons.

use super::MergeValues;
use crate::date;
use crate::vocabulary::coded;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// Delivery state of the email about one contact.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    DeliveryState {
        Waiting = "Waiting", "Waiting";
        Sent = "Sent", "Sent";
        /// Rejected permanently, or after too many attempts.
        Failed = "Failed", "Failed";
        Skipped = "Skipped", "Skipped";
    }
}

coded! {
    /// Why a contact was skipped.
    Skip {
        Deleted = "Deleted", "The contact was deleted";
        OutOfScope = "OutOfScope", "The schedule's owner has no access to the contact";
        NoContracts = "NoContracts", "No contracts to list";
        NoEmail = "NoEmail", "No email address";
        NoServicingAgent = "NoServicingAgent", "No servicing agent";
        NoAgentEmail = "NoAgentEmail", "The servicing agent has no email address";
        NoOwnerEmail = "NoOwnerEmail", "The schedule's owner has no email address";
        BadAddress = "BadAddress", "Invalid email address";
        Unsubscribed = "Unsubscribed", "Unsubscribed";
        ScheduleDeleted = "ScheduleDeleted", "The schedule or cohort was deleted before the email was sent";
        NoBirthday = "NoBirthday", "No date of birth";
        NoAnniversary = "NoAnniversary", "No contract in force with an issue date";
    }
}

/// The delivery to one contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delivery {
    pub contact_uuid: Uuid,
    pub name: String,
    /// Email address of the recipient. Null if there is none.
    pub address: Option<String>,
    /// The date this delivery is due. In a dry run for birthdays or anniversaries, the contact's next one.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub due_date: Option<Date>,
    pub state: DeliveryState,
    /// Why the delivery was skipped, failed or is being retried.
    pub reason: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub sent_at: Option<Timestamp>,
}

/// Deliveries that the schedule would make now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DryRun {
    /// Name of the schedule's owner, whose row scope applies.
    pub owner: Option<String>,
    /// Why the schedule cannot send at all.
    pub problem: Option<String>,
    /// Merge fields of the first contact that would receive the email, else of the first contact, for a preview. Null if
    /// the cohort has no contacts.
    pub sample: Option<MergeValues>,
    pub deliveries: Vec<Delivery>,
}

/// A completed or running send of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PastSend {
    pub schedule_id: Uuid,
    pub schedule_name: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub send_date: Date,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub started_at: Timestamp,
    /// Note about a late send.
    pub note: Option<String>,
    pub sent_count: i64,
    pub waiting_count: i64,
    pub failed_count: i64,
    pub skipped_count: i64,
}

/// A send with its text and deliveries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SendDetails {
    pub send: PastSend,
    pub subject: String,
    pub message: String,
    pub deliveries: Vec<Delivery>,
}

/// Returns the note for a late send that covers all missed dates. `None` if no date was missed.
pub fn late_note(missed: &[Date]) -> Option<String> {
    match missed {
        [] => None,
        [day] => Some(format!("Sent late. This was due on {}.", date::format(*day))),
        [first, .., last] => Some(format!(
            "Sent late, once. This was due {} times from {} to {}.",
            missed.len(),
            date::format(*first),
            date::format(*last)
        )),
    }
}
