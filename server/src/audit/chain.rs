//! The hash chain of the audit log: each row's hash covers its fields and the hash of the previous row.
//! `verify.rs` proves that no row was changed or removed.

use aws_lc_rs::digest::{Context, SHA256};

/// Number of hashed columns: all columns of [`SELECT`] except the last, in this order.
pub(super) const FIELDS: usize = 13;

/// Selects the hashed columns as text, then the stored hash.
pub(super) const SELECT: &str = "SELECT firm_id::text, id::text, uuid::text, \
to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), actor_key, on_behalf_of_key, action, \
subject_type, subject_uuid::text, subject_key, details::text, trace_id, host(address), hash \
FROM audit_log ORDER BY audit_log.firm_id, audit_log.id";

/// Computes the hash of a row: SHA-256 of the previous hash (empty for the first row) and the length-prefixed
/// fields.
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
    fn different_rows_have_different_hashes() {
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
