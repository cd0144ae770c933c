//! Moves a PDF file's objects into compressed streams. Typst writes its tags uncompressed, and they make up most of a
//! large file: a table of 1,350 contracts has more than 16,000 objects.
//!
//! Supports only the structure that Typst writes: one cross-reference table, and unencrypted objects of generation 0.
//! Names follow ISO 32000-1, section 7.5.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use rayon::prelude::*;
use std::io::Write as _;

const OBJECTS_PER_STREAM: usize = 1000;
/// Bytes per entry of the cross-reference table, and per field of an entry in the cross-reference stream.
const TABLE_ENTRY: usize = 20;
const STREAM_ENTRY: [usize; 3] = [1, 4, 2];

struct Object<'a> {
    number: usize,
    /// The object's content, without `obj` and `endobj`.
    body: &'a [u8],
}

/// The location of an object.
#[derive(Clone, Copy)]
enum Entry {
    Free,
    At(u32),
    InStream { number: u32, index: u16 },
}

/// Packs the objects, which keep their numbers. Returns `None` if the file has a different structure.
pub fn pack(pdf: &[u8]) -> Option<Vec<u8>> {
    let table_at = number_after(pdf, rposition(pdf, b"startxref")? + 9)?;
    let table = pdf.get(table_at..)?.strip_prefix(b"xref\n0 ")?;
    let size = number_after(table, 0)?;
    let trailer = trailer(table, size)?;
    let entries = table.get(position(table, b"\n")? + 1..)?;
    let entries = entries.get(..size.checked_mul(TABLE_ENTRY)?)?;
    let objects = objects(pdf, table_at, entries)?;
    let header = pdf.get(..position(pdf, b" 0 obj")?)?;
    let header = header.get(..=rposition(header, b"\n")?)?;
    let (streams, packed): (Vec<_>, Vec<_>) = objects
        .into_iter()
        .partition(|object| object.body.ends_with(b"endstream"));

    let mut file = header.to_vec();
    let mut found = vec![Entry::Free; size];
    for object in streams {
        found[object.number] = Entry::At(u32::try_from(file.len()).ok()?);
        write_object(&mut file, object.number, object.body);
    }
    let compressed: Vec<_> = packed.par_chunks(OBJECTS_PER_STREAM).map(object_stream).collect();
    for (objects, stream) in packed.chunks(OBJECTS_PER_STREAM).zip(compressed) {
        let number = found.len();
        for (index, object) in objects.iter().enumerate() {
            let (number, index) = (u32::try_from(number).ok()?, u16::try_from(index).ok()?);
            found[object.number] = Entry::InStream { number, index };
        }
        found.push(Entry::At(u32::try_from(file.len()).ok()?));
        write_object(&mut file, number, &stream?);
    }
    write_cross_references(&mut file, found, trailer)?;
    Some(file)
}

/// Returns the trailer's dictionary without its brackets and size.
fn trailer(table: &[u8], size: usize) -> Option<&[u8]> {
    let trailer = &table[rposition(table, b"trailer\n<<")? + 10..];
    let trailer = &trailer[..rposition(trailer, b">>\nstartxref")?];
    trailer.strip_prefix(format!("/Size {size}").as_bytes())
}

/// Returns the objects in file order.
fn objects<'a>(pdf: &'a [u8], table_at: usize, entries: &[u8]) -> Option<Vec<Object<'a>>> {
    let mut places = Vec::new();
    for (number, entry) in entries.chunks(TABLE_ENTRY).enumerate() {
        if entry.get(17) == Some(&b'n') {
            places.push((number_after(entry, 0)?, number));
        }
    }
    places.sort_unstable();
    let ends = places.iter().skip(1).map(|(at, _)| *at).chain([table_at]);
    let slices = places.iter().zip(ends).map(|(&(at, number), end)| {
        let object = pdf.get(at..end)?.trim_ascii_end();
        let start = format!("{number} 0 obj\n");
        let body = object.strip_prefix(start.as_bytes())?.strip_suffix(b"endobj")?;
        let body = body.trim_ascii_end();
        Some(Object { number, body })
    });
    slices.collect()
}

