//! Encryption of files at rest, in chunks, so that a file is never held in memory as a whole.
//!
//! The construction follows Tink's streaming AEAD (AES256-GCM-HKDF). Each file has its own key, derived from
//! the master key and a random salt. The nonce of a chunk contains its number and whether it is the last.
//! Changed, missing, repeated or reordered chunks fail to decrypt, and so does a truncated file.

use super::Sealer;
use super::keyring::Secret;
use anyhow::{Context, anyhow};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::{hkdf, rand};
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use uuid::Uuid;

/// First bytes of a sealed file. The key id, the salt and the nonce prefix follow.
const MAGIC: [u8; 4] = *b"FbS1";
const SALT_LEN: usize = 32;
const PREFIX_LEN: usize = NONCE_LEN - 5;
/// Number of bytes that [`key_id_of`] needs from the start of a file.
pub const KEY_ID_LEN: usize = MAGIC.len() + 2;
const HEAD_LEN: usize = KEY_ID_LEN + SALT_LEN + PREFIX_LEN;
/// Plaintext bytes per chunk.
const PIECE_BYTES: usize = 64 * 1024;
const SEALED_PIECE_BYTES: usize = PIECE_BYTES + 16;

type Head = [u8; HEAD_LEN];

/// Owner of a file, authenticated with its content. A file that is copied to another owner fails to decrypt.
#[derive(Debug, Clone, Copy)]
pub enum Owner {
    Firm(i32),
    Document(i32, Uuid),
}

impl Owner {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Firm(firm_id) => firm_id.to_be_bytes().to_vec(),
            Self::Document(firm_id, uuid) => {
                [&firm_id.to_be_bytes()[..], b"document", uuid.as_bytes()].concat()
            }
        }
    }
}

/// Decryption errors of [`OpenedFile`], wrapped in an `io::Error` of kind `InvalidData`.
#[derive(Debug, thiserror::Error)]
pub enum Unopened {
    #[error("the file is not sealed")]
    NotSealed,
    #[error("unknown sealing key id {0}")]
    NoKey(i16),
    /// Truncated or modified, or sealed with another key or for another firm. These cases are
    /// indistinguishable.
    #[error("the sealed file is truncated or modified")]
    Changed,
}

impl From<Unopened> for io::Error {
    fn from(error: Unopened) -> Self {
        Self::new(ErrorKind::InvalidData, error)
    }
}

impl Sealer {
    /// Starts encrypting a file for a firm and appends its header to `out`.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn seal_file(&self, firm_id: i32, out: &mut Vec<u8>) -> anyhow::Result<SealingFile> {
        self.seal_for(Owner::Firm(firm_id), out)
    }

    /// Starts encrypting a document, which opens only with the same firm and uuid. Appends its header to `out`.
    ///
    /// # Errors
    /// See [`Sealer::seal_file`].
    pub fn seal_document(&self, firm_id: i32, uuid: Uuid, out: &mut Vec<u8>) -> anyhow::Result<SealingFile> {
        self.seal_for(Owner::Document(firm_id, uuid), out)
    }

    /// Starts decrypting a file that arrives in parts.
    pub fn open_for(self: Arc<Self>, owner: Owner) -> OpeningFile {
        OpeningFile {
            sealer: self,
            owner,
            pieces: None,
            ahead: Vec::new(),
        }
    }

    /// Starts encrypting a file, which opens only for the same owner. Appends its header to `out`.
    ///
    /// # Errors
    /// See [`Sealer::seal_file`].
    pub fn seal_for(&self, owner: Owner, out: &mut Vec<u8>) -> anyhow::Result<SealingFile> {
        let mut head: Head = [0; HEAD_LEN];
        rand::fill(&mut head).map_err(|_| anyhow!("the system provides no random bytes"))?;
        let key = self.keys.current();
        let known = [&MAGIC[..], &key.id.to_be_bytes()].concat();
        head[..known.len()].copy_from_slice(&known);
        out.extend_from_slice(&head);
        let pieces = Pieces::new(&key.files, owner, &head)
            .map_err(|_| anyhow!("failed to derive the key of a file"))?;
        Ok(SealingFile {
            pieces,
            piece: Vec::with_capacity(SEALED_PIECE_BYTES),
        })
    }

    /// Returns a reader that decrypts a file of the firm.
    ///
    /// # Errors
    /// Returns the source's errors, and [`Unopened`] if the header is invalid.
    pub fn open_file<R: Read>(&self, firm_id: i32, mut source: R) -> io::Result<OpenedFile<R>> {
        let mut head: Head = [0; HEAD_LEN];
        source.read_exact(&mut head).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => Unopened::Changed.into(),
            _ => error,
        })?;
        Ok(OpenedFile {
            source,
            pieces: self.pieces_of(Owner::Firm(firm_id), &head)?,
            ahead: Vec::with_capacity(SEALED_PIECE_BYTES + 1),
            piece: Vec::new(),
            at: 0,
            is_over: false,
        })
    }

    /// Checks a file's header and derives its key.
    fn pieces_of(&self, owner: Owner, head: &Head) -> Result<Pieces, Unopened> {
        let (magic, rest) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(Unopened::NotSealed);
        }
        let key_id = i16::from_be_bytes([rest[0], rest[1]]);
        let key = self.keys.find(key_id).ok_or(Unopened::NoKey(key_id))?;
        Pieces::new(&key.files, owner, head).map_err(|_| Unopened::Changed)
    }
}

