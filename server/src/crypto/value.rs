//! Sealed values in the database.
//!
//! A sealed value consists of a header, a nonce, the ciphertext and its tag. The header contains the format
//! version and the key id. The associated data consists of the header, the firm, the field and the record,
//! each with its length. A value that was copied to another row, field or firm therefore fails to decrypt.

use super::Sealer;
use super::keyring::{Key, Keyring, Secret};
use crate::error::ApiError;
use anyhow::anyhow;
use aws_lc_rs::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use aws_lc_rs::rand;
use std::sync::atomic::Ordering;
use uuid::Uuid;

/// First bytes of a sealed value: the format version. The key id follows.
const MAGIC: [u8; 4] = *b"FbV2";
const HEAD_LEN: usize = MAGIC.len() + 2;
/// Id of the key that sealed all values without a header.
pub(super) const HEADLESS_KEY: i16 = 1;
/// SQL condition: `tax_id_cipher` has no header. See [`MAGIC`].
pub const IS_HEADLESS: &str = "substr(tax_id_cipher, 1, 4) <> 'FbV2'";

type Head = [u8; HEAD_LEN];

/// The field of a record that a sealed value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub firm_id: i32,
    pub record: Uuid,
    pub field: &'static str,
}

impl Place {
    /// Field with a contact's tax number.
    pub const TAX_ID: &'static str = "contact.tax_id";
    /// Field with the content of a medical request.
    pub const MEDICAL_REQUEST: &'static str = "medical_request.content";
    /// Field with the name of a medical document.
    pub const MEDICAL_DOCUMENT: &'static str = "medical_document.content";
    /// Field with a webhook's current and previous signing secrets.
    pub const WEBHOOK_SECRET: &'static str = "webhook.secret";

    /// Returns the place of a contact's tax number.
    pub fn tax_id(firm_id: i32, contact: Uuid) -> Self {
        Self {
            firm_id,
            record: contact,
            field: Self::TAX_ID,
        }
    }

    /// Returns the associated data of a value: the header, then firm, field and record, each with its length.
    fn bound_to(&self, head: Head) -> Aad<Vec<u8>> {
        let mut data = head.to_vec();
        for part in [
            &self.firm_id.to_be_bytes()[..],
            self.field.as_bytes(),
            self.record.as_bytes(),
        ] {
            data.extend_from_slice(&(part.len() as u32).to_be_bytes());
            data.extend_from_slice(part);
        }
        Aad::from(data)
    }
}

/// An encrypted tax number, as stored in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Header, nonce, ciphertext and tag.
    pub cipher: Vec<u8>,
    /// Id of the key, as in the header, for queries.
    pub key_id: i16,
    /// Keyed hash, equal for equal numbers within a firm.
    pub hash: Vec<u8>,
    pub last4: String,
}

/// Decryption errors of a sealed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnopenedValue {
    #[error("unknown sealing key id {0}")]
    NoKey(i16),
    /// Modified, or sealed with another key or for another record, field or firm. These cases are indistinguishable.
    #[error("the sealed value is damaged or belongs to another record")]
    Damaged,
}

impl From<UnopenedValue> for ApiError {
    fn from(error: UnopenedValue) -> Self {
        tracing::error!(%error, "failed to decrypt a stored value");
        match error {
            UnopenedValue::NoKey(_) => Self::Refused {
                code: "sealing_key_missing",
                message: "The stored tax number cannot be decrypted, because its key is missing. Contact your administrator.".into(),
            },
            UnopenedValue::Damaged => Self::Refused {
                code: "sealed_value_damaged",
                message: "The stored tax number is damaged. Enter it again.".into(),
            },
        }
    }
}