/// Returns the dictionary and the data of an object stream.
fn object_stream(objects: &[Object<'_>]) -> Option<Vec<u8>> {
    let (mut index, mut bodies) = (Vec::new(), Vec::new());
    for Object { number, body } in objects {
        write!(index, "{number} {} ", bodies.len()).ok()?;
        bodies.extend_from_slice(body);
        bodies.push(b'\n');
    }
    let kind = format!("/Type/ObjStm/N {}/First {}", objects.len(), index.len());
    compressed_stream(kind.as_bytes(), &[index, bodies].concat())
}

/// Writes the cross-reference stream, which is the last object, and the end of the file. Each entry is encoded as the
/// difference from the previous one, as the PNG predictor “up” expects. Neighboring offsets are similar, so the
/// differences compress well.
fn write_cross_references(file: &mut Vec<u8>, mut found: Vec<Entry>, trailer: &[u8]) -> Option<()> {
    const UP: u8 = 2;
    let (at, number) = (file.len(), found.len());
    found.push(Entry::At(u32::try_from(at).ok()?));
    let columns = STREAM_ENTRY.iter().sum::<usize>();
    let mut before = [0_u8; 7];
    let mut rows = Vec::with_capacity(found.len() * (columns + 1));
    for entry in &found {
        let entry = entry.bytes();
        rows.push(UP);
        rows.extend(
            entry
                .iter()
                .zip(before)
                .map(|(now, before)| now.wrapping_sub(before)),
        );
        before = entry;
    }
    let [kind, place, index] = STREAM_ENTRY;
    let mut dictionary = format!(
        "/Type/XRef/Size {}/W[{kind} {place} {index}]/DecodeParms<</Predictor 12/Columns {columns}>>",
        found.len()
    )
    .into_bytes();
    dictionary.extend_from_slice(trailer);
    write_object(file, number, &compressed_stream(&dictionary, &rows)?);
    write!(file, "startxref\n{at}\n%%EOF\n").ok()
}

impl Entry {
    fn bytes(self) -> [u8; 7] {
        let (kind, place, index) = match self {
            Self::Free => (0, 0, u16::MAX),
            Self::At(offset) => (1, offset, 0),
            Self::InStream { number, index } => (2, number, index),
        };
        let ([a, b, c, d], [e, f]) = (place.to_be_bytes(), index.to_be_bytes());
        [kind, a, b, c, d, e, f]
    }
}

fn compressed_stream(dictionary: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).ok()?;
    let data = encoder.finish().ok()?;
    let length = format!("/Filter/FlateDecode/Length {}>>\nstream\n", data.len());
    Some([b"<<", dictionary, length.as_bytes(), &data, b"\nendstream"].concat())
}

fn write_object(file: &mut Vec<u8>, number: usize, body: &[u8]) {
    file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    file.extend_from_slice(body);
    file.extend_from_slice(b"\nendobj\n");
}

/// Returns the decimal number at the index, after spaces.
fn number_after(bytes: &[u8], index: usize) -> Option<usize> {
    let bytes = bytes.get(index..)?.trim_ascii_start();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&bytes[..digits]).ok()?.parse().ok()
}

fn position(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}

