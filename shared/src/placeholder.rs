//! Placeholders in texts, such as `{{firm.name}}`.

use serde::{Deserialize, Serialize};

/// A placeholder that users can insert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Placeholder {
    /// Name between the braces.
    pub name: String,
    /// Name for users.
    pub label: String,
}

/// Why a placeholder cannot be filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// `{{` without `}}`.
    Unclosed,
    /// No placeholder has this name.
    Unknown(String),
}

impl Problem {
    /// Returns the error code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unclosed => "unclosed_placeholder",
            Self::Unknown(_) => "unknown_placeholder",
        }
    }

    /// Returns the error message. `hint` explains how to repair an unclosed placeholder.
    pub fn message(&self, hint: &str) -> String {
        match self {
            Self::Unclosed => format!("A field starts with {{{{ but does not end with }}}}. {hint}"),
            Self::Unknown(name) => {
                let shown: String = name.chars().take(40).collect();
                format!("There is no field {{{{{shown}}}}}. Insert one of the available fields.")
            }
        }
    }
}

/// Replaces the placeholders of a text. Keeps those for which `value_of` returns `None`. Inserted values are
/// not expanded again, so a name that contains a placeholder stays as it is.
pub fn fill<'a>(text: &str, value_of: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut result = String::with_capacity(text.len());
    for piece in pieces(text) {
        result.push_str(match piece {
            Piece::Name { name, source } => value_of(name).unwrap_or(source),
            Piece::Words(source) | Piece::Unclosed(source) => source,
        });
    }
    result
}

/// Returns the first placeholder that cannot be replaced, or `None` if all can.
pub fn problem(text: &str, is_known: impl Fn(&str) -> bool) -> Option<Problem> {
    pieces(text).find_map(|piece| match piece {
        Piece::Words(_) => None,
        Piece::Unclosed(_) => Some(Problem::Unclosed),
        Piece::Name { name, .. } => (!is_known(name)).then(|| Problem::Unknown(name.to_owned())),
    })
}

/// A piece of a text.
enum Piece<'a> {
    Words(&'a str),
    Name {
        name: &'a str,
        /// The placeholder including its braces.
        source: &'a str,
    },
    /// The rest of a text, starting at a `{{` without `}}`.
    Unclosed(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = match rest.find("{{") {
            None => (Piece::Words(rest), ""),
            Some(0) => match rest.split_once("}}") {
                None => (Piece::Unclosed(rest), ""),
                Some((opened, after)) => (
                    Piece::Name {
                        name: opened.get(2..).unwrap_or_default().trim(),
                        source: rest.get(..opened.len() + 2).unwrap_or(rest),
                    },
                    after,
                ),
            },
            Some(start) => {
                let (words, after) = rest.split_at(start);
                (Piece::Words(words), after)
            }
        };
        rest = after;
        Some(piece)
    })
}
