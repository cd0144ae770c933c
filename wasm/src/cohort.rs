//! Validation and send dates of cohort schedules. The caller passes the current local time in the schedule's
//! time zone as `YYYY-MM-DDTHH:MM`.

use crate::{all, one, read};
use jiff::civil::DateTime;
use shared::cohort::schedule::{MergeValues, ScheduleChoices, ScheduleInput, check, merge_fields, plan};
use shared::contact::{ContactKind, Person};
use shared::placeholder::Placeholder;
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

fn clock(text: &str) -> Result<DateTime, JsError> {
    text.parse()
        .map_err(|_| JsError::new("expected a local time as YYYY-MM-DDTHH:MM"))
}

/// Returns the options of the schedule form for a contact type.
#[wasm_bindgen(js_name = scheduleChoices)]
pub fn schedule_choices(contact_type: Ts<ContactKind>) -> Result<Ts<ScheduleChoices>, JsError> {
    one(ScheduleChoices::of(read(&contact_type)?))
}

/// Validates a schedule. `before` is the saved schedule, or `undefined` for a new one.
#[wasm_bindgen(js_name = checkSchedule)]
pub fn check_schedule(
    input: Ts<ScheduleInput>,
    contact_type: Ts<ContactKind>,
    now: &str,
    before: Option<Ts<ScheduleInput>>,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    let input = read(&input)?;
    let before = before.map(|before| read(&before)).transpose()?;
    let before = before.filter(|before| before.time_zone == input.time_zone);
    let before = before.as_ref().and_then(plan);
    all(check(&input, read(&contact_type)?, clock(now)?, before).1.0)
}

/// Returns up to `count` upcoming send dates. The list is empty for birthday and anniversary schedules.
#[wasm_bindgen(js_name = upcomingSends)]
pub fn upcoming_sends(input: Ts<ScheduleInput>, now: &str, count: usize) -> Result<Vec<String>, JsError> {
    let now = clock(now)?;
    let days = plan(&read(&input)?).map(|plan| plan.upcoming(now, count));
    Ok(days.unwrap_or_default().iter().map(ToString::to_string).collect())
}

/// Returns the merge fields that users can insert into the subject and message of a schedule.
#[wasm_bindgen(js_name = mergeFields)]
pub fn merge_field_list() -> Result<Vec<Ts<Placeholder>>, JsError> {
    all(merge_fields())
}

/// Returns the values of the merge fields for a contact.
#[wasm_bindgen(js_name = mergeValues)]
pub fn merge_values(
    contact: Ts<Person>,
    firm_name: String,
    sender_name: String,
) -> Result<Ts<MergeValues>, JsError> {
    one(MergeValues::new(&read(&contact)?, firm_name, sender_name))
}

/// Replaces the merge fields of a subject or message.
#[wasm_bindgen(js_name = fillMergeFields)]
pub fn fill_merge_fields(text: &str, values: Ts<MergeValues>) -> Result<String, JsError> {
    Ok(read(&values)?.fill(text))
}
