//! The menu, and messages about actions.

use crate::{all, one, read};
use shared::menu::{self, MenuEntry};
use shared::messages::{self, Action, Message, Success};
use shared::permission::Permissions;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Returns the menu entries that the viewer may open, without empty groups.
#[wasm_bindgen(js_name = visibleMenu)]
pub fn visible_menu(permissions: Ts<Permissions>) -> Result<Vec<Ts<MenuEntry>>, JsError> {
    all(menu::visible(&read(&permissions)?))
}

/// Returns the message for a failed action. Some actions show the server's message.
#[wasm_bindgen]
pub fn message(action: Ts<Action>, server_message: Option<String>) -> Result<Ts<Message>, JsError> {
    one(messages::failure(read(&action)?, server_message.as_deref()))
}

/// Returns the message for a successful action.
#[wasm_bindgen(js_name = successMessage)]
pub fn success_message(done: Ts<Success>) -> Result<Ts<Message>, JsError> {
    one(messages::success(read(&done)?))
}

/// Returns the message for contracts whose agent integration could not be changed.
#[wasm_bindgen(js_name = agentIntegrationFailure)]
pub fn agent_integration_failure(contract_numbers: Vec<String>) -> Result<Ts<Message>, JsError> {
    one(messages::agent_integration_failure(&contract_numbers))
}
