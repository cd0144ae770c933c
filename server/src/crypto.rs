//! Social security and tax numbers at rest: sealed with AES-256-GCM under a key id, compared by keyed hash. Files that
//! hold them are sealed under the same key id.

mod stream;

pub use stream::{OpenedFile, SealingFile, Unopened};

use anyhow::{Context, anyhow, ensure};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::{hkdf, hmac, rand};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{fs, os::unix::fs::OpenOptionsExt, path::Path};

/// The key id of [`Sealer`]; a rotation adds a key with the next number.
const CURRENT_KEY: i16 = 1;

/// A number as the database keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Nonce, then ciphertext and tag.
    pub cipher: Vec<u8>,
    pub key_id: i16,
    /// The same number of the same firm gives the same hash.
    pub hash: Vec<u8>,
    pub last4: String,
}

/// Seals and opens numbers. The firm is part of what is authenticated: a value moved to another firm does not open.
pub struct Sealer {
    aead: LessSafeKey,
    hash: hmac::Key,
    /// What the keys of files are derived from.
    files: [u8; 32],
}

impl Sealer {
    /// From 32 random bytes in base64.
    ///
    /// # Errors
    /// When the key is not that.
    pub fn new(key: &str) -> anyhow::Result<Self> {
        let bytes = STANDARD
            .decode(key.trim())
            .context("the sealing key is not base64")?;
        ensure!(bytes.len() == 32, "the sealing key must have 32 bytes");
        let master = hkdf::Salt::new(hkdf::HKDF_SHA256, b"firmbook").extract(&bytes);
        let derived = |purpose: &[u8]| -> anyhow::Result<[u8; 32]> {
            let mut key = [0; 32];
            master
                .expand(&[purpose], hkdf::HKDF_SHA256)
                .and_then(|okm| okm.fill(&mut key))
                .map_err(|_| anyhow!("the sealing key cannot be derived"))?;
            Ok(key)
        };
        let aead =
            UnboundKey::new(&AES_256_GCM, &derived(b"seal")?).map_err(|_| anyhow!("the key does not fit"))?;
        Ok(Self {
            aead: LessSafeKey::new(aead),
            hash: hmac::Key::new(hmac::HMAC_SHA256, &derived(b"hash")?),
            files: derived(b"files")?,
        })
    }

    /// From a file that is made on first use, readable by its owner only: for development.
    ///
    /// # Errors
    /// When the file can be neither read nor made.
    pub fn from_file(path: &Path) -> anyhow::Result<Self> {
        if !path.exists() {
            let mut key = [0; 32];
            rand::fill(&mut key).map_err(|_| anyhow!("the system gives no random bytes"))?;
            let mut file = fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(path)?;
            std::io::Write::write_all(&mut file, STANDARD.encode(key).as_bytes())?;
        }
        let key = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Self::new(&key)
    }

    /// Seals the digits of a number.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn seal(&self, firm_id: i32, digits: &str) -> anyhow::Result<Sealed> {
        let mut nonce = [0; NONCE_LEN];
        rand::fill(&mut nonce).map_err(|_| anyhow!("the system gives no random bytes"))?;
        let mut sealed = digits.as_bytes().to_vec();
        self.aead
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                bound_to(firm_id),
                &mut sealed,
            )
            .map_err(|_| anyhow!("the number cannot be sealed"))?;
        Ok(Sealed {
            cipher: [nonce.as_slice(), &sealed].concat(),
            key_id: CURRENT_KEY,
            hash: self.hash(firm_id, digits),
            last4: digits[digits.len().saturating_sub(4)..].to_owned(),
        })
    }

    /// The digits again.
    ///
    /// # Errors
    /// When the value was sealed with another key, for another firm, or was changed.
    pub fn open(&self, firm_id: i32, cipher: &[u8], key_id: i16) -> anyhow::Result<String> {
        ensure!(key_id == CURRENT_KEY, "there is no key with the id {key_id}");
        let (nonce, sealed) = cipher
            .split_at_checked(NONCE_LEN)
            .context("the sealed value is too short")?;
        let mut opened = sealed.to_vec();
        let plain = self
            .aead
            .open_in_place(
                Nonce::try_assume_unique_for_key(nonce)?,
                bound_to(firm_id),
                &mut opened,
            )
            .map_err(|_| anyhow!("the sealed value does not open"))?;
        Ok(String::from_utf8(plain.to_vec())?)
    }

    /// What equal numbers of a firm have in common.
    pub fn hash(&self, firm_id: i32, digits: &str) -> Vec<u8> {
        let mut context = hmac::Context::with_key(&self.hash);
        context.update(&firm_id.to_be_bytes());
        context.update(digits.as_bytes());
        context.sign().as_ref().to_vec()
    }
}

fn bound_to(firm_id: i32) -> Aad<[u8; 4]> {
    Aad::from(firm_id.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(byte: u8) -> Sealer {
        Sealer::new(&STANDARD.encode([byte; 32])).unwrap()
    }

    #[test]
    fn a_sealed_number_opens_for_its_firm_only() {
        let sealed = sealer(1).seal(7, "900121234").unwrap();
        assert_eq!(
            sealer(1).open(7, &sealed.cipher, sealed.key_id).unwrap(),
            "900121234"
        );
        assert!(sealer(1).open(8, &sealed.cipher, sealed.key_id).is_err());
        assert!(sealer(2).open(7, &sealed.cipher, sealed.key_id).is_err());
        assert!(sealer(1).open(7, &sealed.cipher, 2).is_err());
    }

    #[test]
    fn every_byte_of_a_sealed_number_counts() {
        let sealed = sealer(1).seal(7, "900121234").unwrap();
        for i in 0..sealed.cipher.len() {
            let mut changed = sealed.cipher.clone();
            changed[i] ^= 1;
            assert!(sealer(1).open(7, &changed, 1).is_err(), "byte {i}");
        }
        assert!(sealer(1).open(7, b"short", 1).is_err());
    }

    #[test]
    fn equal_numbers_have_equal_hashes_within_a_firm_and_never_equal_ciphertext() {
        let (a, b) = (
            sealer(1).seal(7, "900121234").unwrap(),
            sealer(1).seal(7, "900121234").unwrap(),
        );
        assert_eq!(a.hash, b.hash);
        assert_ne!(a.cipher, b.cipher);
        assert_ne!(a.hash, sealer(1).hash(8, "900121234"));
        assert_eq!(a.last4, "1234");
    }
}
