//! When a schedule of a cohort sends, and what is at fault with it before it is saved. The clock of its time zone is
//! read by who asks: `YYYY-MM-DDTHH:MM`.

use crate::{all, one, read};
use jiff::civil::DateTime;
use shared::cohort::schedule::{ScheduleChoices, ScheduleInput, check, plan};
use shared::contact::ContactKind;
use shared::problem::FieldProblem;
use tsify::Ts;
use wasm_bindgen::prelude::*;

fn clock(text: &str) -> Result<DateTime, JsError> {
    text.parse()
        .map_err(|_| JsError::new("a clock shows YYYY-MM-DDTHH:MM"))
}

/// The ways of sending that a form offers for a cohort of these contacts.
#[wasm_bindgen(js_name = scheduleChoices)]
pub fn schedule_choices(contact_type: Ts<ContactKind>) -> Result<Ts<ScheduleChoices>, JsError> {
    one(ScheduleChoices::of(read(&contact_type)?))
}

/// Everything at fault with a schedule. `before` is the schedule as it is saved; none for a new one.
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

/// The next days on which a schedule sends, as many as asked; none are known of birthdays and anniversaries.
#[wasm_bindgen(js_name = upcomingSends)]
pub fn upcoming_sends(input: Ts<ScheduleInput>, now: &str, count: usize) -> Result<Vec<String>, JsError> {
    let now = clock(now)?;
    let days = plan(&read(&input)?).map(|plan| plan.upcoming(now, count));
    Ok(days.unwrap_or_default().iter().map(ToString::to_string).collect())
}
