//! Properties that hold for any input.

use super::super::decode::Decode;
use super::super::encoding::Charset;
use super::*;
use proptest::prelude::*;
use std::io::Read;

/// A reader that returns a few bytes at a time.
struct Drip<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self
            .sizes
            .next()
            .unwrap_or(1)
            .min(self.bytes.len())
            .min(buffer.len());
        let (now, later) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.bytes = later;
        Ok(size)
    }
}

fn any_reading() -> impl Strategy<Value = Reading> {
    let letter = proptest::option::of(prop::sample::select(vec![',', ';', '\t', '|', ' ', 'a']));
    let quote = proptest::option::of(prop::sample::select(vec!['"', '\'']));
    let encoding = prop::sample::select(ENCODINGS.to_vec());
    (letter, quote, encoding, proptest::option::of(0..3_u32)).prop_map(
        |(delimiter, quote, encoding, header_row)| Reading {
            format: Format::Text,
            encoding: Some(encoding.to_owned()),
            delimiter,
            quote,
            sheet: None,
            sheets: Vec::new(),
            header_row,
            columns: Vec::new(),
        },
    )
}

/// Bytes with many special characters.
fn nasty_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![&b","[..], b"\"", b"\n", b"\r", b"\r\n", b";", b"\t", b"'", b"\0", b"a", b"1", b" "]).prop_map(<[u8]>::to_vec),
        1 => prop::sample::select(vec![&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff", b"\xc3", b"\xe2\x82", b"sep=", b"\0\0"]).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Returns the rows, and the code of the error that ended reading.
fn outcome(source: impl Read, reading: &Reading) -> (Vec<Row>, Option<&'static str>) {
    let mut found = Vec::new();
    for row in rows(source, reading).unwrap() {
        match row {
            Ok(row) => found.push(row),
            Err(ReadError::File(error)) => return (found, Some(error.code())),
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
    }
    (found, None)
}

proptest! {
    #[test]
    fn head_never_panics(bytes in nasty_bytes(), is_whole: bool) {
        if let Ok(head) = head(&bytes, is_whole, "x.csv", &[]) {
            prop_assert!(!head.rows.is_empty());
            let numbers: Vec<u32> = head.rows.iter().map(|row| row.number).collect();
            prop_assert!(numbers.is_sorted() && numbers[0] > 0);
        }
    }

    #[test]
    fn rows_do_not_depend_on_chunk_boundaries(
        bytes in nasty_bytes(),
        reading in any_reading(),
        sizes in prop::collection::vec(1..9_usize, 1..5),
    ) {
        prop_assume!(reading.delimiter.is_none() || reading.delimiter != reading.quote);
        let drip = Drip { bytes: &bytes, sizes: sizes.into_iter().cycle() };
        prop_assert_eq!(outcome(drip, &reading), outcome(bytes.as_slice(), &reading));
    }

    #[test]
    fn decoded_text_is_utf8(bytes in nasty_bytes(), encoding in prop::sample::select(ENCODINGS.to_vec())) {
        let mut decode = Decode::new(bytes.as_slice(), Charset::named(encoding).unwrap());
        let mut piece = Vec::new();
        while decode.next_piece(&mut piece).unwrap() {
            prop_assert!(std::str::from_utf8(&piece).is_ok());
            prop_assert!(!piece.contains(&0));
        }
    }

    #[test]
    fn written_tables_round_trip(
        rows in prop::collection::vec(prop::collection::vec("[ -~é\\n\\r\\t]{0,12}", 3), 1..20),
        delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|']),
        crlf: bool,
    ) {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .terminator(if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') })
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = writer.into_inner().unwrap();
        let reading = Reading {
            format: Format::Text,
            encoding: Some("UTF-8".into()),
            delimiter: Some(char::from(delimiter)),
            quote: Some('"'),
            sheet: None,
            sheets: Vec::new(),
            header_row: None,
            columns: Vec::new(),
        };
        let (read, error) = outcome(text.as_slice(), &reading);
        prop_assert_eq!(error, None);
        let written: Vec<Row> = (1..)
            .zip(&rows)
            .filter(|(_, row)| row.iter().any(|cell| !cell.trim().is_empty()))
            .map(|(number, row)| Row::new(number, csv::StringRecord::from(row.clone())))
            .collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn detects_the_dialect_of_a_table(
        rows in prop::collection::vec(("[A-Z][a-z]{2,8}", "[A-Z][a-z]{2,8}(, [A-Z][a-z]+)?", 10_000..99_999_u32), 3..20),
        delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|']),
        encoding in prop::sample::select(vec!["UTF-8", "UTF-16LE", "UTF-16BE"]),
    ) {
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        writer.write_record(["first name", "city", "zip"]).unwrap();
        for (name, city, zip) in &rows {
            writer.write_record([name.as_str(), city, &zip.to_string()]).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let bytes = match encoding {
            "UTF-8" => text.into_bytes(),
            encoding => utf16(&text, encoding == "UTF-16BE"),
        };
        let head = head(&bytes, true, "x.txt", &[]).unwrap();
        prop_assert_eq!(head.reading.encoding.as_deref(), Some(encoding));
        prop_assert_eq!(head.reading.delimiter, Some(char::from(delimiter)));
        prop_assert_eq!(head.reading.header_row, Some(0));
        prop_assert_eq!(head.data().count(), rows.len());
    }
}
