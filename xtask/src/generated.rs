//! Generated files that are checked in, so that changes to them show up in review.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{command, run, web};

/// Regenerates `docs/openapi.json`, the API's TypeScript types from it, and the tables of `docs/BOOK.md`.
/// Without `fix`, fails if a checked-in copy is stale.
pub fn check(project: &Project, fix: bool) -> Result<()> {
    run::build_server(project, false)?;
    let description = command::program(project.server(false), ["openapi"])
        .dir(&project.root)
        .go()?;
    settle(&project.root.join("docs/openapi.json"), &description, fix)?;
    let types = web::node_script(project, "dev/api-types.mjs").go()?;
    settle(&project.webapp().join("src/lib/api-schema.d.ts"), &types, fix)?;
    let columns = command::program(project.server(false), ["book-columns"])
        .dir(&project.root)
        .go()?;
    let file = project.root.join("docs/BOOK.md");
    let book = fs::read_to_string(&file).with_context(|| format!("failed to read {}", file.display()))?;
    let book =
        with_section(&book, "## Columns", &columns).context("docs/BOOK.md has no section of columns")?;
    settle(&file, &book, fix)
}

/// Replaces the text below a heading, up to the next heading of its level.
fn with_section(document: &str, heading: &str, text: &str) -> Option<String> {
    let (before, rest) = document.split_once(&format!("{heading}\n\n"))?;
    let (_, after) = rest.split_once("\n## ")?;
    Some(format!("{before}{heading}\n\n{text}\n## {after}"))
}

fn settle(file: &Path, made: &str, fix: bool) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == made) {
        return Ok(());
    }
    if !fix {
        bail!(
            "{} is stale: run `cargo xtask check --fix` to regenerate it",
            file.display()
        );
    }
    fs::write(file, made).with_context(|| format!("failed to write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_the_text_below_the_heading() {
        let document = "# A\n\n## B\n\nold\n\n### C\n\nold\n\n## D\n\nkept\n";
        let replaced = with_section(document, "## B", "new\n");
        assert_eq!(replaced.as_deref(), Some("# A\n\n## B\n\nnew\n\n## D\n\nkept\n"));
        assert_eq!(with_section(document, "## E", "new\n"), None);
    }
}
