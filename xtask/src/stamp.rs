//! Skips build steps whose inputs have not changed.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Hashes the names and contents of the source files, and `recipe`. Skips missing sources.
pub fn of(root: &Path, sources: &[&str], recipe: &str) -> Result<String> {
    let mut files = BTreeSet::new();
    for source in sources {
        collect(&root.join(source), &mut files)?;
    }
    let mut hasher = DefaultHasher::new();
    hasher.write(recipe.as_bytes());
    for file in files {
        hasher.write(
            file.strip_prefix(root)
                .unwrap_or(&file)
                .as_os_str()
                .as_encoded_bytes(),
        );
        let content = fs::read(&file).with_context(|| format!("failed to read {}", file.display()))?;
        hasher.write_usize(content.len());
        hasher.write(&content);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("failed to read {}", path.display()))? {
            collect(&entry?.path(), files)?;
        }
    } else if path.is_file() {
        files.insert(path.to_path_buf());
    }
    Ok(())
}

/// Returns true if the output in `dir` was built from inputs with this stamp.
pub fn is_fresh(dir: &Path, stamp: &str) -> bool {
    fs::read_to_string(file(dir)).is_ok_and(|found| found == stamp)
}

pub fn mark(dir: &Path, stamp: &str) -> Result<()> {
    fs::write(file(dir), stamp).with_context(|| format!("failed to write {}", file(dir).display()))
}

fn file(dir: &Path) -> PathBuf {
    dir.join(".made-from")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamp_changes_when_a_file_is_edited_moved_or_added() {
        let dir = std::env::temp_dir().join(format!("firmbook-stamp-{}", std::process::id()));
        fs::create_dir_all(dir.join("src/deep")).unwrap();
        let stamp = || of(&dir, &["src", "absent"], "recipe").unwrap();
        fs::write(dir.join("src/a"), "1").unwrap();
        let first = stamp();
        assert_eq!(first, stamp());
        fs::write(dir.join("src/a"), "2").unwrap();
        let changed = stamp();
        fs::rename(dir.join("src/a"), dir.join("src/deep/a")).unwrap();
        let moved = stamp();
        fs::write(dir.join("src/b"), "").unwrap();
        let all: BTreeSet<_> = [
            first,
            changed,
            moved,
            stamp(),
            of(&dir, &["src"], "other").unwrap(),
        ]
        .into();
        assert_eq!(all.len(), 5);
        fs::remove_dir_all(&dir).unwrap();
    }
}
