//! Encryption at rest. Tax numbers are sealed with AES-256-GCM and compared by keyed hash. Uploaded files
//! that may contain them are sealed too.

mod stream;

pub use stream::{OpenedFile, OpeningFile, SealingFile, Unopened};

use anyhow::{Context, anyhow, ensure};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::{hkdf, hmac, rand};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{fs, os::unix::fs::OpenOptionsExt, path::Path};

/// Id of the key in use. A key rotation adds the next number.
const CURRENT_KEY: i16 = 1;

/// An encrypted tax number, as stored in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Nonce, ciphertext and tag.
    pub cipher: Vec<u8>,
    pub key_id: i16,
    /// Keyed hash, equal for equal numbers within a firm.
    pub hash: Vec<u8>,
    pub last4: String,
}

/// Encrypts and decrypts tax numbers. The firm id is authenticated, so a value copied to another firm does
/// not decrypt.
pub struct Sealer {
    aead: LessSafeKey,
    hash: hmac::Key,
    /// Input key material for file keys.
    files: [u8; 32],
}

impl Sealer {
    /// Creates a sealer from 32 random bytes in base64.
    ///
    /// # Errors
    /// Returns an error if the key is not valid base64 or has another length.
    pub fn new(key: &str) -> anyhow::Result<Self> {
        let bytes = STANDARD
            .decode(key.trim())
            .context("the sealing key is not valid base64")?;
        ensure!(bytes.len() == 32, "the sealing key must have 32 bytes");
        let master = hkdf::Salt::new(hkdf::HKDF_SHA256, b"firmbook").extract(&bytes);
        let derived = |purpose: &[u8]| -> anyhow::Result<[u8; 32]> {
            let mut key = [0; 32];
            master
                .expand(&[purpose], hkdf::HKDF_SHA256)
                .and_then(|okm| okm.fill(&mut key))
                .map_err(|_| anyhow!("failed to derive a key from the sealing key"))?;
            Ok(key)
        };
        let aead = UnboundKey::new(&AES_256_GCM, &derived(b"seal")?)
            .map_err(|_| anyhow!("the derived key has the wrong length"))?;
        Ok(Self {
            aead: LessSafeKey::new(aead),
            hash: hmac::Key::new(hmac::HMAC_SHA256, &derived(b"hash")?),
            files: derived(b"files")?,
        })
    }

    /// Reads the key from a file, which is created with mode 0600 if it does not exist. For development.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or created.
    pub fn from_file(path: &Path) -> anyhow::Result<Self> {
        if !path.exists() {
            let mut key = [0; 32];
            rand::fill(&mut key).map_err(|_| anyhow!("the system provides no random bytes"))?;
            let mut file = fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(path)?;
            std::io::Write::write_all(&mut file, STANDARD.encode(key).as_bytes())?;
        }
        let key = fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
        Self::new(&key)
    }

    /// Encrypts the digits of a number.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn seal(&self, firm_id: i32, digits: &str) -> anyhow::Result<Sealed> {
        let mut nonce = [0; NONCE_LEN];
        rand::fill(&mut nonce).map_err(|_| anyhow!("the system provides no random bytes"))?;
        let mut sealed = digits.as_bytes().to_vec();
        self.aead
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                bound_to(firm_id),
                &mut sealed,
            )
            .map_err(|_| anyhow!("failed to seal the number"))?;
        Ok(Sealed {
            cipher: [nonce.as_slice(), &sealed].concat(),
            key_id: CURRENT_KEY,
            hash: self.hash(firm_id, digits),
            last4: digits[digits.len().saturating_sub(4)..].to_owned(),
        })
    }

    /// Decrypts the digits of a number.
    ///
    /// # Errors
    /// Returns an error if the value was modified, or sealed with another key or for another firm.
    pub fn open(&self, firm_id: i32, cipher: &[u8], key_id: i16) -> anyhow::Result<String> {
        ensure!(key_id == CURRENT_KEY, "unknown sealing key id {key_id}");
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
            .map_err(|_| anyhow!("the sealed value failed to decrypt"))?;
        Ok(String::from_utf8(plain.to_vec())?)
    }

    /// Returns the keyed hash of a number within a firm.
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
    fn opens_a_number_only_with_its_firm_and_key() {
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
    fn rejects_a_sealed_number_with_any_changed_byte() {
        let sealed = sealer(1).seal(7, "900121234").unwrap();
        for i in 0..sealed.cipher.len() {
            let mut changed = sealed.cipher.clone();
            changed[i] ^= 1;
            assert!(sealer(1).open(7, &changed, 1).is_err(), "byte {i}");
        }
        assert!(sealer(1).open(7, b"short", 1).is_err());
    }

    #[test]
    fn equal_numbers_share_a_hash_within_a_firm_but_not_the_ciphertext() {
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
