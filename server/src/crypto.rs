//! Encryption at rest. Tax numbers are sealed with AES-256-GCM and compared by keyed hash. Uploaded files that may
//! contain them are sealed too. Medical data uses separate keys.
//!
//! Each purpose has its own key, derived from the sealing key. Values and files contain the id of their key, so that
//! keys can be rotated. The matching key belongs to the database and never changes: hashes made with different keys
//! would not match, and links in emails must still work after a rotation.

mod keyring;
mod link;
mod stream;
mod value;

pub use keyring::{KeySet, Keyring, Secret};
pub use stream::{KEY_ID_LEN, OpenedFile, OpeningFile, Owner, SealingFile, Unopened, key_id_of};
pub use value::{IS_HEADLESS, Place, Sealed, UnopenedValue};

use aws_lc_rs::aead::LessSafeKey;
use aws_lc_rs::hmac;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The sealers of a server, one for each set of keys.
#[derive(Clone)]
pub struct Sealers {
    pub general: Arc<Sealer>,
    pub medical: Arc<Sealer>,
}

/// Encrypts and decrypts values and files with one set of keys.
pub struct Sealer {
    keys: Keyring,
    hash: hmac::Key,
    /// Encrypts values in links.
    links: LessSafeKey,
    /// Password of the database login that nodes create for their requests.
    login: Secret,
    reads_headless: AtomicBool,
}

impl Sealer {
    /// Creates a sealer with general keys for a database whose first sealing key is the current one.
    ///
    /// # Errors
    /// See [`Keyring::parse`].
    pub fn new(setting: &str) -> anyhow::Result<Self> {
        Self::of_set(KeySet::General, setting)
    }

    /// Like [`Sealer::new`], for either set of keys.
    ///
    /// # Errors
    /// See [`Keyring::parse`].
    pub fn of_set(set: KeySet, setting: &str) -> anyhow::Result<Self> {
        let keys = Keyring::parse(set, setting)?;
        let matching = keys.current().matching;
        Self::with_matching_key(keys, &matching)
    }

    /// Creates a sealer with the matching key of a database.
    ///
    /// # Errors
    /// Returns an error if a key cannot be derived.
    pub fn with_matching_key(keys: Keyring, matching: &Secret) -> anyhow::Result<Self> {
        Ok(Self {
            keys,
            hash: hmac::Key::new(hmac::HMAC_SHA256, matching),
            links: keyring::aead(&keyring::derived(matching, b"links")?)?,
            login: keyring::derived(matching, b"database login")?,
            reads_headless: AtomicBool::new(true),
        })
    }

    pub fn keys(&self) -> &Keyring {
        &self.keys
    }

    /// Stops reading values without a header. Called once all of them have been re-encrypted.
    pub fn refuse_headless(&self) {
        self.reads_headless.store(false, Ordering::Relaxed);
    }

    /// Returns the password of the database login that requests use. It is derived from the matching key, so
    /// all nodes get the same password.
    #[must_use]
    pub fn database_password(&self) -> String {
        self.login.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the keyed hash of a number within a firm.
    pub fn hash(&self, firm_id: i32, digits: &str) -> Vec<u8> {
        let mut context = hmac::Context::with_key(&self.hash);
        context.update(&firm_id.to_be_bytes());
        context.update(digits.as_bytes());
        context.sign().as_ref().to_vec()
    }
}
