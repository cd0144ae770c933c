//! Small files with unusual features, compared with the display of a spreadsheet program.

mod fuzz;
mod headers;
mod properties;

use super::limits::{CELL_BYTES, COLUMNS, HEAD_BYTES, ROWS};
use super::*;

/// Returns all rows of a text as `number:cell|cell`.
fn shown(text: &[u8], name: &str, choices: &[ReadingChoice]) -> Result<Vec<String>, FileError> {
    let head = head(
        &text[..text.len().min(HEAD_BYTES)],
        text.len() <= HEAD_BYTES,
        name,
        choices,
    )?;
    let rows = SheetRows::new(text, &head.reading)?;
    rows.map(|row| match row {
        Ok(row) => Ok(format!(
            "{}:{}",
            row.number,
            row.cells.iter().collect::<Vec<_>>().join("|")
        )),
        Err(ReadError::File(error)) => Err(error),
        Err(ReadError::Io(error)) => panic!("{error}"),
    })
    .collect()
}

fn utf16(text: &str, is_big_endian: bool) -> Vec<u8> {
    let bytes = |unit: u16| {
        if is_big_endian {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn numbers_rows_as_a_spreadsheet_does() {
    for (text, rows) in [
        (
            &b"a,b\n1,\"x\ny\"\n\n\n2,z\n,\n4,end"[..],
            &["1:a|b", "2:1|x\ny", "5:2|z", "7:4|end"][..],
        ),
        (
            b"a,b\r\n\r\n1,2\r\n\"c\r\nc\",3\r\n4,5",
            &["1:a|b", "3:1|2", "4:c\r\nc|3", "5:4|5"],
        ),
        (b"a,b\r1,2\r\r3,4\r", &["1:a|b", "2:1|2", "4:3|4"]),
        (b"\n\na,b\n1,2", &["3:a|b", "4:1|2"]),
        (b"a,b\n1,2\r\n3,4\r5,6", &["1:a|b", "2:1|2", "3:3|4", "4:5|6"]),
        (b"sep=;\r\na;b\r\n1;2", &["1:a|b", "2:1|2"]),
        (b"sep=\"\r\na,b\r\n1,2", &["1:a|b", "2:1|2"]),
        (b"a,b\n1,2\n  , \t\n3,4", &["1:a|b", "2:1|2", "4:3|4"]),
        (b"\n\xef\xbb\xbfa,b\n\xef\xbb\xbf\"1\",2", &["2:a|b", "3:1|2"]),
    ] {
        assert_eq!(
            shown(text, "x.csv", &[]).unwrap(),
            rows,
            "{}",
            text.escape_ascii()
        );
    }
}

#[test]
fn splits_cells_as_a_spreadsheet_does() {
    for (text, name, rows) in [
        ("a,b\n\"x\"\"y\",\" z \"\n", "x.csv", &["1:a|b", "2:x\"y| z "][..]),
        ("a,b\n5\" pipe,\"x\"y\n", "x.csv", &["1:a|b", "2:5\" pipe|xy"]),
        (
            "name;sum\nLee, Ada;1,5\nRay, Bob;2,5\n",
            "x.csv",
            &["1:name|sum", "2:Lee, Ada|1,5", "3:Ray, Bob|2,5"],
        ),
        ("a\tb,c\n1\t2,5\n", "x.tsv", &["1:a|b,c", "2:1|2,5"]),
        ("a|b\n1|2\n", "x.txt", &["1:a|b", "2:1|2"]),
        ("'a','b, c'\n'1','2, 3'\n", "x.csv", &["1:a|b, c", "2:1|2, 3"]),
        (
            "Dear all\nno table here\n",
            "x.txt",
            &["1:Dear all", "2:no table here"],
        ),
        ("value\n01\n002\n", "x.csv", &["1:value", "2:01", "3:002"]),
        ("a,b\n\0,2\n", "x.csv", &["1:a|b", "2:|2"]),
        ("a,b\n1,\"open\n2,x\n", "x.csv", &["1:a|b", "2:1|\"open", "3:2|x"]),
    ] {
        assert_eq!(shown(text.as_bytes(), name, &[]).unwrap(), rows, "{text:?}");
    }
}

#[test]
fn detects_encodings() {
    let text = "name,city\nZoë,Kraków\nAda,Łódź\n";
    let latin = "name,city\nZoë,São Paulo\nRené,Málaga\n";
    let encode = |name: &str, text: &str| {
        let (bytes, _, _) = encoding_rs::Encoding::for_label(name.as_bytes())
            .unwrap()
            .encode(text);
        bytes.into_owned()
    };
    let long = |text: &str, is_big: bool| -> Vec<u8> {
        let bytes = |c: char| {
            if is_big {
                u32::from(c).to_be_bytes()
            } else {
                u32::from(c).to_le_bytes()
            }
        };
        text.chars().flat_map(bytes).collect()
    };
    let russian = "имя,город\nАнна,Москва\nИван,Тверь\nСергей Петров,Новосибирск\n";
    for (bytes, name, text) in [
        (text.as_bytes().to_vec(), "UTF-8", text),
        (format!("\u{feff}{text}").into_bytes(), "UTF-8", text),
        (utf16(text, false), "UTF-16LE", text),
        (utf16(text, true), "UTF-16BE", text),
        (utf16(&format!("\u{feff}{text}"), false), "UTF-16LE", text),
        (utf16(&format!("\u{feff}{text}"), true), "UTF-16BE", text),
        (
            utf16("имя;город\nАнна;Москва\n", false),
            "UTF-16LE",
            "имя;город\nАнна;Москва\n",
        ),
        (long(text, false), "UTF-32LE", text),
        (long(text, true), "UTF-32BE", text),
        (long(&format!("\u{feff}{text}"), false), "UTF-32LE", text),
        (long(&format!("\u{feff}{text}"), true), "UTF-32BE", text),
        (
            [b"\xfe\xff".as_slice(), &long(text, false)].concat(),
            "UTF-32LE",
            text,
        ),
        (encode("windows-1252", latin), "windows-1252", latin),
        (
            encode("windows-1252", "id,note\n1,©"),
            "windows-1252",
            "id,note\n1,©",
        ),
        (encode("windows-1251", russian), "windows-1251", russian),
        (
            encode(
                "Shift_JIS",
                "名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市\n",
            ),
            "Shift_JIS",
            "名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市\n",
        ),
    ] {
        let head = head(&bytes, true, "x.csv", &[]).unwrap();
        assert_eq!(head.reading.encoding.as_deref(), Some(name), "{text}");
        assert_eq!(
            shown(&bytes, "x.csv", &[]),
            shown(text.as_bytes(), "x.csv", &[]),
            "{name}"
        );
    }
}

#[test]
fn every_listed_encoding_can_be_chosen() {
    for name in ENCODINGS {
        let choice = [ReadingChoice::Encoding(name.into())];
        let read = head(b"a,b\n1,2\n3,4\n", true, "x.csv", &choice);
        assert!(
            matches!(&read, Ok(_) | Err(FileError::BadChoice)),
            "{name}: {read:?}"
        );
        if let Ok(head) = read {
            assert_eq!(head.reading.encoding.as_deref(), Some(name));
        }
    }
    let unknown = [ReadingChoice::Encoding("klingon".into())];
    assert_eq!(head(b"a,b", true, "x.csv", &unknown), Err(FileError::BadChoice));
}

#[test]
fn detects_the_header_row() {
    let blank_title = "Clients of the firm,,\n\nName,City,ZIP\nAda,Reno,00501\n";
    for (text, header, columns) in [
        ("name,zip\nAda,00501\n", Some(0), &["name", "zip"][..]),
        (blank_title, Some(2), &["Name", "City", "ZIP"]),
        (
            "Ada,ada@x.com,00501\nBob,bob@x.com,10001\n",
            None,
            &["Column A", "Column B", "Column C"],
        ),
        ("1,2,3\n", None, &["Column A", "Column B", "Column C"]),
        ("Ada,NY\nBob,NV\nCy,NY\n", None, &["Column A", "Column B"]),
        (
            "Age,0,1\n18,0.001,0.002\n19,0.002,0.003\n",
            Some(0),
            &["Age", "0", "1"],
        ),
        (
            " First\n name ,,Last\nAda,K,Lee\n",
            Some(1),
            &["name", "Column B", "Last"],
        ),
        ("name\nAda\nBob\n", Some(0), &["name"]),
        ("a,b,c\n", Some(0), &["a", "b", "c"]),
        ("a,b\n1,2,3\n", Some(0), &["a", "b", "Column C"]),
    ] {
        let head = head(text.as_bytes(), true, "x.csv", &[]).unwrap();
        assert_eq!(
            (head.reading.header_row, head.reading.columns.as_slice()),
            (
                header,
                columns
                    .iter()
                    .map(|c| (*c).to_owned())
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            "{text:?}"
        );
    }
}

#[test]
fn choices_override_detection() {
    let text = b"a;b\n1,5;'x;y'\n";
    let choices = [
        ReadingChoice::Delimiter(Some(',')),
        ReadingChoice::Quote(None),
        ReadingChoice::HeaderRow(None),
        ReadingChoice::Encoding("windows-1252".into()),
    ];
    let chosen = head(text, true, "x.csv", &choices).unwrap();
    assert_eq!(chosen.reading.delimiter, Some(','));
    assert_eq!(chosen.reading.quote, None);
    assert_eq!(chosen.reading.encoding.as_deref(), Some("windows-1252"));
    assert_eq!(chosen.reading.columns, ["Column A", "Column B"]);
    let one_column = head(text, true, "x.csv", &[ReadingChoice::Delimiter(None)]).unwrap();
    assert_eq!(one_column.rows[1].cells, ["1,5;'x;y'"]);
    for impossible in [
        ReadingChoice::Delimiter(Some('é')),
        ReadingChoice::Delimiter(Some('\n')),
        ReadingChoice::Quote(Some('\0')),
        ReadingChoice::Encoding(String::new()),
    ] {
        assert_eq!(
            head(text, true, "x.csv", &[impossible]),
            Err(FileError::BadChoice)
        );
    }
    let same = [
        ReadingChoice::Delimiter(Some('"')),
        ReadingChoice::Quote(Some('"')),
    ];
    assert_eq!(
        head(text, true, "x.csv", &same).and_then(|head| rows(&b""[..], &head.reading).map(drop)),
        Err(FileError::BadChoice)
    );
    assert_eq!(
        head(text, true, "x.csv", &[ReadingChoice::HeaderRow(Some(9))])
            .unwrap()
            .data()
            .count(),
        0
    );
}

#[test]
fn rejects_unreadable_files_with_a_code() {
    let long_cell = format!("a,b\n1,{}\n", "x".repeat(CELL_BYTES + 1));
    let long_head = format!("{}\n1\n", "a,".repeat(COLUMNS) + "b");
    let commas = format!("a,b\n1,{}\n", ",".repeat(100_000));
    let quote = [ReadingChoice::Quote(Some('"'))];
    for (bytes, name, choices, error) in [
        (&b""[..], "x.csv", &[][..], FileError::Empty),
        (b"\n \r\n\t\n", "x.csv", &[], FileError::Empty),
        (b"\xef\xbb\xbf", "x.csv", &[], FileError::Empty),
        (b",,,\n,,\n", "x.csv", &[], FileError::Empty),
        (b"a,b\n1,2", "x.docx", &[], FileError::UnknownFormat),
        (b"a,b\n1,2", "x", &[], FileError::UnknownFormat),
        (b"%PDF-1.7\n", "x.csv", &[], FileError::UnknownFormat),
        (b"\x89PNG\r\n\x1a\n", "x.xlsx", &[], FileError::UnknownFormat),
        (b"MZ\x90\0", "x.csv", &[], FileError::UnknownFormat),
        (b"#!/bin/sh\n", "x.csv", &[], FileError::UnknownFormat),
        (
            b"<html><table><tr><td>a",
            "x.xls",
            &[],
            FileError::HtmlPosingAsWorkbook,
        ),
        (
            b"\xef\xbb\xbf\r\n <!DOCTYPE HTML>",
            "x.xls",
            &[],
            FileError::HtmlPosingAsWorkbook,
        ),
        (
            b"<?xml version=\"1.0\"?><Workbook xmlns=\"x\">",
            "x.xls",
            &[],
            FileError::UnknownFormat,
        ),
        (b"PK\x05\x06\0\0\0\0", "x.xlsx", &[], FileError::Unreadable),
        (
            b"a,b\n1,\"open\n2,x\n",
            "x.csv",
            &quote,
            FileError::UnclosedQuote { row: 2 },
        ),
        (
            long_cell.as_bytes(),
            "x.csv",
            &[],
            FileError::CellTooLong {
                row: 2,
                column: "B".into(),
            },
        ),
        (
            long_head.as_bytes(),
            "x.csv",
            &[],
            FileError::TooManyColumns { row: 1 },
        ),
        (
            commas.as_bytes(),
            "x.csv",
            &[],
            FileError::TooManyColumns { row: 2 },
        ),
    ] {
        assert_eq!(shown(bytes, name, choices).unwrap_err(), error, "{name}");
        assert!(!error.to_string().is_empty());
        let wire = serde_json::to_value(&error).unwrap();
        assert_eq!(wire["code"], error.code());
    }
    let binary: Vec<u8> = (0..4096_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    assert_eq!(
        shown(&binary, "x.csv", &[]).unwrap_err(),
        FileError::UnknownFormat
    );
}

#[test]
fn rejects_too_many_rows() {
    let head = head(b"n\n1\n2\n", true, "x.csv", &[]).unwrap();
    let text = |count: u32| format!("n\n{}", "1\n".repeat(count as usize));
    assert_eq!(
        rows(text(ROWS).as_bytes(), &head.reading)
            .unwrap()
            .filter(Result::is_ok)
            .count(),
        100_000
    );
    let beyond = rows(text(ROWS + 1).as_bytes(), &head.reading)
        .unwrap()
        .find_map(Result::err);
    assert!(matches!(beyond, Some(ReadError::File(FileError::TooManyRows))));
}

#[test]
fn head_of_the_start_equals_head_of_the_whole() {
    let text: String = (0..20_000).fold("name;\"city\"\n".to_owned(), |text, i| {
        text + &format!("Ada {i};\"Reno\nNV\"\n")
    });
    let whole = head(text.as_bytes(), true, "x.csv", &[]).unwrap();
    let start = head(&text.as_bytes()[..HEAD_BYTES / 2 + 5], false, "x.csv", &[]).unwrap();
    assert_eq!(whole, start);
    assert_eq!(whole.rows.len(), limits::HEAD_ROWS);
    assert_eq!(whole.data().count(), limits::HEAD_ROWS - 1);
}

#[test]
fn names_columns_by_letter() {
    for (index, letters) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
        assert_eq!(column_letters(index), letters);
    }
}
