//! Macros for enums with stable text codes or numbers, and display labels.

use crate::text::fold;

/// Defines an enum whose variants have a text code, stable in the database and in JSON, and a display label.
macro_rules! coded {
    ($(#[$meta:meta])* $name:ident { $($(#[$term:meta])* $variant:ident = $code:literal, $label:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$term])* $variant),+
        }

        impl $name {
            /// All variants, in menu order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the stable text code.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Returns the display label.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            /// Looks up a variant by its exact code.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|term| term.code() == code)
            }

            /// Looks up a variant by code or label, ignoring case, accents, spaces and punctuation.
            pub fn from_text(typed: &str) -> Option<Self> {
                let key = $crate::vocabulary::spelling(typed);
                Self::ALL.iter().copied().find(|term| {
                    [term.code(), term.label()].map($crate::vocabulary::spelling).contains(&key)
                })
            }

            /// Returns all variants as options of a form.
            pub fn choices() -> Vec<$crate::contract::Choice> {
                let choice = |term: &Self| $crate::contract::Choice {
                    code: term.code().into(),
                    label: term.label().into(),
                };
                Self::ALL.iter().map(choice).collect()
            }

            /// Returns the label of a stored code, or `Unknown (code)` if the code is not known.
            pub fn label_of(code: &str) -> String {
                Self::from_code(code).map_or_else(|| format!("Unknown ({code})"), |term| term.label().into())
            }
        }
    };
}

/// Defines an enum whose variants have a number, stable in the database and in JSON, and a display label.
macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident { $($(#[$term:meta])* $variant:ident = $number:literal, $label:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$term])* $variant = $number),+
        }

        impl $name {
            /// All variants, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the stable number.
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the display label.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            /// Looks up a variant by its number.
            pub fn from_number(number: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|term| term.number() == number)
            }

            /// Returns the label of a number, or `Unknown (n)` if the number is not known.
            pub fn label_of(number: u8) -> String {
                Self::from_number(number).map_or_else(|| format!("Unknown ({number})"), |term| term.label().into())
            }
        }
    };
}

pub(crate) use {coded, numbered};

/// Keeps letters and digits only, folded to lower case without accents.
pub(crate) fn spelling(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}
