//! The connection to the hub: carries out what `shared::hub` decides, with the browser's network and timers.

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

/// One connection, for as long as the page works for one account.
#[wasm_bindgen]
pub struct HubClient(Rc<Driver>);

#[wasm_bindgen]
impl HubClient {
    /// `url` is absolute.
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

    /// Connects, and connects again when the connection is lost.
    pub fn start(&self) {
        self.0.happens(Event::Start);
    }

    /// Says goodbye, and stays away.
    pub fn stop(&self) {
        self.0.happens(Event::Stop);
    }
}
