//! The sealing keys of a server, in two sets. Each has a current key, and older ones that can still decrypt.

use anyhow::{Context, anyhow, ensure};
use aws_lc_rs::aead::{AES_256_GCM, LessSafeKey, UnboundKey};
use aws_lc_rs::{hkdf, rand};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{fs, os::unix::fs::OpenOptionsExt, path::Path};

const KEY_LEN: usize = 32;
/// Id of a key that is set without an id.
const ONLY_KEY: i16 = 1;

/// 32 bytes that other keys are derived from.
pub type Secret = [u8; KEY_LEN];

/// A set of keys, by the data it encrypts. Each set has its own setting, table of check values and rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySet {
    /// Tax numbers, documents and uploads.
    General,
    /// Medical requests and their documents.
    Medical,
}

impl KeySet {
    /// Returns the environment variable that contains the keys.
    pub const fn setting(self) -> &'static str {
        match self {
            Self::General => "FIRMBOOK_SEALING_KEY",
            Self::Medical => "FIRMBOOK_MEDICAL_KEY",
        }
    }

    /// Returns the table of the keys' check values.
    pub const fn table(self) -> &'static str {
        match self {
            Self::General => "sealing_key",
            Self::Medical => "medical_key",
        }
    }

    /// Returns the name of the key file in the data directory, which is used if the setting is missing.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::General => "sealing-key",
            Self::Medical => "medical-key",
        }
    }
}

/// One or more sealing keys. The first is the current one.
pub struct Keyring {
    set: KeySet,
    current: Key,
    older: Vec<Key>,
}

/// The keys derived from a sealing key, one per purpose.
pub(super) struct Key {
    pub id: i16,
    /// Encrypts values.
    pub values: LessSafeKey,
    /// Input key material for file keys.
    pub files: Secret,
    /// The matching key of a database whose first sealing key is this one.
    pub matching: Secret,
}

impl Keyring {
    /// Parses `id:base64,id:base64`, or a single key in base64, whose id is 1. Line breaks separate keys too.
    ///
    /// # Errors
    /// Returns an error if a key or id is invalid or an id is repeated.
    pub fn parse(set: KeySet, setting: &str) -> anyhow::Result<Self> {
        let name = set.setting();
        let items = setting
            .split([',', '\n'])
            .map(str::trim)
            .filter(|item| !item.is_empty());
        let mut keys = Vec::<Key>::new();
        for item in items {
            let key = match item.split_once(':') {
                Some((id, key)) => Key::parse(name, key_id(name, id)?, key)?,
                None => Key::parse(name, ONLY_KEY, item)?,
            };
            ensure!(
                keys.iter().all(|other| other.id != key.id),
                "{name} has two keys with the id {}. Give each key an id of its own.",
                key.id
            );
            keys.push(key);
        }
        let mut keys = keys.into_iter();
        let current = keys
            .next()
            .with_context(|| format!("{name} has no key. Set it to 32 random bytes in base64."))?;
        Ok(Self {
            set,
            current,
            older: keys.collect(),
        })
    }

    /// Reads the keys from a file, which is created with a random key and mode 0600 if it does not exist. For
    /// development.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or created.
    pub fn from_file(set: KeySet, path: &Path) -> anyhow::Result<Self> {
        if !path.exists() {
            let mut key: Secret = [0; KEY_LEN];
            rand::fill(&mut key).map_err(|_| anyhow!("the system provides no random bytes"))?;
            let mut file = fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(path)?;
            std::io::Write::write_all(&mut file, STANDARD.encode(key).as_bytes())?;
        }
        let keys = fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
        Self::parse(set, &keys)
    }

    pub fn set(&self) -> KeySet {
        self.set
    }

    /// Checks that the sets share no key, so that a stolen key decrypts the data of only one set.
    ///
    /// # Errors
    /// Returns an error if both settings contain the same key.
    pub fn differs_from(&self, other: &Self) -> anyhow::Result<()> {
        let is_shared = |key: &Key| other.all().any(|known| known.files == key.files);
        ensure!(
            !self.all().any(is_shared),
            "{} and {} have the same key. Set {1} to a key of its own.",
            other.set.setting(),
            self.set.setting()
        );
        Ok(())
    }

    /// Returns the id of the key that new values are sealed with.
    pub fn current_id(&self) -> i16 {
        self.current.id
    }