/// Returns the id of the key that sealed a file, or `None` if the file is not sealed.
///
/// # Errors
/// Returns the source's errors.
pub fn key_id_of(mut source: impl Read) -> io::Result<Option<i16>> {
    let mut head = [0; KEY_ID_LEN];
    match source.read_exact(&mut head) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let [.., high, low] = head;
    Ok(head.starts_with(&MAGIC).then(|| i16::from_be_bytes([high, low])))
}

/// A file's key and nonce sequence. `next` is the number of the next chunk, `None` after the last.
struct Pieces {
    key: LessSafeKey,
    prefix: [u8; PREFIX_LEN],
    next: Option<u32>,
}

impl Pieces {
    fn new(files: &Secret, owner: Owner, head: &Head) -> Result<Self, Unspecified> {
        let (salt, prefix) = head[KEY_ID_LEN..].split_at(SALT_LEN);
        let master = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(files);
        let owner = owner.bytes();
        let info = [&owner[..], &head[..]];
        let key = UnboundKey::from(master.expand(&info, &AES_256_GCM)?);
        Ok(Self {
            key: LessSafeKey::new(key),
            prefix: prefix.try_into().map_err(|_| Unspecified)?,
            next: Some(0),
        })
    }

    fn nonce(&mut self, is_last: bool) -> Option<Nonce> {
        let number = self.next?;
        self.next = if is_last { None } else { number.checked_add(1) };
        let mut nonce = [0; NONCE_LEN];
        nonce[..PREFIX_LEN].copy_from_slice(&self.prefix);
        nonce[PREFIX_LEN..NONCE_LEN - 1].copy_from_slice(&number.to_be_bytes());
        nonce[NONCE_LEN - 1] = u8::from(is_last);
        Some(Nonce::assume_unique_for_key(nonce))
    }

    /// Decrypts the next chunk in place.
    fn open(&mut self, is_last: bool, piece: &mut Vec<u8>) -> Result<(), Unopened> {
        let nonce = self.nonce(is_last).ok_or(Unopened::Changed)?;
        let opened = self
            .key
            .open_in_place(nonce, Aad::empty(), piece)
            .map_err(|_| Unopened::Changed)?
            .len();
        piece.truncate(opened);
        Ok(())
    }
}

/// An encryption in progress. The output is valid only after [`SealingFile::finish`].
pub struct SealingFile {
    pieces: Pieces,
    piece: Vec<u8>,
}

