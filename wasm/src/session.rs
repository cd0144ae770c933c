//! Whether anybody is still there.

use crate::{one, read};
use shared::session::idle::{IdleEvent, IdleLimits, IdleState, IdleStep};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The session of a tab that opens, given the last activity of any tab. Times in milliseconds since 1970.
#[wasm_bindgen(js_name = startIdle)]
pub fn start_idle(
    limits: Ts<IdleLimits>,
    last_activity_ms: f64,
    now_ms: f64,
) -> Result<Ts<IdleStep>, JsError> {
    one(read(&limits)?.start(last_activity_ms as u64, now_ms as u64))
}

/// The next state after an event, and what to do about it. Time in milliseconds since 1970.
#[wasm_bindgen(js_name = stepIdle)]
pub fn step_idle(
    limits: Ts<IdleLimits>,
    state: Ts<IdleState>,
    event: Ts<IdleEvent>,
    now_ms: f64,
) -> Result<Ts<IdleStep>, JsError> {
    one(read(&limits)?.step(read(&state)?, read(&event)?, now_ms as u64))
}
