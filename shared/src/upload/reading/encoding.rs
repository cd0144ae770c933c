//! Detects the encoding of a text.

use super::FileError;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Encodings offered to users. Any other name of the Encoding Standard is accepted too.
pub const ENCODINGS: [&str; 19] = [
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    UTF_32LE,
    UTF_32BE,
    "windows-1252",
    "macintosh",
    "ISO-8859-15",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "Shift_JIS",
    "EUC-KR",
    "Big5",
    "gb18030",
    "KOI8-R",
];

const UTF_32LE: &str = "UTF-32LE";
const UTF_32BE: &str = "UTF-32BE";

/// Number of bytes examined for zeros and non-ASCII characters.
const SAMPLE_BYTES: usize = 256 * 1024;
/// Minimum number of non-ASCII bytes for a statistical guess.
const MIN_HIGH_BYTES: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    /// An encoding of the Encoding Standard.
    Standard(&'static Encoding),
    Utf32 {
        is_big_endian: bool,
    },
}

impl Charset {
    pub fn named(name: &str) -> Result<Self, FileError> {
        match name {
            UTF_32LE => Ok(Self::Utf32 { is_big_endian: false }),
            UTF_32BE => Ok(Self::Utf32 { is_big_endian: true }),
            _ => Encoding::for_label(name.as_bytes())
                .filter(|encoding| *encoding != REPLACEMENT && *encoding != X_USER_DEFINED)
                .map(Self::Standard)
                .ok_or(FileError::BadChoice),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Standard(encoding) => encoding.name(),
            Self::Utf32 { is_big_endian: false } => UTF_32LE,
            Self::Utf32 { is_big_endian: true } => UTF_32BE,
        }
    }
}

/// Guesses the encoding of a text that arrives in chunks.
pub struct EncodingGuess {
    /// Up to [`SAMPLE_BYTES`] bytes.
    start: Vec<u8>,
    utf8: Utf8Check,
    detector: EncodingDetector,
    /// Bytes passed to the detector.
    detected: usize,
    high_bytes: usize,
}

impl Default for EncodingGuess {
    fn default() -> Self {
        Self {
            start: Vec::new(),
            utf8: Utf8Check::default(),
            detector: EncodingDetector::new(Iso2022JpDetection::Deny),
            detected: 0,
            high_bytes: 0,
        }
    }
}

impl EncodingGuess {
    pub fn feed(&mut self, bytes: &[u8]) {
        let room = SAMPLE_BYTES - self.start.len();
        self.start.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.utf8.feed(bytes);
        // The detector is slow and ignores ASCII.
        if !bytes.is_ascii() && self.detected < SAMPLE_BYTES {
            let part = &bytes[..bytes.len().min(SAMPLE_BYTES - self.detected)];
            self.detector.feed(part, false);
            self.detected += part.len();
            self.high_bytes += part.iter().filter(|byte| !byte.is_ascii()).count();
        }
    }

    /// Returns one of [`ENCODINGS`] or another name of the Encoding Standard. `is_whole` tells whether the
    /// input is complete.
    pub fn name(&self, is_whole: bool) -> &'static str {
        self.charset(is_whole).name()
    }

    pub(super) fn charset(&self, is_whole: bool) -> Charset {
        if let Some(charset) = detect_bom(&self.start).or_else(|| detect_by_zero_bytes(&self.start)) {
            return charset;
        }
        // A few invalid characters in an otherwise valid UTF-8 text are invalid in any encoding.
        let broken = self.utf8.broken + usize::from(is_whole && !self.utf8.open.is_empty());
        if broken == 0 || self.utf8.whole >= broken * 10 {
            return Charset::Standard(UTF_8);
        }
        if self.high_bytes < MIN_HIGH_BYTES {
            return Charset::Standard(WINDOWS_1252);
        }
        Charset::Standard(self.detector.guess(Some(b"us"), Utf8Detection::Deny))
    }
}

