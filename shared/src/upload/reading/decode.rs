//! Decodes text of any encoding to UTF-8 in chunks.

use super::encoding::Charset;
use super::limits::FILE_BYTES;
use super::{FileError, ReadError};
use encoding_rs::Decoder;
use std::io::{ErrorKind, Read};

const READ_BYTES: usize = 64 * 1024;
const MARK: &str = "\u{feff}";

/// Reads chunks of valid UTF-8 without byte order marks and NUL characters. Invalid input becomes U+FFFD.
pub struct Decode<R> {
    source: R,
    decoder: Kind,
    raw: Box<[u8]>,
    taken: u64,
    is_over: bool,
}

enum Kind {
    Standard(Decoder),
    Utf32(Utf32),
}

impl<R: Read> Decode<R> {
    pub fn new(source: R, charset: Charset) -> Self {
        let decoder = match charset {
            Charset::Standard(encoding) => Kind::Standard(encoding.new_decoder_with_bom_removal()),
            Charset::Utf32 { is_big_endian } => Kind::Utf32(Utf32 {
                is_big_endian,
                is_at_start: true,
                open: Vec::new(),
            }),
        };
        Self {
            source,
            decoder,
            raw: vec![0; READ_BYTES].into(),
            taken: 0,
            is_over: false,
        }
    }

    /// Replaces the content of `text` with the next chunk. Returns false at the end.
    pub fn next_piece(&mut self, text: &mut Vec<u8>) -> Result<bool, ReadError> {
        text.clear();
        while text.is_empty() && !self.is_over {
            let length = self.fill()?;
            self.taken += length as u64;
            if self.taken > FILE_BYTES {
                return Err(FileError::TooLarge.into());
            }
            self.is_over = length == 0;
            self.decoder.decode(&self.raw[..length], self.is_over, text);
            remove_marks_and_nuls(text);
        }
        Ok(!text.is_empty())
    }

    fn fill(&mut self) -> Result<usize, ReadError> {
        loop {
            match self.source.read(&mut self.raw) {
                Ok(length) => return Ok(length),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Removes NUL characters and byte order marks. Concatenated files can have marks in the middle, but the
/// decoder removes only the first one.
fn remove_marks_and_nuls(text: &mut Vec<u8>) {
    if text.contains(&0) {
        text.retain(|byte| *byte != 0);
    }
    if text.contains(&MARK.as_bytes()[0]) {
        *text = String::from_utf8_lossy(text).replace(MARK, "").into_bytes();
    }
}

impl Kind {
    fn decode(&mut self, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
        match self {
            Self::Standard(decoder) => {
                // The buffer has the maximum output size, so one call is enough.
                let room = decoder.max_utf8_buffer_length(bytes.len());
                text.resize(room.unwrap_or(bytes.len() * 3 + 16), 0);
                let (_, _, written, _) = decoder.decode_to_utf8(bytes, text, is_last);
                text.truncate(written);
            }
            Self::Utf32(decoder) => decoder.decode(bytes, is_last, text),
        }
    }
}

struct Utf32 {
    is_big_endian: bool,
    is_at_start: bool,
    /// Incomplete character at the end of the previous chunk.
    open: Vec<u8>,
}

impl Utf32 {
    fn decode(&mut self, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) {
        let mut bytes = [&std::mem::take(&mut self.open), bytes].concat();
        if self.is_at_start && (bytes.len() >= 4 || is_last) {
            self.is_at_start = false;
            if has_short_mark(&bytes) {
                bytes.drain(..2);
            }
        }
        let (units, rest) = bytes.as_chunks::<4>();
        for unit in units {
            let code = if self.is_big_endian {
                u32::from_be_bytes(*unit)
            } else {
                u32::from_le_bytes(*unit)
            };
            let letter = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            push(text, letter);
        }
        if is_last && !rest.is_empty() {
            push(text, char::REPLACEMENT_CHARACTER);
        } else {
            self.open = rest.to_vec();
        }
    }
}

/// Returns whether UTF-32 text starts with the two-byte UTF-16 byte order mark.
fn has_short_mark(start: &[u8]) -> bool {
    match start {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => false,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        _ => false,
    }
}

fn push(text: &mut Vec<u8>, letter: char) {
    text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
}
