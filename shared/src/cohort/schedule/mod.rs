//! When something is sent to a cohort, to whom of it, and what.

mod check;
mod dates;
mod delivery;

pub use check::{Checked, check, plan};
pub use dates::{Plan, next_return, returns_within};
pub use delivery::{Delivery, DeliveryState, DryRun, PastSend, SendDetails, Skip, late_note};

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
        /// To each contact on their birthday.
        Birthday = "Birthday", "On each birthday";
        /// To each contact when a contract of theirs that is in force has its anniversary.
        Anniversary = "Anniversary", "On each contract anniversary";
    }
}

impl Frequency {
    /// Each contact has days of their own.
    pub const fn is_personal(self) -> bool {
        matches!(self, Self::Birthday | Self::Anniversary)
    }
}

coded! {
    /// Whose address it goes to.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    SendTo {
        Contact = "Contact", "The contact";
        /// Of owners: the agent who services most of the contact's contracts.
        ServicingAgent = "ServicingAgent", "Their servicing agent";
        /// Whoever the schedule belongs to.
        Me = "Me", "Whoever made the schedule";
    }
}

coded! {
    /// Whether a schedule sends.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    ScheduleStatus {
        Active = "Active", "Active";
        /// What falls into the pause is not made up for.
        Paused = "Paused", "Paused";
        Ended = "Ended", "Ended";
    }
}

/// What adds a schedule to a cohort or changes one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScheduleInput {
    /// The schedule to change; none adds one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub schedule_id: Option<Uuid>,
    /// The version that was read; none for a new one.
    #[serde(default)]
    pub version: Option<i32>,
    /// 1 to 80 characters.
    pub name: String,
    pub frequency: Frequency,
    /// As it is typed: `12/31/2026` or `2026-12-31`. Later days follow from it; of the 31st, the last day of a month.
    pub first_send_date: String,
    /// On the clock of the time zone: `09:00`.
    pub time: String,
    /// By its IANA name.
    pub time_zone: String,
    pub send_to: SendTo,
    /// 1 to 150 characters.
    pub subject: String,
    /// 1 to 5,000 characters, as lines of text.
    pub message: String,
    /// Lists the contact's annuities beside their policies.
    #[serde(default)]
    pub include_annuities: bool,
    #[serde(default = "active")]
    pub status: ScheduleStatus,
}

const fn active() -> ScheduleStatus {
    ScheduleStatus::Active
}

/// A schedule as the viewer sees it.
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
    pub status: ScheduleStatus,
    /// Why it pauses, unless somebody paused it.
    pub paused_because: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub last_send_date: Option<Date>,
    /// On the calendar of its time zone; of birthdays and anniversaries the first that is known.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub next_send_date: Option<Date>,
    /// Whose rows count when it sends, by name.
    pub owner: Option<String>,
    /// The owner does not work in the firm any more: whoever saves the schedule takes it over.
    pub is_abandoned: bool,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub updated_at: Timestamp,
}

/// The ways of sending that a form offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ScheduleChoices {
    pub frequencies: Vec<Choice>,
    pub send_to: Vec<Choice>,
}

impl ScheduleChoices {
    /// For a cohort of these contacts.
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

/// The first send of any cohort that an agent is in.
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
