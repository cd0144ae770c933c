//! Session timeout.

use crate::{one, read};
use shared::session::idle::{IdleEvent, IdleLimits, IdleState, IdleStep};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Starts the session of a new tab from the last activity of any tab. Times are Unix milliseconds.
#[wasm_bindgen(js_name = startIdle)]
pub fn start_idle(
    limits: Ts<IdleLimits>,
    last_activity_ms: f64,
    now_ms: f64,
) -> Result<Ts<IdleStep>, JsError> {
    one(read(&limits)?.start(last_activity_ms as u64, now_ms as u64))
}

/// Returns the next state and the effects of an event. The time is in Unix milliseconds.
#[wasm_bindgen(js_name = stepIdle)]
pub fn step_idle(
    limits: Ts<IdleLimits>,
    state: Ts<IdleState>,
    event: Ts<IdleEvent>,
    now_ms: f64,
) -> Result<Ts<IdleStep>, JsError> {
    one(read(&limits)?.step(read(&state)?, read(&event)?, now_ms as u64))
}
