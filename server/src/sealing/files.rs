//! Re-encrypts upload files that were sealed with an older key. Documents are bound to their record, so
//! `files::reseal_documents` re-encrypts them.

use super::Tally;
use crate::crypto::{Sealer, key_id_of};
use crate::store::{DOCUMENTS, INCOMING};
use anyhow::Context;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

/// Plaintext bytes sealed at a time.
const CHUNK_BYTES: usize = 64 * 1024;

/// Re-encrypts all files below `files` that are not sealed with the current key, except documents. The first
/// folder of a file's path is the firm id. A file is replaced as a whole, so that readers see either version.
/// Calls `report` after each file.
///
/// # Errors
/// Returns an error if a file cannot be read or written. Files that were already replaced stay replaced.
pub fn reseal_files(files: &Path, sealer: &Sealer, report: &mut dyn FnMut(Tally)) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    for firm in entries(files)? {
        let name = firm.file_name();
        let Some(firm_id) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        folder(
            &firm.path(),
            &files.join(INCOMING),
            (firm_id, sealer),
            &mut |found| {
                tally.sealed += found.sealed;
                tally.unreadable += found.unreadable;
                report(tally);
            },
        )?;
    }
    Ok(tally)
}

fn folder(
    path: &Path,
    incoming: &Path,
    (firm_id, sealer): (i32, &Sealer),
    found: &mut dyn FnMut(Tally),
) -> anyhow::Result<()> {
    for entry in entries(path)? {
        let path = entry.path();
        if entry.file_name() == DOCUMENTS {
            continue;
        }
        if entry.file_type()?.is_dir() {
            folder(&path, incoming, (firm_id, sealer), found)?;
        } else if let Some(tally) = file(&path, incoming, (firm_id, sealer))
            .with_context(|| format!("failed to seal {}", path.display()))?
        {
            found(tally);
        }
    }
    Ok(())
}

/// Returns `None` if the file is not sealed, already has the current key, or was removed in the meantime.
fn file(path: &Path, incoming: &Path, (firm_id, sealer): (i32, &Sealer)) -> anyhow::Result<Option<Tally>> {
    let source = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        source => source?,
    };
    match key_id_of(&source)? {
        Some(id) if id != sealer.keys().current_id() => {}
        _ => return Ok(None),
    }
    DirBuilder::new().recursive(true).mode(0o700).create(incoming)?;
    let place = incoming.join(crate::ids::new_uuid().simple().to_string());
    let sealed = seal_into(&place, path, (firm_id, sealer));
    let tally = match sealed {
        Ok(()) => {
            fs::rename(&place, path)?;
            Tally {
                sealed: 1,
                ..Tally::default()
            }
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            fs::remove_file(&place)?;
            tracing::error!(file = %path.display(), %error, "failed to decrypt a stored file");
            Tally {
                unreadable: 1,
                ..Tally::default()
            }
        }
        Err(error) => {
            _ = fs::remove_file(&place);
            return Err(error.into());
        }
    };
    Ok(Some(tally))
}

fn seal_into(place: &Path, path: &Path, (firm_id, sealer): (i32, &Sealer)) -> std::io::Result<()> {
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(place)?;
    let mut content = sealer.open_file(firm_id, File::open(path)?)?;
    let (mut chunk, mut sealed) = (vec![0; CHUNK_BYTES], Vec::new());
    let mut sealing = sealer
        .seal_file(firm_id, &mut sealed)
        .map_err(std::io::Error::other)?;
    loop {
        let read = content.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        sealing
            .push(&chunk[..read], &mut sealed)
            .map_err(std::io::Error::other)?;
        target.write_all(&sealed)?;
        sealed.clear();
    }
    sealing.finish(&mut sealed).map_err(std::io::Error::other)?;
    target.write_all(&sealed)?;
    target.sync_all()
}

/// Returns the entries of a folder, or none if it does not exist.
fn entries(folder: &Path) -> std::io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        listed => listed?.collect(),
    }
}
