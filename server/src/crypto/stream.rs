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
/// Length of the start of a file that [`key_id_of`] needs.
pub const KEY_ID_LEN: usize = MAGIC.len() + 2;
const HEAD_LEN: usize = KEY_ID_LEN + SALT_LEN + PREFIX_LEN;
/// Plaintext bytes per chunk.
const PIECE_BYTES: usize = 64 * 1024;
const SEALED_PIECE_BYTES: usize = PIECE_BYTES + 16;

type Head = [u8; HEAD_LEN];

/// Owner of a file, authenticated with its content. A file that is copied to another owner does not open.
#[derive(Debug, Clone, Copy)]
enum Owner {
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

    /// Starts decrypting a document that arrives in parts.
    pub fn open_document(self: Arc<Self>, firm_id: i32, uuid: Uuid) -> OpeningFile {
        OpeningFile {
            sealer: self,
            owner: Owner::Document(firm_id, uuid),
            pieces: None,
            ahead: Vec::new(),
        }
    }

    fn seal_for(&self, owner: Owner, out: &mut Vec<u8>) -> anyhow::Result<SealingFile> {
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
mod tests {
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};

    fn sealer(byte: u8) -> Sealer {
        Sealer::new(&STANDARD.encode([byte; 32])).unwrap()
    }

    fn sealed(content: &[u8], step: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let mut file = sealer(1).seal_file(7, &mut out).unwrap();
        for part in content.chunks(step) {
            file.push(part, &mut out).unwrap();
        }
        file.finish(&mut out).unwrap();
        out
    }

    fn opened_by(sealer: &Sealer, firm_id: i32, sealed: &[u8]) -> Result<Vec<u8>, String> {
        let mut content = Vec::new();
        sealer
            .open_file(firm_id, sealed)
            .and_then(|mut file| file.read_to_end(&mut content))
            .map_err(|error| {
                assert_eq!(error.kind(), ErrorKind::InvalidData);
                error.to_string()
            })?;
        Ok(content)
    }

    fn opened(sealed: &[u8]) -> Result<Vec<u8>, String> {
        opened_by(&sealer(1), 7, sealed)
    }

    const CHANGED: &str = "the sealed file is truncated or modified";

    #[test]
    fn round_trips_files_of_any_length() {
        let content: Vec<u8> = (0..3 * PIECE_BYTES).map(|i| (i % 251) as u8).collect();
        for length in [
            0,
            1,
            PIECE_BYTES - 1,
            PIECE_BYTES,
            PIECE_BYTES + 1,
            2 * PIECE_BYTES,
            content.len(),
        ] {
            for step in [1000, PIECE_BYTES, content.len()] {
                let sealed = sealed(&content[..length], step);
                let pieces = length.div_ceil(PIECE_BYTES).max(1);
                assert_eq!(sealed.len(), HEAD_LEN + length + 16 * pieces);
                assert_eq!(
                    opened(&sealed).unwrap(),
                    &content[..length],
                    "{length} in steps of {step}"
                );
            }
        }
    }

    #[test]
    fn opens_a_file_only_with_its_firm_and_key() {
        let sealed = sealed(b"Ada,523-86-1947", 4);
        assert!(!sealed.windows(4).any(|part| part == b"1947"));
        assert_eq!(opened_by(&sealer(1), 8, &sealed).unwrap_err(), CHANGED);
        assert_eq!(opened_by(&sealer(2), 7, &sealed).unwrap_err(), CHANGED);
        let mut other_key = sealed.clone();
        other_key[5] = 2;
        assert_eq!(opened(&other_key).unwrap_err(), "unknown sealing key id 2");
        assert_eq!(opened(&[b'x'; 100]).unwrap_err(), "the file is not sealed");
        assert_eq!(key_id_of(&sealed[..]).unwrap(), Some(1));
        assert_eq!(key_id_of(&other_key[..]).unwrap(), Some(2));
        assert_eq!(key_id_of(&sealed[..5]).unwrap(), None);
        assert_eq!(key_id_of(&b"First Name"[..]).unwrap(), None);
        let both = format!("2:{},1:{}", STANDARD.encode([2; 32]), STANDARD.encode([1; 32]));
        let both = Sealer::new(&both).unwrap();
        assert_eq!(opened_by(&both, 7, &sealed).unwrap(), b"Ada,523-86-1947");
        let mut out = Vec::new();
        both.seal_file(7, &mut out).unwrap().finish(&mut out).unwrap();
        assert_eq!(
            key_id_of(&out[..]).unwrap(),
            Some(2),
            "the first key is the current one"
        );
        assert_ne!(
            sealed,
            super::tests::sealed(b"Ada,523-86-1947", 4),
            "the salt is random"
        );
    }

    fn sealed_document(content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut file = sealer(1).seal_document(7, DOCUMENT, &mut out).unwrap();
        file.push(content, &mut out).unwrap();
        file.finish(&mut out).unwrap();
        out
    }

    const DOCUMENT: Uuid = Uuid::from_u128(5);

    fn opened_document(firm_id: i32, uuid: Uuid, sealed: &[u8], step: usize) -> Result<Vec<u8>, String> {
        let mut file = Arc::new(sealer(1)).open_document(firm_id, uuid);
        let mut content = Vec::new();
        for part in sealed.chunks(step) {
            file.push(part, &mut content).map_err(|error| error.to_string())?;
        }
        file.finish(&mut content).map_err(|error| error.to_string())?;
        Ok(content)
    }

    #[test]
    fn opens_a_document_in_parts_of_any_size_only_with_its_firm_and_uuid() {
        for length in [0, 10, PIECE_BYTES, 2 * PIECE_BYTES + 1] {
            let content: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            let sealed = sealed_document(&content);
            for step in [1_000, PIECE_BYTES, usize::MAX] {
                assert_eq!(opened_document(7, DOCUMENT, &sealed, step).unwrap(), content);
            }
            for (firm_id, uuid) in [(8, DOCUMENT), (7, Uuid::from_u128(6))] {
                assert_eq!(
                    opened_document(firm_id, uuid, &sealed, 1_000).unwrap_err(),
                    CHANGED
                );
            }
            assert_eq!(opened(&sealed).unwrap_err(), CHANGED, "not a file of the firm");
            for cut in [0, 1, HEAD_LEN, sealed.len() - 1] {
                let cut = opened_document(7, DOCUMENT, &sealed[..cut], 1_000);
                assert_eq!(cut.unwrap_err(), CHANGED);
            }
        }
        assert_eq!(
            opened_document(7, DOCUMENT, &sealed(b"x", 1), 1_000).unwrap_err(),
            CHANGED
        );
    }

    #[test]
    fn rejects_a_file_with_any_changed_byte_or_length() {
        let whole = sealed(b"Ada,523-86-1947", 4);
        for i in 0..whole.len() {
            let mut changed = whole.clone();
            changed[i] ^= 1;
            assert!(opened(&changed).is_err(), "byte {i}");
            assert_eq!(opened(&whole[..i]).unwrap_err(), CHANGED, "cut after {i}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert_eq!(opened(&longer).unwrap_err(), CHANGED);
    }

    #[test]
    fn rejects_missing_repeated_and_reordered_chunks() {
        let content = vec![b'x'; 3 * PIECE_BYTES + 10];
        let whole = sealed(&content, 9_999);
        let (head, pieces) = whole.split_at(HEAD_LEN);
        let pieces: Vec<&[u8]> = pieces.chunks(SEALED_PIECE_BYTES).collect();
        let of = |numbers: &[usize]| {
            let chosen = numbers.iter().map(|number| pieces[*number]);
            std::iter::once(head).chain(chosen).collect::<Vec<_>>().concat()
        };
        assert_eq!(opened(&of(&[0, 1, 2, 3])).unwrap(), content);
        for wrong in [
            &[][..],
            &[0],
            &[0, 1, 2],
            &[3],
            &[1, 0, 2, 3],
            &[0, 2, 3],
            &[0, 1, 1, 2, 3],
            &[0, 1, 2, 3, 3],
        ] {
            assert_eq!(opened(&of(wrong)).unwrap_err(), CHANGED, "{wrong:?}");
        }
        let other = sealed(&content, 9_999);
        let mixed = [
            &whole[..HEAD_LEN + SEALED_PIECE_BYTES],
            &other[HEAD_LEN + SEALED_PIECE_BYTES..],
        ]
        .concat();
        assert_eq!(opened(&mixed).unwrap_err(), CHANGED);
    }
}
