//! What takes Unicode's large tables: composition and letter case.
//!
//! The server has the tables with it. The browser has its own, so that the module that it loads carries none: the
//! result is the same, because the standard never changes it for a character that both sides know.

#[cfg(not(all(feature = "ts", target_arch = "wasm32")))]
mod tables {
    /// Normalization form C.
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

    /// Normalization form C.
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
