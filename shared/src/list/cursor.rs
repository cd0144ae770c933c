//! Cursors for keyset paging.

use uuid::Uuid;

/// Position of the last row of a page. Opaque to clients. Grants no access beyond the user's visible rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Number of rows up to and including the last row of the page.
    pub rows: u64,
    /// Total number of rows when the first page was read.
    pub total: i64,
    /// Sort values of the row as text, in sort order.
    pub key: Vec<String>,
    pub uuid: Uuid,
}

impl Cursor {
    /// Encodes as `rows,total,uuid`, followed by `,length:text` for each key.
    pub fn encode(&self) -> String {
        let mut text = format!("{},{},{}", self.rows, self.total, self.uuid);
        for key in &self.key {
            text.push_str(&format!(",{}:{key}", key.len()));
        }
        text
    }

    /// Returns `None` if the text is not a cursor.
    pub fn decode(text: &str) -> Option<Self> {
        if text.len() > MAX_CURSOR_BYTES {
            return None;
        }
        let (rows, text) = text.split_once(',')?;
        let (total, text) = text.split_once(',')?;
        let (uuid, mut text) = text.split_at_checked(UUID_CHARS)?;
        let mut key = Vec::new();
        while !text.is_empty() {
            let (length, rest) = text.strip_prefix(',')?.split_once(':')?;
            let (value, rest) = rest.split_at_checked(length.parse().ok()?)?;
            key.push(value.to_owned());
            text = rest;
        }
        Some(Self {
            rows: rows.parse().ok()?,
            total: total.parse().ok()?,
            key,
            uuid: uuid.parse().ok()?,
        })
    }
}

/// Maximum length of an encoded cursor.
const MAX_CURSOR_BYTES: usize = 4_000;
const UUID_CHARS: usize = 36;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rejects_malformed_cursors() {
        let whole = Cursor {
            rows: 50,
            total: 9,
            key: vec!["né,e:1".into(), String::new()],
            uuid: Uuid::nil(),
        }
        .encode();
        assert_eq!(whole, "50,9,00000000-0000-0000-0000-000000000000,7:né,e:1,0:");
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let part = &whole[..end];
            let is_cut_between_keys = end == 41 || part.ends_with("e:1");
            assert_eq!(Cursor::decode(part).is_some(), is_cut_between_keys, "{part}");
        }
        for bad in [
            whole.replace(",7:", ",6:"),
            whole.replace(",7:", ",3:"),
            format!("{whole}x"),
            "-1".to_owned() + &whole,
        ] {
            assert_eq!(Cursor::decode(&bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn cursor_round_trips(rows: u64, total: i64, key in proptest::collection::vec("\\PC{0,20}", 0..4), id: u128) {
            let cursor = Cursor { rows, total, key, uuid: Uuid::from_u128(id) };
            prop_assert_eq!(Cursor::decode(&cursor.encode()), Some(cursor));
        }

        #[test]
        fn decoding_never_panics(text in any::<String>()) {
            let _ = Cursor::decode(&text);
        }
    }
}
