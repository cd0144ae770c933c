//! Schedules that email the contacts of a cohort.

mod attachment;
mod check;
mod dates;
mod delivery;
mod merge_fields;

pub use attachment::ScheduledBook;
pub use check::{Checked, check, plan};
pub use dates::{Plan, latest_anniversary_in};
pub use delivery::{Delivery, DeliveryState, DryRun, PastSend, SendDetails, Skip, late_note};
pub use merge_fields::{MergeValues, merge_fields};

use crate::contact::ContactKind;
use crate::contract::Choice;
use crate::vocabulary::coded;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

coded! {
    /// How often a schedule sends.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    Frequency {
        Once = "Once", "Once";
        Monthly = "Monthly", "Every month";
        Quarterly = "Quarterly", "Every quarter";
        SemiAnnual = "SemiAnnual", "Every half year";
        Annual = "Annual", "Every year";
        /// Each contact on their birthday.
        Birthday = "Birthday", "On each birthday";
        /// Each contact on the anniversary of one of their contracts in force.
        Anniversary = "Anniversary", "On each contract anniversary";
    }
}

impl Frequency {
    /// Returns whether the send date differs by contact.
    pub const fn is_personal(self) -> bool {
        matches!(self, Self::Birthday | Self::Anniversary)
    }
}

coded! {
    /// Recipient of the emails.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    SendTo {
        Contact = "Contact", "The contact";
        /// Owner cohorts only: the agent who services most of the owner's contracts.
        ServicingAgent = "ServicingAgent", "Their servicing agent";
        /// The owner of the schedule.
        Me = "Me", "Whoever made the schedule";
    }
}

coded! {
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    ScheduleStatus {
        Active = "Active", "Active";
        /// Sends missed during a pause are not made up later.
        Paused = "Paused", "Paused";
        Ended = "Ended", "Ended";
    }
}

/// Request to add or change a schedule of a cohort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScheduleInput {
    /// Repeats the viewer's firm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "number"))]
    pub firm_id: Option<i32>,
    /// Repeats the cohort of the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub cohort_uuid: Option<Uuid>,
    /// The schedule to change. `None` adds one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub schedule_id: Option<Uuid>,
    /// Version of the record that the form loaded. `None` for a new schedule.
    #[serde(default)]
    pub version: Option<i32>,
    /// 1 to 80 characters.
    pub name: String,
    pub frequency: Frequency,
    /// User input such as `12/31/2026` or `2026-12-31`. Later sends fall on the same day of the month, or on
    /// the last day of a shorter month.
    pub first_send_date: String,
    /// Local time in `timeZone`, such as `09:00`.
    pub time: String,
    /// IANA time zone name.
    pub time_zone: String,
    pub send_to: SendTo,
    /// 1 to 150 characters, with merge fields such as `{{contact.firstName}}`.
    pub subject: String,
    /// 1 to 5,000 characters, line breaks included, with merge fields.
    pub message: String,
    /// Whether emails list annuities in addition to policies.
    #[serde(default)]
    pub include_annuities: bool,
    /// The book of business to attach: 1 for agents, 2 for owners. Null attaches lists of contracts.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 2))]
    pub deliverable_type: Option<u8>,
    /// Template of the book.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub template_uuid: Option<Uuid>,
    /// 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 7))]
    pub group_by: Option<u8>,
    #[serde(default = "active")]
    pub status: ScheduleStatus,
}

const fn active() -> ScheduleStatus {
    ScheduleStatus::Active
}

/// A schedule of a cohort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CohortSchedule {
    pub schedule_id: Uuid,
    pub cohort_uuid: Uuid,
    pub version: i32,
    pub name: String,
    pub frequency: Frequency,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub first_send_date: Date,
    /// `09:00`
    pub time: String,
    pub time_zone: String,
    pub send_to: SendTo,
    pub subject: String,
    pub message: String,
    pub include_annuities: bool,
    /// The book of business that is attached: 1 for agents, 2 for owners. Null if lists of contracts are.
    pub deliverable_type: Option<u8>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub template_uuid: Option<Uuid>,
    pub group_by: Option<u8>,
    pub status: ScheduleStatus,
    /// Why the server paused the schedule. Null if a user paused it.
    pub paused_because: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub last_send_date: Option<Date>,
    /// Local date in the schedule's time zone. For birthdays and anniversaries, the first known one.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_send_date: Option<Date>,
    /// Name of the owner, whose row scope applies.
    pub owner: Option<String>,
    /// The owner has left the firm. The next user who saves the schedule becomes its owner.
    pub is_abandoned: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: Timestamp,
}

/// Options of the schedule form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ScheduleChoices {
    pub frequencies: Vec<Choice>,
    pub send_to: Vec<Choice>,
}

impl ScheduleChoices {
    /// Returns the options for a cohort of this contact type.
    pub fn of(contact_type: ContactKind) -> Self {
        let choice = |code: &str, label: &str| Choice {
            code: code.to_owned(),
            label: label.to_owned(),
        };
        let send_to = SendTo::ALL
            .iter()
            .filter(|to| **to != SendTo::ServicingAgent || contact_type == ContactKind::Owner);
        Self {
            frequencies: Frequency::ALL
                .iter()
                .map(|one| choice(one.code(), one.label()))
                .collect(),
            send_to: send_to.map(|one| choice(one.code(), one.label())).collect(),
        }
    }
}

/// The next send date across all cohorts of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextSend {
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_cohort_schedule_send_date: Option<Date>,
}

#[cfg(test)]
mod tests;
