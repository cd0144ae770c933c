//! Unicode normalization and case mapping, which need large tables.
//!
//! The server links the tables. The browser module calls the browser's own functions instead, to stay small.
//! Both give the same result, because the standard never changes the mapping of an assigned character.

#[cfg(not(all(feature = "ts", target_arch = "wasm32")))]
mod tables {
    /// Normalizes to form C.
    pub(crate) fn nfc(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
        unicode_normalization::UnicodeNormalization::nfc(chars)
    }

    pub(crate) fn lowercase(text: &str) -> String {
        text.to_lowercase()
    }

    pub(crate) fn uppercase(text: &str) -> String {
        text.to_uppercase()
    }
}

#[cfg(all(feature = "ts", target_arch = "wasm32"))]
mod tables {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Normalizes to form C.
    pub(crate) fn nfc(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
        let text: String = chars.collect();
        let composed = if text.is_ascii() {
            text
        } else {
            normalize(&text, "NFC")
        };
        composed.chars().collect::<Vec<_>>().into_iter()
    }

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = ["String", "prototype", "normalize"], js_name = call)]
        fn normalize(text: &str, form: &str) -> String;

        #[wasm_bindgen(js_namespace = ["String", "prototype", "toLowerCase"], js_name = call)]
        pub(crate) fn lowercase(text: &str) -> String;

        #[wasm_bindgen(js_namespace = ["String", "prototype", "toUpperCase"], js_name = call)]
        pub(crate) fn uppercase(text: &str) -> String;
    }
}

pub(crate) use tables::{lowercase, nfc, uppercase};
