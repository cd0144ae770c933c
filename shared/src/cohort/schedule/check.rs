//! Validation of schedules.

use super::merge_fields::problem;
use super::{Frequency, Plan, ScheduleInput, ScheduleStatus, ScheduledBook, SendTo};
use crate::contact::ContactKind;
use crate::date;
use crate::problem::Findings;
use crate::text::{clean, clean_lines};
use jiff::civil::{DateTime, Time};

const MAX_NAME: usize = 80;
const MAX_SUBJECT: usize = 150;
const MAX_MESSAGE: usize = 5_000;

/// A valid schedule in stored form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub name: String,
    pub plan: Plan,
    pub time_zone: String,
    pub send_to: SendTo,
    pub subject: String,
    pub message: String,
    pub include_annuities: bool,
    /// `None` attaches lists of contracts.
    pub book: Option<ScheduledBook>,
    pub status: ScheduleStatus,
}

/// Validates a schedule for a cohort of this contact type. Returns `None` if there are errors.
///
/// `now` is the local time in the schedule's time zone. `before` is the plan of the stored schedule. Codes:
/// `length`, `time`, `required`, `in_past`, `not_for_this_kind`, `unknown_grouping`, and the codes of dates and
/// placeholders.
pub fn check(
    input: &ScheduleInput,
    contact_type: ContactKind,
    now: DateTime,
    before: Option<Plan>,
) -> (Option<Checked>, Findings) {
    let mut findings = Findings::default();
    let name = clean(&input.name);
    let subject = clean(&input.subject);
    let message = clean_lines(&input.message);
    findings.required_text("name", &name, MAX_NAME, "a name");
    findings.required_text("subject", &subject, MAX_SUBJECT, "a subject");
    findings.required_text("message", &message, MAX_MESSAGE, "a message");
    // A schedule that sends nothing can be paused or ended with any text.
    if input.status == ScheduleStatus::Active {
        merge_fields(&mut findings, "subject", &subject);
        merge_fields(&mut findings, "message", &message);
    }
    let first = findings.take("firstSendDate", date::parse(&input.first_send_date));
    let time = time(&input.time);
    if time.is_none() {
        findings.fault(
            "time",
            "time",
            "Enter a time in 24-hour format, for example 09:00.",
        );
    }
    let time_zone = clean(&input.time_zone);
    if time_zone.is_empty() {
        findings.fault("timeZone", "required", "Choose a time zone.");
    }
    if input.send_to == SendTo::ServicingAgent && contact_type == ContactKind::Agent {
        findings.fault(
            "sendTo",
            "not_for_this_kind",
            "Agents have no servicing agent. Send to the contacts instead.",
        );
    }
    let book = ScheduledBook::of(input, contact_type, &mut findings);
    let plan = first.zip(time).map(|(first, time)| Plan {
        frequency: input.frequency,
        first,
        time,
    });
    if let Some(plan) = plan
        && input.status != ScheduleStatus::Ended
        && plan.first.to_datetime(plan.time) <= now
        && (before != Some(plan) || plan.frequency == Frequency::Once)
    {
        findings.fault(
            "firstSendDate",
            "in_past",
            "The first send is in the past. Choose a later date or time.",
        );
    }
    let checked = plan.filter(|_| findings.is_acceptable()).map(|plan| Checked {
        name,
        plan,
        time_zone,
        send_to: input.send_to,
        subject,
        message,
        include_annuities: input.include_annuities,
        book,
        status: input.status,
    });
    (checked, findings)
}

/// Returns the plan of a schedule. `None` if its date or time is invalid.
pub fn plan(input: &ScheduleInput) -> Option<Plan> {
    Some(Plan {
        frequency: input.frequency,
        first: date::parse(&input.first_send_date).ok()?,
        time: time(&input.time)?,
    })
}

/// Checks that the emails can replace all merge fields of a text.
fn merge_fields(findings: &mut Findings, field: &str, text: &str) {
    if let Some(problem) = problem(text) {
        findings.fault(field, problem.code(), problem.message("Insert it again."));
    }
}

/// Parses a 24-hour time such as `09:00` or `9:00`.
fn time(typed: &str) -> Option<Time> {
    let (hour, minute) = typed.trim().split_once(':')?;
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&hour.len()) || minute.len() != 2 || !are_digits(hour) || !are_digits(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}
