//! Path segments that are invalid ids.

/// Empty, too long, NUL, the parent folder, an encoded slash, non-ASCII, invalid UTF-8, another type, an integer
/// below all others, and quotes.
pub const MALFORMED: [&str; 11] = [
    "",
    TOO_LONG,
    "%00",
    "..",
    "%2e%2e",
    "a%2Fb",
    "%C5%81%C3%B3d%C5%BA",
    "%FF",
    "1.5",
    "-99999999999999999999",
    "%27%20OR%20%271",
];

const TOO_LONG: &str = concat!(
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
);
