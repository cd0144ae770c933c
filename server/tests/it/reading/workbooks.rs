//! Cell values of XLSX, XLS and ODS workbooks.

use super::StoredFile;
use super::compound::{label, number, record, styled, xls, xls_with_formats};
use super::zipped::{cell, ods, xlsx, xlsx_with};
use shared::upload::reading::{Format, ReadingChoice};

#[test]
fn formats_xlsx_cells_like_a_spreadsheet_program() {
    let formats = [
        "00000",
        "0.00%",
        "yyyy\\-mm\\-dd",
        "000\\-00\\-0000",
        "[h]:mm",
        "h:mm AM/PM",
    ];
    let header: String = ["A1", "B1", "C1"]
        .map(|place| cell(place, &format!("Head {place}")))
        .concat();
    let values = r#"<row r="3"><c r="A3" s="1"><v>501</v></c><c r="B3" s="2"><v>0.055</v></c><c r="C3" s="3"><v>45382</v></c></row>
        <row r="4"><c r="A4" s="4"><v>1020304</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" s="3"><v>45382.5</v></c></row>
        <row r="5"><c r="A5"><v>0.30000000000000004</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="C5" s="6"><v>0.5</v></c></row>
        <row r="6"><c r="A6" t="str"><f>1+1</f><v>two &amp; more</v></c><c r="B6"/><c r="C6" s="5"><v>1.5</v></c></row>"#;
    let file = StoredFile::new(
        "shown.xlsx",
        &xlsx(&format!(r#"<row r="1">{header}</row>{values}"#), &formats),
    );
    let expected = [
        "Head A1|Head B1|Head C1",
        "3:00501|5.5%|2024-03-31",
        "4:001-02-0304|TRUE|2024-03-31T12:00:00",
        "5:0.3|#N/A|12:00:00",
        "6:two & more||36:00:00",
    ];
    assert_eq!(file.lines().unwrap(), expected);
}

#[test]
fn reads_the_chosen_sheet() {
    let sheet = |text: &str| {
        format!(
            r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">{}</row><row r="2">{}</row></sheetData></worksheet>"#,
            cell("A1", text),
            cell("A2", "1")
        )
    };
    let (first, second) = (sheet("one"), sheet("two"));
    let parts = [
        ("xl/worksheets/sheet1.xml", first.as_bytes()),
        ("xl/worksheets/sheet2.xml", second.as_bytes()),
    ];
    let file = StoredFile::new("sheets.xlsx", &xlsx_with(&parts, &["First", "Second"], &[]));
    let found = file.head(&[]).unwrap().reading;
    assert_eq!(
        (found.format, found.sheet.as_deref()),
        (Format::Xlsx, Some("First"))
    );
    assert_eq!(found.sheets, ["First", "Second"]);
    let chosen = file
        .head(&[
            ReadingChoice::Sheet("Second".into()),
            ReadingChoice::HeaderRow(None),
        ])
        .unwrap()
        .reading;
    assert_eq!(file.rows(&chosen).unwrap(), ["1:two", "2:1"]);
    assert_eq!(
        file.head(&[ReadingChoice::Sheet("Third".into())]).unwrap_err(),
        "no_such_sheet"
    );
}

#[test]
fn reads_xls() {
    let records = [
        label(0, 0, "name"),
        label(0, 1, "zip"),
        label(2, 0, "Ada"),
        number(2, 1, 501.0),
    ]
    .concat();
    let file = StoredFile::new("old.xls", &xls(&records));
    assert_eq!(file.lines().unwrap(), ["name|zip", "3:Ada|501"]);
}

#[test]
fn reads_number_formats_of_xls() {
    let short = |column: u16, style: u16, value: u32| {
        let place = [2_u16, column, style].map(u16::to_le_bytes).concat();
        record(0x027e, &[&place[..], &(value << 2 | 2).to_le_bytes()].concat())
    };
    let records = [
        label(0, 0, "zip"),
        label(0, 1, "ssn"),
        label(0, 2, "share"),
        label(0, 3, "sum"),
        styled(1, 0, 1, 501.0),
        styled(1, 1, 2, 123_456_789.0),
        styled(1, 2, 3, 0.055),
        styled(1, 3, 4, 1234.5),
        short(0, 1, 2139),
        short(1, 0, 7),
    ]
    .concat();
    let formats = ["00000", "000\\-00\\-0000", "0.0%", "#,##0.00"];
    let file = StoredFile::new("old.xls", &xls_with_formats(&records, &formats));
    assert_eq!(
        file.lines().unwrap()[1..],
        ["2:00501|123-45-6789|5.5%|1234.5", "3:02139|7"]
    );
}

#[test]
fn reads_ods() {
    let text = |text: &str| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
    };
    let value = |kind: &str, value: &str, shown: &str| {
        format!(
            r#"<table:table-cell office:value-type="{kind}" {value}><text:p>{shown}</text:p></table:table-cell>"#
        )
    };
    let header = ["name", "zip", "share", "born", "sum"].map(text).concat();
    let row = [
        text("Ada<text:s text:c=\"2\"/>&amp; Bob</text:p><text:p>Lee"),
        value("float", r#"office:value="501""#, "00501"),
        value("percentage", r#"office:value="0.055""#, "6%"),
        value("date", r#"office:date-value="1990-02-28""#, "02/28/90"),
        value("currency", r#"office:value="1234.5""#, "$1,234.50"),
    ]
    .concat();
    let table = format!(
        r#"<table:table table:name="Old" table:style-name="hidden"><table:table-row>{}</table:table-row></table:table>
        <table:table table:name="People"><table:table-row>{header}<table:table-cell table:number-columns-repeated="16379"/></table:table-row>
        <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
        <table:table-row table:number-rows-repeated="2">{row}</table:table-row>
        <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>"#,
        text("hidden")
    );
    let file = StoredFile::new("open.ods", &ods(&table, ""));
    let found = file.head(&[]).unwrap().reading;
    assert_eq!(
        (found.format, found.sheets.as_slice()),
        (Format::Ods, &["People".to_owned()][..])
    );
    let row = "Ada  & Bob\nLee|00501|5.5%|1990-02-28|1234.5";
    assert_eq!(
        file.lines().unwrap(),
        [
            "name|zip|share|born|sum".to_owned(),
            format!("5:{row}"),
            format!("6:{row}")
        ]
    );
}

#[test]
fn detects_the_format_from_content_not_the_name() {
    let file = StoredFile::new(
        "really-xlsx.csv",
        &xlsx(&format!(r#"<row r="1">{}</row>"#, cell("A1", "name")), &[]),
    );
    assert_eq!(file.head(&[]).unwrap().reading.format, Format::Xlsx);
    let file = StoredFile::new("really-text.xls", b"name\tzip\nAda\t00501\n");
    assert_eq!(file.lines().unwrap(), ["name|zip", "2:Ada|00501"]);
    // A stored reading is rejected if the file has another format.
    let mut reading = file.head(&[]).unwrap().reading;
    reading.format = Format::Xlsx;
    assert_eq!(file.rows(&reading).unwrap_err(), "bad_choice");
}