impl Sealer {
    /// Encrypts the digits of a number for one field of one record, with the current key.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn seal(&self, place: Place, digits: &str) -> anyhow::Result<Sealed> {
        Ok(Sealed {
            cipher: self.seal_bytes(place, digits.as_bytes(), self.keys.current_id())?,
            key_id: self.keys.current_id(),
            hash: self.hash(place.firm_id, digits),
            last4: digits[digits.len().saturating_sub(4)..].to_owned(),
        })
    }

    /// Encrypts a text for one field of one record, with the current key.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn seal_text(&self, place: Place, text: &str) -> anyhow::Result<Vec<u8>> {
        self.seal_bytes(place, text.as_bytes(), self.keys.current_id())
    }

    /// Decrypts the digits of a number, or a text.
    ///
    /// # Errors
    /// Returns [`UnopenedValue`] if the value was modified, or sealed with another key, or for another record
    /// or field.
    pub fn open(&self, place: Place, cipher: &[u8]) -> Result<String, UnopenedValue> {
        match cipher.split_first_chunk::<HEAD_LEN>() {
            Some((head, sealed)) if head.starts_with(&MAGIC) => {
                let [.., high, low] = *head;
                let key = self.keys.key(i16::from_be_bytes([high, low]))?;
                open(&key.values, place.bound_to(*head), sealed)
            }
            // A value without a header is bound only to its firm.
            _ if self.reads_headless.load(Ordering::Relaxed) => {
                let key = self.keys.key(HEADLESS_KEY)?;
                open(&key.values, Aad::from(place.firm_id.to_be_bytes()), cipher)
            }
            _ => Err(UnopenedValue::Damaged),
        }
    }

    /// Re-encrypts a value with the current key, for the same field of the same record.
    ///
    /// # Errors
    /// Returns [`UnopenedValue`] like [`Sealer::open`]. The outer error is a system failure.
    pub fn reseal(&self, place: Place, cipher: &[u8]) -> anyhow::Result<Result<Vec<u8>, UnopenedValue>> {
        match self.open(place, cipher) {
            Ok(digits) => {
                let current = self.keys.current_id();
                self.seal_bytes(place, digits.as_bytes(), current).map(Ok)
            }
            Err(error) => Ok(Err(error)),
        }
    }

    fn seal_bytes(&self, place: Place, plain: &[u8], key_id: i16) -> anyhow::Result<Vec<u8>> {
        let head = head(key_id);
        let key = self.keys.key(key_id)?;
        Ok([&head[..], &seal(&key.values, place.bound_to(head), plain)?].concat())
    }
}

impl Keyring {
    fn key(&self, id: i16) -> Result<&Key, UnopenedValue> {
        self.find(id).ok_or(UnopenedValue::NoKey(id))
    }

    /// Seals the matching key of a database with the key that has this id.
    ///
    /// # Errors
    /// Returns an error if this keyring has no such key or the system provides no random bytes.
    pub fn wrap(&self, key_id: i16, matching: &Secret) -> anyhow::Result<Vec<u8>> {
        let key = self.key(key_id)?;
        seal(&key.values, wrapping(key_id), matching)
    }

    /// Decrypts the matching key of a database with the key that sealed it.
    ///
    /// # Errors
    /// Returns [`UnopenedValue`] if this keyring has no key with this id, or a different one.
    pub fn unwrap_matching_key(&self, key_id: i16, wrapped: &[u8]) -> Result<Secret, UnopenedValue> {
        let key = self.key(key_id)?;
        let bytes = open_bytes(&key.values, wrapping(key_id), wrapped)?;
        bytes.try_into().map_err(|_| UnopenedValue::Damaged)
    }

    /// Returns the matching key of a database that has had only one sealing key so far.
    pub fn first_matching_key(&self) -> Secret {
        self.current().matching
    }
}

fn wrapping(key_id: i16) -> Aad<Vec<u8>> {
    Aad::from([b"firmbook matching key", &key_id.to_be_bytes()[..]].concat())
}

fn head(key_id: i16) -> Head {
    let [high, low] = key_id.to_be_bytes();
    let [a, b, c, d] = MAGIC;
    [a, b, c, d, high, low]
}

/// Returns nonce, ciphertext and tag.
pub(super) fn seal(
    key: &LessSafeKey,
    bound_to: Aad<impl AsRef<[u8]>>,
    plain: &[u8],
) -> anyhow::Result<Vec<u8>> {
    let mut nonce = [0; NONCE_LEN];
    rand::fill(&mut nonce).map_err(|_| anyhow!("the system provides no random bytes"))?;
    let mut sealed = plain.to_vec();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to, &mut sealed)
        .map_err(|_| anyhow!("failed to seal a value"))?;
    Ok([&nonce[..], &sealed].concat())
}

pub(super) fn open(
    key: &LessSafeKey,
    bound_to: Aad<impl AsRef<[u8]>>,
    sealed: &[u8],
) -> Result<String, UnopenedValue> {
    String::from_utf8(open_bytes(key, bound_to, sealed)?).map_err(|_| UnopenedValue::Damaged)
}

