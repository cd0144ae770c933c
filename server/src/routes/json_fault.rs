//! Error messages for JSON that does not match a request type.

/// Maximum length of a message. serde lists all variants of an enum and all properties of a struct.
const MAX_CHARS: usize = 200;

/// Returns a message for the user, without Rust types and without the position in the text.
pub fn explain(error: &serde_json::Error) -> String {
    let text = without_position(&error.to_string());
    let message = property(&text, "missing field ")
        .map(|name| format!("The property {name} is missing. Add it."))
        .or_else(|| {
            property(&text, "unknown field ")
                .map(|name| format!("The property {name} is unknown. Remove it."))
        })
        .or_else(|| {
            property(&text, "duplicate field ")
                .map(|name| format!("The property {name} occurs twice. Remove one of them."))
        })
        .or_else(|| unknown_variant(&text))
        .or_else(|| wrong_type(&text))
        .unwrap_or_else(|| sentence(&text));
    message.chars().take(MAX_CHARS).collect()
}

/// Cuts off ` at line 1 column 9`, which serde appends.
fn without_position(text: &str) -> String {
    match text.rsplit_once(" at line ") {
        Some((message, position)) if position.contains(" column ") => message.to_owned(),
        _ => text.to_owned(),
    }
}

/// Returns the quoted name at the start of the text after `prefix`.
fn property<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(prefix)?;
    let end = rest.get(1..)?.find('`')? + 2;
    rest.get(..end)
}

fn unknown_variant(text: &str) -> Option<String> {
    let value = property(text, "unknown variant ")?;
    let (_, expected) = text.split_once(", expected ")?;
    let expected = expected.trim_start_matches("one of ");
    Some(format!("The value {value} is unknown. Use {expected}."))
}

fn wrong_type(text: &str) -> Option<String> {
    let is_mismatch = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .any(|prefix| text.starts_with(prefix));
    let (_, expected) = text.rsplit_once(", expected ")?;
    is_mismatch.then(|| format!("Must be {}.", readable(expected)))
}

/// Replaces the names of Rust types.
fn readable(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        "string or map" => "a text",
        "a string" | "a borrowed string" | "string" => "a text",
        other if other.starts_with("struct ") || other.starts_with("internally tagged enum ") => "an object",
        other if other.starts_with("enum ") => "one of the documented values",
        other => other,
    }
}

/// Writes a message as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::explain;
    use serde::Deserialize;
    use uuid::Uuid;

    #[derive(Debug, Deserialize)]
    enum Mode {
        Annual,
        Monthly,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only parsed")]
    struct Sample {
        user_key: String,
        minutes: Option<u16>,
        is_primary: Option<bool>,
        uuids: Option<Vec<Uuid>>,
        mode: Option<Mode>,
    }

    #[test]
    fn explains_mismatches_without_the_position() {
        for (json, message) in [
            (r#"{"minutes":1}"#, "The property `userKey` is missing. Add it."),
            (
                r#"{"userKey":"a","x":1}"#,
                "The property `x` is unknown. Remove it.",
            ),
            (
                r#"{"userKey":"a","userKey":"b"}"#,
                "The property `userKey` occurs twice. Remove one of them.",
            ),
            (r#"{"userKey":7}"#, "Must be a text."),
            (
                r#"{"userKey":"a","minutes":-1}"#,
                "Must be a whole number of 0 or more.",
            ),
            (r#"{"userKey":"a","isPrimary":"yes"}"#, "Must be true or false."),
            (r#"{"userKey":"a","uuids":{}}"#, "Must be a list."),
            ("7", "Must be an object."),
        ] {
            let error = serde_json::from_str::<Sample>(json).unwrap_err();
            assert_eq!(explain(&error), message, "{json}");
        }
    }

    #[test]
    fn writes_other_messages_as_sentences_without_the_position() {
        for json in [
            r#"{"userKey":"a","mode":"Daily"}"#,
            r#"{"userKey":"a","uuids":["Ada"]}"#,
        ] {
            let message = explain(&serde_json::from_str::<Sample>(json).unwrap_err());
            assert!(message.ends_with('.') && !message.contains("column"), "{message}");
            assert!(message.starts_with(char::is_uppercase), "{message}");
        }
    }
}
