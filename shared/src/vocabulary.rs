//! Fixed sets of terms: those known by a text code and those known by a number.

use crate::text::fold;

/// An enum whose terms have a text code, stable in the database and on the wire, and a label for people.
macro_rules! coded {
    ($(#[$meta:meta])* $name:ident { $($(#[$term:meta])* $variant:ident = $code:literal, $label:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$term])* $variant),+
        }

        impl $name {
            /// Every term, in the order in which a menu offers them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable text code.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// What screens show.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            /// The term of exactly this code.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|term| term.code() == code)
            }

            /// The term whose code or label was written by hand: case, spaces and punctuation do not count.
            pub fn from_text(typed: &str) -> Option<Self> {
                let key = $crate::vocabulary::spelling(typed);
                Self::ALL.iter().copied().find(|term| {
                    [term.code(), term.label()].map($crate::vocabulary::spelling).contains(&key)
                })
            }

            /// The label of a stored code, `Unknown (code)` where this version has none.
            pub fn label_of(code: &str) -> String {
                Self::from_code(code).map_or_else(|| format!("Unknown ({code})"), |term| term.label().into())
            }
        }
    };
}

/// An enum whose terms have a number, stable in the database and on the wire, and a label for people.
macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident { $($(#[$term:meta])* $variant:ident = $number:literal, $label:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$term])* $variant = $number),+
        }

        impl $name {
            /// Every term, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable number.
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// What screens show.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            /// The term of this number.
            pub fn from_number(number: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|term| term.number() == number)
            }

            /// The label of a number, `Unknown (n)` where this version has none.
            pub fn label_of(number: u8) -> String {
                Self::from_number(number).map_or_else(|| format!("Unknown ({number})"), |term| term.label().into())
            }
        }
    };
}

pub(crate) use {coded, numbered};

/// Letters and digits only, without case and accents.
pub(crate) fn spelling(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}
