//! Fuzz tests: nothing panics, rows are in order, and the result stays within the limits.
//!
//! `PROPTEST_CASES=1000000 cargo test --release -p shared reading::tests::fuzz` runs more cases. The files in
//! `tests/corpus/reading` are part of every run, unchanged and mutated. Failing cases are saved in
//! `proptest-regressions`.

use super::*;
use proptest::prelude::*;
use std::path::Path;

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new("tests/corpus/reading");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                std::fs::read(path).unwrap(),
            )
        })
        .collect();
    files.sort();
    assert!(files.len() > 20);
    files
}

/// Reads the bytes with detected settings first, then with every delimiter.
fn check(bytes: &[u8], name: &str) {
    let choices = [None, Some(','), Some(';'), Some('\t')].map(|letter| [ReadingChoice::Delimiter(letter)]);
    for choices in choices.iter().map(<[_; 1]>::as_slice).chain([&[][..]]) {
        let Ok(head) = head(bytes, true, name, choices) else {
            continue;
        };
        assert!(head.reading.columns.len() <= COLUMNS);
        assert!(head.reading.columns.iter().all(|name| !name.is_empty()));
        let mut last = head.reading.rows_above();
        for row in rows(bytes, &head.reading).unwrap() {
            let Ok(row) = row else { break };
            assert!(row.number > last, "row {} comes after row {last}", row.number);
            assert!((1..=COLUMNS).contains(&row.width()));
            assert!(
                row.cells
                    .iter()
                    .all(|cell| cell.len() <= CELL_BYTES && !cell.contains('\0'))
            );
            last = row.number;
        }
    }
}

#[test]
fn reads_or_rejects_the_corpus() {
    for (name, bytes) in corpus() {
        check(&bytes, &name);
        check(&bytes, "x.csv");
    }
}

#[derive(Debug, Clone)]
enum Change {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Double(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let signs = prop::sample::select(vec![
        &b"\""[..],
        b",",
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b"\xc3\xa9",
        b"sep=;\n",
        b"\"\n\"",
    ]);
    prop_oneof![
        any::<prop::sample::Index>().prop_map(Change::Cut),
        (any::<prop::sample::Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Flip(at, byte)),
        (any::<prop::sample::Index>(), signs).prop_map(|(at, sign)| Change::Insert(at, sign.to_vec())),
        any::<prop::sample::Index>().prop_map(Change::Double),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let room = bytes.len() + 1;
        match change {
            Change::Cut(at) => bytes.truncate(at.index(room)),
            Change::Flip(at, byte) => {
                let at = at.index(room);
                bytes.iter_mut().skip(at).take(1).for_each(|old| *old ^= byte);
            }
            Change::Insert(at, sign) => {
                let at = at.index(room);
                bytes.splice(at..at, sign.iter().copied());
            }
            Change::Double(at) => bytes.extend_from_within(at.index(room)..),
        }
    }
    bytes
}

proptest! {
    #[test]
    fn reads_or_rejects_the_mutated_corpus(
        file in prop::sample::select(corpus()),
        changes in prop::collection::vec(change(), 1..8),
    ) {
        check(&changed(file.1, &changes), &file.0);
    }

    #[test]
    fn reads_or_rejects_arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes, "x.csv");
    }
}