impl SealingFile {
    /// Encrypts more plaintext and appends all complete chunks to `out`.
    ///
    /// # Errors
    /// Returns an error if the file exceeds 256 TB.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> anyhow::Result<()> {
        while !bytes.is_empty() {
            // A full chunk is sealed only when more data follows, because the last chunk is marked.
            if self.piece.len() == PIECE_BYTES {
                self.seal(false, out)?;
            }
            let room = PIECE_BYTES - self.piece.len();
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.piece.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    /// Encrypts the last chunk and appends it to `out`.
    ///
    /// # Errors
    /// See [`SealingFile::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> anyhow::Result<()> {
        self.seal(true, out)
    }

    fn seal(&mut self, is_last: bool, out: &mut Vec<u8>) -> anyhow::Result<()> {
        let nonce = self.pieces.nonce(is_last).context("the file is too large")?;
        self.pieces
            .key
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut self.piece)
            .map_err(|_| anyhow!("failed to seal a chunk of a file"))?;
        out.append(&mut self.piece);
        Ok(())
    }
}

/// A decrypting reader. Returns plaintext only from authenticated chunks.
pub struct OpenedFile<R> {
    source: R,
    pieces: Pieces,
    /// Ciphertext read ahead: a chunk, and one byte of the next chunk if there is one.
    ahead: Vec<u8>,
    piece: Vec<u8>,
    at: usize,
    is_over: bool,
}

impl<R: Read> OpenedFile<R> {
    fn open_piece(&mut self) -> io::Result<()> {
        let wanted = SEALED_PIECE_BYTES + 1 - self.ahead.len();
        self.source
            .by_ref()
            .take(wanted as u64)
            .read_to_end(&mut self.ahead)?;
        let of_next = (self.ahead.len() > SEALED_PIECE_BYTES)
            .then(|| self.ahead.pop())
            .flatten();
        self.pieces.open(of_next.is_none(), &mut self.ahead)?;
        std::mem::swap(&mut self.piece, &mut self.ahead);
        self.at = 0;
        self.is_over = of_next.is_none();
        self.ahead.clear();
        self.ahead.extend(of_next);
        Ok(())
    }
}

impl<R: Read> Read for OpenedFile<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() && !self.is_over {
            self.open_piece()?;
        }
        let read = (&self.piece[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// A decryption in progress. Returns plaintext only from authenticated chunks. The file is complete only after
/// [`OpeningFile::finish`].
pub struct OpeningFile {
    sealer: Arc<Sealer>,
    owner: Owner,
    /// `None` before the whole header has arrived.
    pieces: Option<Pieces>,
    /// Ciphertext that is not yet decrypted.
    ahead: Vec<u8>,
}

impl OpeningFile {
    /// Decrypts more ciphertext and appends the plaintext of all complete chunks but the last to `out`.
    ///
    /// # Errors
    /// Returns [`Unopened`] if the header is invalid or a chunk fails to decrypt.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Unopened> {
        self.ahead.extend_from_slice(bytes);
        let pieces = match &mut self.pieces {
            Some(pieces) => pieces,
            None => {
                let Some(head) = self.ahead.first_chunk::<HEAD_LEN>() else {
                    return Ok(());
                };
                let pieces = self.sealer.pieces_of(self.owner, head)?;
                self.ahead.drain(..HEAD_LEN);
                self.pieces.insert(pieces)
            }
        };
        // A full chunk is opened only when more data follows, because the last chunk is marked.
        while self.ahead.len() > SEALED_PIECE_BYTES {
            let rest = self.ahead.split_off(SEALED_PIECE_BYTES);
            pieces.open(false, &mut self.ahead)?;
            out.append(&mut self.ahead);
            self.ahead = rest;
        }
        Ok(())
    }

    /// Decrypts the last chunk and appends it to `out`.
    ///
    /// # Errors
    /// Returns [`Unopened::Changed`] if the file is truncated or modified.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), Unopened> {
        let mut pieces = self.pieces.ok_or(Unopened::Changed)?;
        pieces.open(true, &mut self.ahead)?;
        out.append(&mut self.ahead);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
