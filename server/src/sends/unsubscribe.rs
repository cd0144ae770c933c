//! Addresses unsubscribed from a firm's cohort emails, and the encrypted tokens in unsubscribe links.

use crate::crypto::Sealer;
use crate::db::schema::unsubscription;
use crate::error::{ApiError, ApiResult};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::Timestamp;
use std::collections::HashSet;

/// Path of the unsubscribe page. The token follows.
pub const PATH: &str = "/unsubscribe";
/// Second part of a token. Tokens of the old version are sealed with the first sealing key.
const VERSION: &str = "v2";
const OLD_VERSION: &str = "1";
/// Prefix and suffix of a token's plaintext, which distinguish it from an encrypted tax ID of earlier versions.
const BEGIN: &str = "mailto:";
const END: &str = "?unsubscribe";

/// Normalizes an address for storage.
pub fn key(address: &str) -> String {
    address.to_lowercase()
}

/// Returns the addresses that have unsubscribed, normalized.
pub async fn among(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    addresses: &[&str],
) -> QueryResult<HashSet<String>> {
    let keys: Vec<String> = addresses.iter().map(|address| key(address)).collect();
    let unsubscribed: Vec<String> = unsubscription::table
        .filter(unsubscription::firm_id.eq(firm_id))
        .filter(unsubscription::address.eq_any(keys))
        .select(unsubscription::address)
        .load(connection)
        .await?;
    Ok(unsubscribed.into_iter().collect())
}

/// Unsubscribes an address from all cohort emails of the firm, or resubscribes it.
pub async fn set(
    connection: &mut AsyncPgConnection,
    firm_id: i32,
    address: &str,
    now: Timestamp,
    is_unsubscribed: bool,
) -> QueryResult<()> {
    let address = key(address);
    let changed = if is_unsubscribed {
        diesel::insert_into(unsubscription::table)
            .values((
                unsubscription::firm_id.eq(firm_id),
                unsubscription::address.eq(address),
                unsubscription::unsubscribed_at.eq(jiff_diesel::Timestamp::from(now)),
            ))
            .on_conflict_do_nothing()
            .execute(connection)
            .await
    } else {
        diesel::delete(unsubscription::table.find((firm_id, address)))
            .execute(connection)
            .await
    };
    changed.map(drop)
}

/// Encrypts an address into a token for links. Only holders of the key can read or create tokens.
///
/// # Errors
/// Returns an error if the random number generator of the system fails.
pub fn token(sealer: &Sealer, firm_id: i32, address: &str) -> anyhow::Result<String> {
    let sealed = sealer.seal_link(firm_id, &format!("{BEGIN}{address}{END}"))?;
    let cipher = URL_SAFE_NO_PAD.encode(sealed);
    Ok(format!("{firm_id}.{VERSION}.{cipher}"))
}

/// Returns the firm and the address of a token.
///
/// # Errors
/// Returns `ApiError::NotFound` if the token is not valid.
pub fn read(sealer: &Sealer, token: &str) -> ApiResult<(i32, String)> {
    let read = || {
        let mut parts = token.splitn(3, '.');
        let firm_id: i32 = parts.next()?.parse().ok()?;
        let version = parts.next()?;
        let cipher = URL_SAFE_NO_PAD.decode(parts.next()?).ok()?;
        let text = match version {
            VERSION => sealer.open_link(firm_id, &cipher),
            OLD_VERSION => sealer.open_old_link(firm_id, &cipher),
            _ => return None,
        };
        let text = text.ok()?;
        let address = text.strip_prefix(BEGIN)?.strip_suffix(END)?;
        Some((firm_id, address.to_owned()))
    };
    read().ok_or(ApiError::NotFound("link"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::STANDARD;

    #[test]
    fn reads_only_tokens_made_with_the_same_key() {
        let sealer = |byte: u8| Sealer::new(&STANDARD.encode([byte; 32])).unwrap();
        let (ours, theirs) = (sealer(1), sealer(2));
        let token = token(&ours, 7, "Adä@mail.example").unwrap();
        assert!(
            token
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        );
        assert_eq!(read(&ours, &token).unwrap(), (7, "Adä@mail.example".to_owned()));
        let number = ours.seal_link(7, "523861947").unwrap();
        let number = format!("7.v2.{}", URL_SAFE_NO_PAD.encode(number));
        for bad in [
            "",
            "7",
            "7.1.",
            "7.1.AAAA",
            "7.v2.AAAA",
            "7.2.AAAA",
            &number,
            &token.replacen('7', "8", 1),
            &token[..token.len() - 2],
        ] {
            assert!(read(&ours, bad).is_err(), "{bad}");
        }
        assert!(read(&theirs, &token).is_err());
    }
}
