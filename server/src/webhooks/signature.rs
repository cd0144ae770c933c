//! Signatures of webhook requests.

use aws_lc_rs::hmac;
use jiff::Timestamp;
use shared::embed::webhook::{signature, signed_content};

/// Returns the signature header of a body, with a signature for each secret.
pub fn header(secrets: &[String], at: Timestamp, body: &str) -> String {
    let unix_seconds = at.as_second();
    let content = signed_content(unix_seconds, body);
    let signatures: Vec<String> = secrets.iter().map(|secret| sign(secret, &content)).collect();
    signature(unix_seconds, &signatures)
}

/// Returns the HMAC-SHA256 of a text in hexadecimal.
fn sign(secret: &str, content: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, content.as_bytes());
    tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_each_secret() {
        // Computed with `printf '%s' '1795280400.{"id":1}' | openssl dgst -sha256 -hmac whsec_a`.
        let at = Timestamp::from_second(1_795_280_400).unwrap();
        let both = header(&["whsec_a".into(), "whsec_b".into()], at, r#"{"id":1}"#);
        assert_eq!(both, format!("t=1795280400,v1={A},v1={B}"));
    }

    const A: &str = "b3d95a32ba914efa2bffe0665dafc1f8c70c4094d42e3464fb6e0276e57825b9";
    const B: &str = "1a218384262072a79f6b2e36a936f7a7ea7da25bd94531f0bfdee2845b652d30";
}
