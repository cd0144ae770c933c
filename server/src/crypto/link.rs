//! Encrypted values in links sent by email. Each value is bound to its firm.

use super::Sealer;
use super::value::{HEADLESS_KEY, UnopenedValue, open, seal};
use aws_lc_rs::aead::Aad;

impl Sealer {
    /// Encrypts a value for a link. The key does not rotate, because links in old emails must keep working.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn seal_link(&self, firm_id: i32, text: &str) -> anyhow::Result<Vec<u8>> {
        seal(&self.links, Aad::from(firm_id.to_be_bytes()), text.as_bytes())
    }

    /// Decrypts a value from a link.
    ///
    /// # Errors
    /// Returns [`UnopenedValue`] if the value was modified or belongs to another firm or database.
    pub fn open_link(&self, firm_id: i32, sealed: &[u8]) -> Result<String, UnopenedValue> {
        open(&self.links, Aad::from(firm_id.to_be_bytes()), sealed)
    }

    /// Decrypts a value from a link created by an earlier version, which used the first sealing key.
    ///
    /// # Errors
    /// Returns [`UnopenedValue`] like [`Sealer::open_link`], or if that key is no longer set.
    pub fn open_old_link(&self, firm_id: i32, sealed: &[u8]) -> Result<String, UnopenedValue> {
        let key = self
            .keys
            .find(HEADLESS_KEY)
            .ok_or(UnopenedValue::NoKey(HEADLESS_KEY))?;
        open(&key.values, Aad::from(firm_id.to_be_bytes()), sealed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KeySet, Keyring};
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};

    #[test]
    fn opens_links_after_a_rotation_and_old_links_while_their_key_is_set() {
        let key = |byte: u8| STANDARD.encode([byte; 32]);
        let before = Sealer::new(&key(1)).unwrap();
        let matching = before.keys.first_matching_key();
        let with = |setting: String| {
            Sealer::with_matching_key(Keyring::parse(KeySet::General, &setting).unwrap(), &matching).unwrap()
        };
        let link = before.seal_link(7, "ada@mail.example").unwrap();
        let bound_to = Aad::from(7_i32.to_be_bytes());
        let old = seal(&before.keys.current().values, bound_to, b"ada@mail.example").unwrap();
        let during = with(format!("2:{},1:{}", key(2), key(1)));
        let after = with(format!("2:{}", key(2)));
        for sealer in [&before, &during, &after] {
            assert_eq!(sealer.open_link(7, &link).unwrap(), "ada@mail.example");
            assert_eq!(sealer.open_link(8, &link), Err(UnopenedValue::Damaged));
        }
        for sealer in [&before, &during] {
            assert_eq!(sealer.open_old_link(7, &old).unwrap(), "ada@mail.example");
        }
        assert_eq!(after.open_old_link(7, &old), Err(UnopenedValue::NoKey(1)));
    }
}
