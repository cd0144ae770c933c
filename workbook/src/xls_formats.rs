//! Reads the number formats of XLS cells, because calamine reads only their values.
//!
//! Reads only the records that define or reference formats. Returns no formats for damaged files.

use crate::display::NumberFormat;
use std::collections::HashMap;

const HEADER: usize = 512;
const END_OF_CHAIN: u32 = 0xffff_fffe;
/// Number of sector numbers of the sector table that fit into the header.
const IN_HEADER: usize = 109;
/// Minimum stream length. Shorter streams are stored differently, and such workbooks have hardly any cells.
const SHORTEST: usize = 4096;

/// The formats of a workbook, and the cells that use them.
#[derive(Default)]
pub struct Formats {
    /// The formats that change how a number is written.
    formats: Vec<NumberFormat>,
    /// For each sheet, the index of the format by row and column.
    sheets: Vec<HashMap<(u32, u16), usize>>,
}

impl Formats {
    /// Reads the formats of a compound file.
    pub fn of(file: &[u8]) -> Self {
        stream(file)
            .map(|stream| Self::of_records(&stream))
            .unwrap_or_default()
    }

    /// Returns the format of a cell. `sheet` is the sheet's index.
    pub fn of_cell(&self, sheet: usize, row: u32, column: usize) -> Option<&NumberFormat> {
        let column = u16::try_from(column).ok()?;
        self.formats.get(*self.sheets.get(sheet)?.get(&(row, column))?)
    }

    fn of_records(stream: &[u8]) -> Self {
        let (mut codes, mut styles, mut starts) = (HashMap::new(), Vec::new(), Vec::new());
        for (kind, data) in records(stream) {
            match kind {
                // End of the records that apply to the whole workbook.
                0x000a => break,
                0x0085 => starts.extend(u32_at(data, 0)),
                0x041e => codes.extend(format_code(data)),
                0x00e0 => styles.push(u16_at(data, 2).unwrap_or_default()),
                _ => {}
            }
        }
        let mut formats = Vec::new();
        let of_style: Vec<Option<usize>> = styles
            .iter()
            .map(|number| {
                let code = match number {
                    9 => "0%",
                    10 => "0.00%",
                    number => codes.get(number).map(String::as_str)?,
                };
                let format = NumberFormat::new(code);
                if format.is_plain() {
                    return None;
                }
                formats.push(format);
                Some(formats.len() - 1)
            })
            .collect();
        let sheets = starts.into_iter().map(|start| {
            let sheet = stream.get(start as usize..).unwrap_or_default();
            cells(sheet)
                .filter_map(|(row, column, style)| {
                    Some(((row, column), (*of_style.get(usize::from(style))?)?))
                })
                .collect()
        });
        let sheets = sheets.collect();
        Self { formats, sheets }
    }
}

/// Returns row, column and style of each numeric cell.
fn cells(sheet: &[u8]) -> impl Iterator<Item = (u32, u16, u16)> + '_ {
    records(sheet)
        .take_while(|(kind, _)| *kind != 0x000a)
        .flat_map(|(kind, data)| {
            let place = u16_at(data, 0).zip(u16_at(data, 2));
            let styles: Vec<u16> = match kind {
                // A number, a short number or a formula.
                0x0203 | 0x027e | 0x0006 => u16_at(data, 4).into_iter().collect(),
                // Several short numbers: a style and a number for each cell, then the last column.
                0x00bd => data
                    .get(4..data.len().saturating_sub(2))
                    .unwrap_or_default()
                    .chunks_exact(6)
                    .filter_map(|cell| u16_at(cell, 0))
                    .collect(),
                _ => Vec::new(),
            };
            let (row, first) = place.unwrap_or_default();
            (0..)
                .zip(styles)
                .filter_map(move |(offset, style)| Some((u32::from(row), first.checked_add(offset)?, style)))
        })
}

/// Parses the number and the code of a format. The code has one or two bytes per character. In older versions, its
/// length field is shorter.
fn format_code(data: &[u8]) -> Option<(u16, String)> {
    let number = u16_at(data, 0)?;
    let length = usize::from(u16_at(data, 2)?);
    let text = match data.get(4) {
        Some(0) if data.len() == 5 + length => data.get(5..)?.iter().map(|byte| char::from(*byte)).collect(),
        Some(1) if data.len() == 5 + 2 * length => {
            let units = data.get(5..)?.chunks_exact(2);
            String::from_utf16_lossy(&units.filter_map(|unit| u16_at(unit, 0)).collect::<Vec<_>>())
        }
        _ => data.get(3..)?.iter().map(|byte| char::from(*byte)).collect(),
    };
    Some((number, text))
}

/// Returns the kind and content of each record in a stream.
fn records(stream: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (kind, length) = (u16_at(stream, at)?, usize::from(u16_at(stream, at + 2)?));
        let data = stream.get(at + 4..at + 4 + length)?;
        at += 4 + length;
        Some((kind, data))
    })
}

/// Returns the content of the workbook stream.
fn stream(file: &[u8]) -> Option<Vec<u8>> {
    let sector = 1_usize.checked_shl(u16_at(file, 30)?.into())?;
    if !(HEADER..=4096).contains(&sector) {
        return None;
    }
    let content = |number: u32| {
        let start = (number as usize).checked_add(1)?.checked_mul(sector)?;
        file.get(start..).map(|rest| &rest[..rest.len().min(sector)])
    };
    let words = |sector: &[u8]| -> Vec<u32> {
        sector
            .chunks_exact(4)
            .filter_map(|word| u32_at(word, 0))
            .collect()
    };
    let most = file.len() / sector + 1;
    let mut of_table = words(file.get(76..76 + 4 * IN_HEADER)?);
    let mut next = u32_at(file, 68)?;
    while let Some(more) = content(next)
        && of_table.len() <= most
    {
        let mut more = words(more);
        next = more.pop()?;
        of_table.extend(more);
    }
    let table: Vec<u32> = of_table
        .into_iter()
        .take(most)
        .filter_map(content)
        .flat_map(words)
        .collect();
    let chain = |first: u32| {
        let next = |number: &u32| table.get(*number as usize).copied();
        std::iter::successors(Some(first), next)
            .take_while(|number| *number < END_OF_CHAIN)
            .take(most)
            .filter_map(content)
            .flatten()
            .copied()
            .collect::<Vec<u8>>()
    };
    let directory = chain(u32_at(file, 48)?);
    let is_named = |entry: &&[u8], name: &str| {
        let name = name.encode_utf16().flat_map(u16::to_le_bytes).chain([0, 0]);
        entry.iter().copied().take(name.clone().count()).eq(name)
    };
    let entry = ["Workbook", "Book"]
        .iter()
        .find_map(|name| directory.chunks_exact(128).find(|entry| is_named(entry, name)))?;
    let size = u32_at(entry, 120)? as usize;
    if size < SHORTEST {
        return None;
    }
    let mut stream = chain(u32_at(entry, 116)?);
    stream.truncate(size);
    Some(stream)
}

fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?))
}
