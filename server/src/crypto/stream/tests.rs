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
    let mut file = Arc::new(sealer(1)).open_for(Owner::Document(firm_id, uuid));
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
