//! The menu and the texts of the portal.

use crate::{all, one, read};
use shared::menu::{self, MenuEntry};
use shared::messages::{self, Action, Message, Success};
use shared::permission::Permissions;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The entries that the viewer may open; groups without any are left out.
#[wasm_bindgen(js_name = visibleMenu)]
pub fn visible_menu(permissions: Ts<Permissions>) -> Result<Vec<Ts<MenuEntry>>, JsError> {
    all(menu::visible(&read(&permissions)?))
}

/// What to say when an action failed; some actions say what the server said.
#[wasm_bindgen]
pub fn message(action: Ts<Action>, server_message: Option<String>) -> Result<Ts<Message>, JsError> {
    one(messages::failure(read(&action)?, server_message.as_deref()))
}

/// What to say when an action succeeded.
#[wasm_bindgen(js_name = successMessage)]
pub fn success_message(done: Ts<Success>) -> Result<Ts<Message>, JsError> {
    one(messages::success(read(&done)?))
}

/// What to say when the integration of these contracts could not be changed.
#[wasm_bindgen(js_name = agentIntegrationFailure)]
pub fn agent_integration_failure(contract_numbers: Vec<String>) -> Result<Ts<Message>, JsError> {
    one(messages::agent_integration_failure(&contract_numbers))
}
