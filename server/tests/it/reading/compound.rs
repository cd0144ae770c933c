//! Builds OLE compound files with one stream, and the records of XLS workbooks.

const SECTOR: usize = 512;
const END_OF_CHAIN: u32 = 0xffff_fffe;
const FREE: u32 = 0xffff_ffff;
const FAT: u32 = 0xffff_fffd;
/// Minimum stream size. Shorter streams would go into the mini stream.
const SHORTEST: usize = 4096;

/// Builds a compound file: header, sector table, directory, stream.
pub fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
    let mut stream = stream.to_vec();
    stream.resize(stream.len().max(SHORTEST).next_multiple_of(SECTOR), 0);
    let sectors = u32::try_from(stream.len() / SECTOR).unwrap();
    let mut table: Vec<u32> = vec![FAT, END_OF_CHAIN];
    table.extend((3..sectors + 2).chain([END_OF_CHAIN]));
    assert!(table.len() <= SECTOR / 4);
    table.resize(SECTOR / 4, FREE);
    let mut file = vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    file.resize(24, 0);
    // Version 3, little-endian, sectors of 512 bytes, mini sectors of 64 bytes.
    for half in [0x3e_u16, 3, 0xfffe, 9, 6] {
        file.extend(half.to_le_bytes());
    }
    file.resize(44, 0);
    // One sector of the table, the directory in sector 1.
    for word in [1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0, 0] {
        file.extend(u32::to_le_bytes(word));
    }
    file.resize(SECTOR, 0xff);
    file.extend(table.iter().flat_map(|entry| entry.to_le_bytes()));
    file.extend(entry("Root Entry", 5, 1, END_OF_CHAIN, 0));
    file.extend(entry(name, 2, FREE, 2, u32::try_from(stream.len()).unwrap()));
    file.resize(3 * SECTOR, 0);
    file.extend(stream);
    file
}

fn entry(name: &str, kind: u8, child: u32, start: u32, size: u32) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let length = u16::try_from(entry.len() + 2).unwrap();
    entry.resize(64, 0);
    entry.extend(length.to_le_bytes());
    entry.extend([kind, 1]);
    for link in [FREE, FREE, child] {
        entry.extend(link.to_le_bytes());
    }
    entry.resize(116, 0);
    entry.extend(start.to_le_bytes());
    entry.extend(size.to_le_bytes());
    entry.resize(128, 0);
    entry
}

/// Builds an XLS workbook of one sheet with these records.
pub fn xls(records: &[u8]) -> Vec<u8> {
    xls_with_formats(records, &[])
}

/// Builds an XLS workbook whose cell styles use these number formats, starting with style 1.
pub fn xls_with_formats(records: &[u8], formats: &[&str]) -> Vec<u8> {
    let start = |kind: u16| {
        record(
            0x0809,
            &[0x0600_u16.to_le_bytes(), kind.to_le_bytes(), [0; 2], [0; 2]].concat(),
        )
    };
    let end = record(0x000a, &[]);
    let mut globals = start(5);
    for (number, code) in (164_u16..).zip(formats) {
        let length = u16::try_from(code.len()).unwrap().to_le_bytes();
        globals.extend(record(
            0x041e,
            &[&number.to_le_bytes()[..], &length, &[0], code.as_bytes()].concat(),
        ));
    }
    for number in std::iter::once(0).chain((164_u16..).take(formats.len())) {
        let mut style = vec![0, 0];
        style.extend(number.to_le_bytes());
        style.resize(20, 0);
        globals.extend(record(0x00e0, &style));
    }
    let name = b"People";
    let length = globals.len() + 4 + 8 + name.len() + end.len();
    let sheet = [
        &u32::try_from(length).unwrap().to_le_bytes()[..],
        &[0, 0, u8::try_from(name.len()).unwrap(), 0],
        name,
    ]
    .concat();
    let stream = [
        globals,
        record(0x0085, &sheet),
        end.clone(),
        start(0x10),
        records.to_vec(),
        end,
    ]
    .concat();
    compound("Workbook", &stream)
}

pub fn record(kind: u16, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap();
    [&kind.to_le_bytes()[..], &length.to_le_bytes(), content].concat()
}

pub fn number(row: u16, column: u16, value: f64) -> Vec<u8> {
    styled(row, column, 0, value)
}

pub fn styled(row: u16, column: u16, style: u16, value: f64) -> Vec<u8> {
    let place = [row.to_le_bytes(), column.to_le_bytes(), style.to_le_bytes()].concat();
    record(0x0203, &[&place[..], &value.to_le_bytes()].concat())
}

/// Returns a text cell with one byte per character.
pub fn label(row: u16, column: u16, text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    let place = [
        row.to_le_bytes(),
        column.to_le_bytes(),
        [0; 2],
        length.to_le_bytes(),
    ]
    .concat();
    record(0x0204, &[&place[..], &[0], text.as_bytes()].concat())
}