    /// Returns the ids of all keys, starting with the current one.
    pub fn ids(&self) -> impl Iterator<Item = i16> {
        self.all().map(|key| key.id)
    }

    pub(super) fn current(&self) -> &Key {
        &self.current
    }

    pub(super) fn find(&self, id: i16) -> Option<&Key> {
        self.all().find(|key| key.id == id)
    }

    fn all(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.current).chain(&self.older)
    }
}

impl Key {
    fn parse(name: &str, id: i16, key: &str) -> anyhow::Result<Self> {
        let bytes = STANDARD
            .decode(key.trim())
            .with_context(|| format!("{name}: the key with the id {id} is not valid base64"))?;
        ensure!(
            bytes.len() == KEY_LEN,
            "{name}: the key with the id {id} must have {KEY_LEN} bytes, not {}",
            bytes.len()
        );
        Ok(Self {
            id,
            values: aead(&derived(&bytes, b"seal")?)?,
            files: derived(&bytes, b"files")?,
            matching: derived(&bytes, b"hash")?,
        })
    }
}

fn key_id(name: &str, text: &str) -> anyhow::Result<i16> {
    text.trim()
        .parse()
        .ok()
        .filter(|id| *id > 0)
        .with_context(|| format!("{name}: “{text}” is not a key id. Use a whole number from 1 to 32767."))
}

/// Derives a key for one purpose.
pub(super) fn derived(secret: &[u8], purpose: &[u8]) -> anyhow::Result<Secret> {
    let mut key = [0; KEY_LEN];
    hkdf::Salt::new(hkdf::HKDF_SHA256, b"firmbook")
        .extract(secret)
        .expand(&[purpose], hkdf::HKDF_SHA256)
        .and_then(|okm| okm.fill(&mut key))
        .map_err(|_| anyhow!("failed to derive a key"))?;
    Ok(key)
}

pub(super) fn aead(key: &Secret) -> anyhow::Result<LessSafeKey> {
    let key =
        UnboundKey::new(&AES_256_GCM, key).map_err(|_| anyhow!("the derived key has the wrong length"))?;
    Ok(LessSafeKey::new(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; 32])
    }

    #[test]
    fn parses_keys_with_ids_and_a_single_key_without_id() {
        let ids = |setting: String| {
            Keyring::parse(KeySet::General, &setting)
                .unwrap()
                .ids()
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(key(1)), [1]);
        assert_eq!(ids(format!("{}\n", key(1))), [1]);
        assert_eq!(ids(format!("7:{}", key(1))), [7]);
        assert_eq!(ids(format!("2:{}, 1:{}", key(2), key(1))), [2, 1]);
        assert_eq!(ids(format!("2:{}\n{}", key(2), key(1))), [2, 1]);
    }

    #[test]
    fn rejects_invalid_keys_with_a_reason() {
        for (setting, reason) in [
            (String::new(), "has no key"),
            ("1:x".into(), "the key with the id 1 is not valid base64"),
            (STANDARD.encode([1; 31]), "must have 32 bytes, not 31"),
            (format!("0:{}", key(1)), "“0” is not a key id"),
            (format!("99999:{}", key(1)), "“99999” is not a key id"),
            (format!("a:{}", key(1)), "“a” is not a key id"),
            (format!("3:{},3:{}", key(1), key(2)), "two keys with the id 3"),
            (format!("1:{},{}", key(1), key(2)), "two keys with the id 1"),
        ] {
            let error = Keyring::parse(KeySet::Medical, &setting)
                .err()
                .map(|error| error.to_string());
            assert!(
                error.as_ref().is_some_and(|error| error.contains(reason)),
                "{reason}: {error:?}"
            );
        }
    }

    #[test]
    fn rejects_a_key_that_is_in_both_sets() {
        let ring = |set, setting: String| Keyring::parse(set, &setting).unwrap();
        let general = ring(KeySet::General, format!("2:{},1:{}", key(2), key(1)));
        assert!(ring(KeySet::Medical, key(3)).differs_from(&general).is_ok());
        let error = ring(KeySet::Medical, key(1)).differs_from(&general).unwrap_err();
        assert_eq!(
            error.to_string(),
            "FIRMBOOK_SEALING_KEY and FIRMBOOK_MEDICAL_KEY have the same key. Set FIRMBOOK_MEDICAL_KEY to a key of its own."
        );
    }
}