fn rposition(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).rposition(|window| window == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::Document;
    use lopdf::xref::XrefEntry;
    use proptest::prelude::*;

    /// Builds a file as Typst writes it, with one object per body. The object number 2 is unused.
    fn file(bodies: &[&str]) -> Vec<u8> {
        let mut file = b"%PDF-1.7\n%\x80\x80\x80\x80\n\n".to_vec();
        let mut table = "0000000002 65535 f\r\n".to_owned();
        for (index, body) in bodies.iter().enumerate() {
            let number = if index == 0 { 1 } else { index + 2 };
            if number == 3 {
                table.push_str("0000000000 00001 f\r\n");
            }
            table.push_str(&format!("{:010} 00000 n\r\n", file.len()));
            write!(file, "{number} 0 obj\n{body}\nendobj\n\n").unwrap();
        }
        let (at, size) = (file.len(), bodies.len() + 2);
        write!(
            file,
            "xref\n0 {size}\n{table}trailer\n<</Size {size}/Root 1 0 R/ID[(a>>b)(c)]>>\nstartxref\n{at}\n%%EOF"
        )
        .unwrap();
        file
    }

    fn sample(count: usize) -> Vec<u8> {
        let texts: Vec<String> = (0..count)
            .map(|index| format!("<</Text(endstream {index})>>"))
            .collect();
        let mut bodies = vec![
            "<</Type/Catalog/Pages 3 0 R>>",
            "<</Type/Pages/Count 0/Kids[]>>",
            "<</Length 11>>\nstream\nendobj  obj\nendstream",
        ];
        bodies.extend(texts.iter().map(String::as_str));
        file(&bodies)
    }

    #[test]
    fn keeps_objects_and_trailer() {
        let pdf = sample(2 * OBJECTS_PER_STREAM);
        let packed = pack(&pdf).unwrap();
        assert!(
            packed.len() * 4 < pdf.len(),
            "{} of {} bytes",
            packed.len(),
            pdf.len()
        );
        let (before, after) = (
            Document::load_mem(&pdf).unwrap(),
            Document::load_mem(&packed).unwrap(),
        );
        for (id, object) in &before.objects {
            assert_eq!(after.objects.get(id), Some(object), "{id:?}");
        }
        for key in [&b"Root"[..], b"ID"] {
            assert_eq!(after.trailer.get(key).unwrap(), before.trailer.get(key).unwrap());
        }
    }

    /// `lopdf` ignores the index, but other readers use it.
    #[test]
    fn cross_references_name_the_index_in_the_stream() {
        let packed = Document::load_mem(&pack(&sample(2 * OBJECTS_PER_STREAM)).unwrap()).unwrap();
        let mut checked = 0;
        for (number, entry) in &packed.reference_table.entries {
            let XrefEntry::Compressed { container, index } = entry else {
                continue;
            };
            let stream = packed.get_object((*container, 0)).unwrap().as_stream().unwrap();
            let content = stream.get_plain_content().unwrap();
            let numbers = String::from_utf8_lossy(&content);
            let named = numbers.split(' ').nth(usize::from(*index) * 2);
            assert_eq!(named, Some(number.to_string().as_str()));
            checked += 1;
        }
        assert!(checked > OBJECTS_PER_STREAM);
    }

    #[test]
    fn rejects_files_of_a_different_structure() {
        // Maps each byte to one character, so that offsets stay the same.
        let text: String = sample(3).iter().map(|byte| char::from(*byte)).collect();
        let bytes = |text: &str| -> Vec<u8> { text.chars().map(|c| u8::try_from(c).unwrap()).collect() };
        assert!(pack(&bytes(&text)).is_some());
        for (found, other) in [
            ("xref\n0", "xref\n1"),
            ("/Size 8", "/Prev 9"),
            ("4 0 obj", "4 1 obj"),
            ("startxref", "xstartref"),
        ] {
            assert!(text.contains(found), "{found}");
            assert_eq!(pack(&bytes(&text.replace(found, other))), None, "{found}");
        }
        assert_eq!(pack(b""), None);
    }

    proptest! {
        #[test]
        fn does_not_panic_on_damaged_files(place in any::<proptest::sample::Index>(), byte: u8, cut in any::<proptest::sample::Index>()) {
            let mut pdf = sample(3);
            let place = place.index(pdf.len());
            pdf[place] = byte;
            _ = pack(&pdf);
            pdf.truncate(cut.index(pdf.len()));
            _ = pack(&pdf);
        }
    }
}
