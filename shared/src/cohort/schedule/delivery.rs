//! What was sent of a schedule, or would be: to whom, and why not to whom.

use crate::date;
use crate::vocabulary::coded;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// What became of the mail about one contact.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    DeliveryState {
        Waiting = "Waiting", "Waiting";
        Sent = "Sent", "Sent";
        /// Refused for good, or too often.
        Failed = "Failed", "Failed";
        Skipped = "Skipped", "Skipped";
    }
}

coded! {
    /// Why a contact gets nothing.
    Skip {
        Deleted = "Deleted", "The contact was deleted";
        OutOfScope = "OutOfScope", "Not among the contacts that the schedule's owner sees";
        NoContracts = "NoContracts", "There is no contract to list";
        NoEmail = "NoEmail", "No e-mail address";
        NoServicingAgent = "NoServicingAgent", "No contract has a servicing agent";
        NoAgentEmail = "NoAgentEmail", "The servicing agent has no e-mail address";
        NoOwnerEmail = "NoOwnerEmail", "The schedule's owner has no e-mail address";
        BadAddress = "BadAddress", "The e-mail address cannot be written to";
        Unsubscribed = "Unsubscribed", "The address has unsubscribed";
        ScheduleDeleted = "ScheduleDeleted", "The schedule or its cohort was deleted before its turn came";
        NoBirthday = "NoBirthday", "No date of birth";
        NoAnniversary = "NoAnniversary", "No contract in force with an issue date";
    }
}

/// What one contact gets, or why nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delivery {
    pub contact_uuid: Uuid,
    pub name: String,
    /// Where it goes; null for who has no address.
    pub address: Option<String>,
    /// The day that it is about; of birthdays and anniversaries in a dry run the contact's own next one.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub due_date: Option<Date>,
    pub state: DeliveryState,
    /// Of what is skipped, has failed, or is tried again: why, in words.
    pub reason: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub sent_at: Option<Timestamp>,
}

/// Who would get what if the schedule sent now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DryRun {
    /// Whose rows count, by name.
    pub owner: Option<String>,
    /// Why nothing would be sent at all.
    pub problem: Option<String>,
    pub deliveries: Vec<Delivery>,
}

/// One send of a schedule.
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
    /// Of one that came late: that it did.
    pub note: Option<String>,
    pub sent_count: i64,
    pub waiting_count: i64,
    pub failed_count: i64,
    pub skipped_count: i64,
}

/// A send with what was said and to whom.
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

/// What is said of a send that comes after its time, once for all days that were missed; none were, none is said.
pub fn late_note(missed: &[Date]) -> Option<String> {
    match missed {
        [] => None,
        [day] => Some(format!(
            "This was due on {} and is sent late.",
            date::format(*day)
        )),
        [first, .., last] => Some(format!(
            "This was due {} times from {} to {} and is sent once, late.",
            missed.len(),
            date::format(*first),
            date::format(*last)
        )),
    }
}
