//! Callbacks and settings that the page passes to its connection.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(typescript_custom_section)]
const HUB_PAGE: &str = r#"
export interface HubPage {
    /** Headers of every request, in addition to the access token. */
    headers: [string, string][];
    /** Returns the user's access token. `renew` requests a new one after a rejection. */
    fetchToken(renew: boolean): Promise<string | null>;
    /** Called when the server calls a client method. */
    heard(target: string, values: unknown[]): void;
    /** Called when the server rejects the negotiate request. */
    refused(status: number, body: string): void;
    /** Called with the new connection state, for example `Connected` or `Reconnecting`. */
    changed(state: string): void;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "HubPage")]
    pub type HubPage;
    #[wasm_bindgen(method, getter)]
    fn headers(this: &HubPage) -> Array;
    #[wasm_bindgen(method, catch, js_name = fetchToken)]
    fn fetch_token(this: &HubPage, renew: bool) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn heard(this: &HubPage, target: &str, values: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn refused(this: &HubPage, status: u16, body: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn changed(this: &HubPage, state: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = console)]
    fn warn(text: &str);
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(reason: &JsValue);
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Returns the time in milliseconds on a monotonic clock.
pub fn now_ms() -> u64 {
    now() as u64
}

pub fn log(text: &str) {
    warn(text);
}

impl HubPage {
    pub fn each_header(&self) -> Vec<(String, String)> {
        let pairs = self.headers().into_iter().map(|pair| Array::from(&pair));
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        pairs.map(|pair| (text(pair.get(0)), text(pair.get(1)))).collect()
    }

    /// Returns the user's access token.
    ///
    /// # Errors
    /// Returns the page's error if the page cannot provide a token.
    pub async fn token(&self, renew: bool) -> Result<Option<String>, String> {
        let token = match self.fetch_token(renew) {
            Ok(promise) => JsFuture::from(promise).await,
            Err(reason) => Err(reason),
        };
        token
            .map(|token| token.as_string())
            .map_err(|reason| text_of(&reason))
    }

    /// Passes a call to the page. `values` is a JSON array. Exceptions thrown by the page are logged and do not
    /// affect later calls.
    pub fn hears(&self, target: &str, values: &str) {
        let values = js_sys::JSON::parse(values).unwrap_or_default();
        report(self.heard(target, &values));
    }

    pub fn is_refused(&self, status: u16, body: &str) {
        report(self.refused(status, body));
    }

    pub fn sees(&self, state: &str) {
        report(self.changed(state));
    }
}

fn report(result: Result<(), JsValue>) {
    if let Err(reason) = result {
        console_error(&reason);
    }
}

pub fn text_of(reason: &JsValue) -> String {
    match reason.dyn_ref::<js_sys::Error>() {
        Some(error) => error.to_string().into(),
        None => reason.as_string().unwrap_or_else(|| "unknown".into()),
    }
}
