//! A row of the audit log, and the hash that follows from it and from the row before.

use aws_lc_rs::digest::{Context, SHA256};

/// What the hash covers, in order: the columns of [`SELECT`], each as text.
pub(super) const FIELDS: usize = 13;

/// The covered columns as text, then the hash that the row came with.
pub(super) const SELECT: &str = "SELECT firm_id::text, id::text, uuid::text, \
to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), actor_key, on_behalf_of_key, action, \
subject_type, subject_uuid::text, subject_key, details::text, trace_id, host(address), hash \
FROM audit_log ORDER BY audit_log.firm_id, audit_log.id";

/// The hash of a row: SHA-256 over the hash before it (none for the first) and each field with its length.
pub(super) fn hash<'a>(previous: &[u8], fields: impl IntoIterator<Item = Option<&'a str>>) -> Vec<u8> {
    let mut digest = Context::new(&SHA256);
    digest.update(previous);
    for field in fields {
        match field {
            Some(text) => {
                digest.update(text.len().to_string().as_bytes());
                digest.update(b":");
                digest.update(text.as_bytes());
            }
            None => digest.update(b"-"),
        }
    }
    digest.finish().as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rows_read_the_same() {
        let rows: [&[Option<&str>]; 7] = [
            &[Some("ab"), Some("c")],
            &[Some("a"), Some("bc")],
            &[Some("abc"), Some("")],
            &[Some("abc"), None],
            &[None, Some("abc")],
            &[Some("-"), Some("abc")],
            &[Some("2:ab1:c"), None],
        ];
        let mut hashes: Vec<_> = rows.iter().map(|row| hash(b"", row.iter().copied())).collect();
        hashes.push(hash(b"before", rows[0].iter().copied()));
        let all = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
    }
}
