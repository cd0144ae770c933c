//! Record framing: JSON texts, each terminated by a byte that JSON never contains.

/// Terminates every record.
pub const SEPARATOR: char = '\u{1e}';
const SEPARATOR_BYTE: u8 = SEPARATOR as u8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("Message is incomplete.")]
    Incomplete,
    #[error("A record is larger than allowed.")]
    TooLarge,
    #[error("A record is no text.")]
    NotText,
}

/// Splits a byte stream into records. Buffers at most one record of the allowed size.
#[derive(Debug)]
pub struct Splitter {
    begun: Vec<u8>,
    max_bytes: usize,
    fault: Option<Fault>,
}

impl Splitter {
    /// `max_bytes` limits one record without its separator.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            begun: Vec::new(),
            max_bytes,
            fault: None,
        }
    }

    /// Returns the records that these bytes complete, in order. After a fault, all further input is ignored,
    /// because the start of the next record is unknown.
    pub fn take(&mut self, mut bytes: &[u8]) -> Vec<Result<String, Fault>> {
        let mut records = Vec::new();
        while self.fault.is_none() {
            let end = bytes.iter().position(|byte| *byte == SEPARATOR_BYTE);
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            let record = if self.begun.len() + piece.len() > self.max_bytes {
                Err(Fault::TooLarge)
            } else {
                self.begun.extend_from_slice(piece);
                let Some(end) = end else { return records };
                bytes = &bytes[end + 1..];
                // Releases the buffer, so an idle connection uses no memory for it.
                String::from_utf8(std::mem::take(&mut self.begun)).map_err(|_| Fault::NotText)
            };
            self.fault = record.as_ref().err().copied();
            records.push(record);
        }
        self.begun = Vec::new();
        records
    }
}

/// Splits a message that must consist of complete records, as every message to a client does.
///
/// # Errors
/// Returns [`Fault::Incomplete`] if the message does not end with a separator.
pub fn whole_records(text: &str) -> Result<Vec<&str>, Fault> {
    let records = text.strip_suffix(SEPARATOR).ok_or(Fault::Incomplete)?;
    Ok(records.split(SEPARATOR).collect())
}

/// Appends the separator to a JSON text.
pub fn record(mut json: String) -> String {
    json.push(SEPARATOR);
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn joins_records_from_any_chunks() {
        let mut splitter = Splitter::new(10);
        assert_eq!(splitter.take(b"{\"a\""), []);
        assert_eq!(
            splitter.take(b":1}\x1e\x1e{}\x1e{"),
            [Ok("{\"a\":1}".into()), Ok(String::new()), Ok("{}".into())]
        );
        assert_eq!(splitter.take(b"}\x1e"), [Ok("{}".into())]);
    }

    #[test]
    fn rejects_records_over_the_size_limit() {
        assert_eq!(Splitter::new(3).take(b"abc\x1e"), [Ok("abc".into())]);
        let mut splitter = Splitter::new(3);
        assert_eq!(splitter.take(b"abc"), []);
        assert_eq!(splitter.take(b"d"), [Err(Fault::TooLarge)]);
        assert_eq!(splitter.take(b"{}\x1e"), [], "input after a fault is ignored");
        assert_eq!(
            Splitter::new(3).take(b"ab\x1eabcd\x1eab\x1e"),
            [Ok("ab".into()), Err(Fault::TooLarge)]
        );
    }

    #[test]
    fn rejects_invalid_utf8() {
        assert_eq!(Splitter::new(9).take(b"\xff\x1e"), [Err(Fault::NotText)]);
        // A character may be split between two reads.
        let mut splitter = Splitter::new(9);
        assert_eq!(splitter.take(b"\xc3"), []);
        assert_eq!(splitter.take(b"\xbc\x1e"), [Ok("ü".into())]);
    }

    #[test]
    fn rejects_incomplete_records() {
        assert_eq!(whole_records("{}\u{1e}[]\u{1e}"), Ok(vec!["{}", "[]"]));
        assert_eq!(whole_records("\u{1e}"), Ok(vec![""]));
        for incomplete in ["", "{}", "{}\u{1e}["] {
            assert_eq!(whole_records(incomplete), Err(Fault::Incomplete));
        }
    }

    proptest! {
        #[test]
        fn chunk_boundaries_make_no_difference(
            bytes in prop::collection::vec(prop_oneof![Just(SEPARATOR_BYTE), any::<u8>()], 0..200),
            cuts in prop::collection::vec(0_usize..200, 0..8),
            max in 0_usize..40,
        ) {
            let whole = Splitter::new(max).take(&bytes);
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let mut splitter = Splitter::new(max);
            let pieces: Vec<_> = cuts.windows(2).flat_map(|cut| splitter.take(&bytes[cut[0]..cut[1]])).collect();
            prop_assert_eq!(whole, pieces);
            prop_assert!(splitter.begun.len() <= max);
        }
    }
}
