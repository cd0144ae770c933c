//! Limits the uncompressed size of a workbook. Decompresses its parts to measure them, because the sizes in the zip
//! directory may be wrong.

use shared::upload::reading::FileError;
use shared::upload::reading::limits::{INFLATED_BYTES, RATIO, RATIO_FROM_BYTES};
use std::io::{Read, Seek, SeekFrom};
use zip::ZipArchive;
use zip::result::ZipError;

/// Maximum number of zip entries. Ordinary workbooks have dozens.
const MOST_PARTS: usize = 10_000;
const CHUNK_BYTES: usize = 64 * 1024;

/// Returns the rewound source if the uncompressed size of its XML parts is within the limits.
pub fn check<R: Read + Seek>(mut source: R) -> Result<R, FileError> {
    let packed = source.seek(SeekFrom::End(0)).map_err(|_| FileError::Unreadable)?;
    source.rewind().map_err(|_| FileError::Unreadable)?;
    let mut archive = ZipArchive::new(source).map_err(|error| map_zip_error(&error))?;
    if archive.len() > MOST_PARTS {
        return Err(FileError::InflatesTooFar);
    }
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut unpacked = 0;
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).map_err(|error| map_zip_error(&error))?;
        // Images and other parts are never decompressed.
        let name = part.name().map_err(|error| map_zip_error(&error))?;
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        drop(name);
        loop {
            let length = part.read(&mut chunk).map_err(|_| FileError::Unreadable)?;
            if length == 0 {
                break;
            }
            unpacked += length as u64;
            let is_too_much = unpacked > INFLATED_BYTES
                || (unpacked > RATIO_FROM_BYTES && unpacked / packed.max(1) > RATIO);
            if is_too_much {
                return Err(FileError::InflatesTooFar);
            }
        }
    }
    let mut source = archive.into_inner();
    source.rewind().map_err(|_| FileError::Unreadable)?;
    Ok(source)
}

pub fn map_zip_error(error: &ZipError) -> FileError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => FileError::PasswordProtected,
        _ => FileError::Unreadable,
    }
}
