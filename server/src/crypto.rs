//! Encryption at rest. Tax numbers are sealed with AES-256-GCM and compared by keyed hash. Uploaded files
//! that may contain them are sealed too.

mod stream;
mod value;

pub use stream::{OpenedFile, OpeningFile, SealingFile, Unopened};
pub use value::{Place, Sealed, UnopenedValue};

use anyhow::{Context, anyhow, ensure};
use aws_lc_rs::aead::{AES_256_GCM, LessSafeKey, UnboundKey};
use aws_lc_rs::{hkdf, hmac, rand};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{fs, os::unix::fs::OpenOptionsExt, path::Path};

/// Id of the key in use. A key rotation adds the next number.
const CURRENT_KEY: i16 = 1;

/// Encrypts and decrypts tax numbers and files.
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

    /// Returns the keyed hash of a number within a firm.
    pub fn hash(&self, firm_id: i32, digits: &str) -> Vec<u8> {
        let mut context = hmac::Context::with_key(&self.hash);
        context.update(&firm_id.to_be_bytes());
        context.update(digits.as_bytes());
        context.sign().as_ref().to_vec()
    }
}
