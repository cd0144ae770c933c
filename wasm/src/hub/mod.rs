//! The browser's connection to the hub: runs the state machine of `shared::hub` with the browser's network
//! and timers.

mod driver;
mod event_stream;
mod http;
mod line;
mod long_polling;
mod page;
mod posts;
mod web_socket;

use driver::Driver;
use page::HubPage;
use shared::hub::connection::{Event, Options};
use shared::hub::negotiate::Transport;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// The connection of a page for one account.
#[wasm_bindgen]
pub struct HubClient(Rc<Driver>);

#[wasm_bindgen]
impl HubClient {
    /// `url` must be absolute.
    #[wasm_bindgen(constructor)]
    pub fn new(url: &str, page: HubPage) -> Result<HubClient, JsError> {
        let mut options = Options::new(url);
        options.supported = Transport::ALL
            .into_iter()
            .filter(|one| line::is_there(*one))
            .collect();
        options.check().map_err(JsError::new)?;
        Ok(Self(Driver::new(options, page)))
    }

    /// Connects, and reconnects whenever the connection is lost.
    pub fn start(&self) {
        self.0.happens(Event::Start);
    }

    /// Closes the connection and does not reconnect.
    pub fn stop(&self) {
        self.0.happens(Event::Stop);
    }
}