fn detect_bom(start: &[u8]) -> Option<Charset> {
    match start {
        [0xef, 0xbb, 0xbf, ..] => Some(Charset::Standard(UTF_8)),
        [0xff, 0xfe, 0, 0, ..] => Some(Charset::Utf32 { is_big_endian: false }),
        [0, 0, 0xfe, 0xff, ..] => Some(Charset::Utf32 { is_big_endian: true }),
        // Some programs write the UTF-16 byte order mark before UTF-32 text.
        [0xff, 0xfe, rest @ ..] => Some(detect_utf32(rest).unwrap_or(Charset::Standard(UTF_16LE))),
        [0xfe, 0xff, rest @ ..] => Some(detect_utf32(rest).unwrap_or(Charset::Standard(UTF_16BE))),
        _ => None,
    }
}

fn detect_by_zero_bytes(start: &[u8]) -> Option<Charset> {
    if !start.contains(&0) {
        return None;
    }
    detect_utf32(start).or_else(|| detect_utf16(start))
}

/// Recognizes UTF-32: the two upper bytes of nearly all characters are zero, the lowest byte rarely.
fn detect_utf32(text: &[u8]) -> Option<Charset> {
    let (units, _) = text.as_chunks::<4>();
    let zeros = |at: usize| units.iter().filter(|unit| unit[at] == 0).count();
    let all = units.len();
    let (nearly_all, few) = (all - all / 10, all / 10);
    if all == 0 {
        None
    } else if zeros(3) == all && zeros(2) >= nearly_all && zeros(0) <= few {
        Some(Charset::Utf32 { is_big_endian: false })
    } else if zeros(0) == all && zeros(1) >= nearly_all && zeros(3) <= few {
        Some(Charset::Utf32 { is_big_endian: true })
    } else {
        None
    }
}

/// Recognizes UTF-16: the upper bytes of Latin letters, or at least of line ends, are zero.
fn detect_utf16(text: &[u8]) -> Option<Charset> {
    let (units, _) = text.as_chunks::<2>();
    let zeros = |at: usize| units.iter().filter(|unit| unit[at] == 0).count();
    let has_line_end = |unit: [u8; 2]| units.contains(&unit);
    let fits = |upper: usize, lower: usize, line_end: bool| {
        lower * 10 <= upper && (upper * 10 >= units.len() * 4 || (line_end && upper * 50 >= units.len()))
    };
    let (first, second) = (zeros(0), zeros(1));
    if fits(
        second,
        first,
        has_line_end([b'\n', 0]) || has_line_end([b'\r', 0]),
    ) {
        Some(Charset::Standard(UTF_16LE))
    } else if fits(
        first,
        second,
        has_line_end([0, b'\n']) || has_line_end([0, b'\r']),
    ) {
        Some(Charset::Standard(UTF_16BE))
    } else {
        None
    }
}

/// Counts valid and invalid non-ASCII UTF-8 characters.
#[derive(Default)]
struct Utf8Check {
    whole: usize,
    broken: usize,
    /// Incomplete character at the end of the previous chunk.
    open: Vec<u8>,
}

impl Utf8Check {
    fn feed(&mut self, bytes: &[u8]) {
        if self.open.is_empty() {
            self.check(bytes);
        } else {
            let mut joined = std::mem::take(&mut self.open);
            joined.extend_from_slice(bytes);
            self.check(&joined);
        }
    }

    fn check(&mut self, bytes: &[u8]) {
        if bytes.is_ascii() {
            return;
        }
        for chunk in bytes.utf8_chunks() {
            self.whole += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
            let invalid = chunk.invalid();
            if invalid.is_empty() {
                continue;
            }
            let is_last = invalid.as_ptr_range().end == bytes.as_ptr_range().end;
            match std::str::from_utf8(invalid) {
                Err(error) if is_last && error.error_len().is_none() => self.open = invalid.to_vec(),
                _ => self.broken += 1,
            }
        }
    }
}