fn open_bytes(
    key: &LessSafeKey,
    bound_to: Aad<impl AsRef<[u8]>>,
    sealed: &[u8],
) -> Result<Vec<u8>, UnopenedValue> {
    let (nonce, sealed) = sealed
        .split_first_chunk::<NONCE_LEN>()
        .ok_or(UnopenedValue::Damaged)?;
    let mut opened = sealed.to_vec();
    let plain = key
        .open_in_place(Nonce::assume_unique_for_key(*nonce), bound_to, &mut opened)
        .map_err(|_| UnopenedValue::Damaged)?;
    Ok(plain.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crypto::KeySet;
    use base64::{Engine, engine::general_purpose::STANDARD};

    const ADA: Place = Place {
        firm_id: 7,
        record: Uuid::from_u128(1),
        field: "contact.tax_id",
    };

    fn sealer(byte: u8) -> Sealer {
        Sealer::new(&STANDARD.encode([byte; 32])).unwrap()
    }

    #[test]
    fn opens_a_number_only_for_its_record_with_its_key() {
        let sealed = sealer(1).seal(ADA, "900121234").unwrap();
        assert_eq!(sealer(1).open(ADA, &sealed.cipher).unwrap(), "900121234");
        for other in [
            Place { firm_id: 8, ..ADA },
            Place {
                record: Uuid::from_u128(2),
                ..ADA
            },
            Place {
                field: "contact.other",
                ..ADA
            },
        ] {
            let opened = sealer(1).open(other, &sealed.cipher);
            assert_eq!(opened, Err(UnopenedValue::Damaged), "{other:?}");
        }
        assert!(sealer(2).open(ADA, &sealed.cipher).is_err());
    }

    #[test]
    fn rejects_a_sealed_number_with_any_changed_byte() {
        let sealed = sealer(1).seal(ADA, "900121234").unwrap();
        for i in 0..sealed.cipher.len() {
            let mut changed = sealed.cipher.clone();
            changed[i] ^= 1;
            assert!(sealer(1).open(ADA, &changed).is_err(), "byte {i}");
            assert!(sealer(1).open(ADA, &sealed.cipher[..i]).is_err(), "cut after {i}");
        }
        let mut other_key = sealed.cipher;
        other_key[5] = 9;
        assert_eq!(sealer(1).open(ADA, &other_key), Err(UnopenedValue::NoKey(9)));
    }

    #[test]
    fn seals_with_the_first_key_and_opens_with_any() {
        let key = |byte: u8| STANDARD.encode([byte; 32]);
        let old = sealer(1).seal(ADA, "900121234").unwrap();
        let both = Sealer::new(&format!("2:{},1:{}", key(2), key(1))).unwrap();
        assert_eq!(both.open(ADA, &old.cipher).unwrap(), "900121234");
        let new = both.seal(ADA, "900121234").unwrap();
        assert_eq!((old.key_id, new.key_id), (1, 2));
        assert_eq!(sealer(1).open(ADA, &new.cipher), Err(UnopenedValue::NoKey(2)));
        let again = both.reseal(ADA, &old.cipher).unwrap().unwrap();
        let only = Sealer::new(&format!("2:{}", key(2))).unwrap();
        assert_eq!(only.open(ADA, &again).unwrap(), "900121234");
        assert_eq!(only.open(ADA, &old.cipher), Err(UnopenedValue::NoKey(1)));
        let elsewhere = Place { firm_id: 8, ..ADA };
        assert_eq!(
            both.reseal(elsewhere, &old.cipher).unwrap(),
            Err(UnopenedValue::Damaged)
        );
    }

    #[test]
    fn opens_values_without_a_header_until_they_are_refused() {
        let sealer = sealer(1);
        let bound = Aad::from(7_i32.to_be_bytes());
        let old = seal(&sealer.keys.current().values, bound, b"900121234").unwrap();
        assert_eq!(sealer.open(ADA, &old).unwrap(), "900121234");
        assert!(sealer.open(Place { firm_id: 8, ..ADA }, &old).is_err());
        let new = sealer.reseal(ADA, &old).unwrap().unwrap();
        sealer.refuse_headless();
        assert_eq!(sealer.open(ADA, &old), Err(UnopenedValue::Damaged));
        assert_eq!(sealer.open(ADA, &new).unwrap(), "900121234");
    }

    #[test]
    fn matching_key_opens_only_with_the_key_that_wrapped_it() {
        let ring = |setting: &str| Keyring::parse(KeySet::General, setting).unwrap();
        let key = |byte: u8| STANDARD.encode([byte; 32]);
        let ours = ring(&key(1));
        let wrapped = ours.wrap(1, &ours.first_matching_key()).unwrap();
        assert_eq!(
            ours.unwrap_matching_key(1, &wrapped),
            Ok(ours.first_matching_key())
        );
        assert_eq!(
            ring(&key(2)).unwrap_matching_key(1, &wrapped),
            Err(UnopenedValue::Damaged)
        );
        assert_eq!(
            ring(&format!("2:{}", key(1))).unwrap_matching_key(1, &wrapped),
            Err(UnopenedValue::NoKey(1))
        );
    }

    #[test]
    fn associated_data_differs_even_if_the_concatenated_parts_are_equal() {
        let of = |field| Place { field, ..ADA }.bound_to(head(1)).as_ref().to_vec();
        assert_ne!(of("a"), of("ab"));
        let (long, short) = (of("contact.tax_id"), of("contact.tax_i"));
        assert_ne!(&long[..short.len()], short);
    }

    #[test]
    fn equal_numbers_share_a_hash_within_a_firm_but_not_the_ciphertext() {
        let (a, b) = (
            sealer(1).seal(ADA, "900121234").unwrap(),
            sealer(1).seal(ADA, "900121234").unwrap(),
        );
        assert_eq!(a.hash, b.hash);
        assert_ne!(a.cipher, b.cipher);
        assert_ne!(a.hash, sealer(1).hash(8, "900121234"));
        assert_eq!(a.last4, "1234");
    }
}
