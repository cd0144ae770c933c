//! The web app as the server hands it out.

use anyhow::Result;

use crate::command::program;
use crate::project::Project;
use crate::stamp;

const SOURCES: [&str; 12] = [
    "src",
    "public",
    "index.html",
    "vite.config.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "pkg/.made-from",
    "pkg-later/.made-from",
    "pkg-reading/.made-from",
    "pkg-workbook/.made-from",
    "dev/budget.mjs",
];

/// Builds `webapp/dist` unless it was made from the same sources, and holds it to its budget.
pub fn build(project: &Project) -> Result<()> {
    let webapp = project.webapp();
    let dist = webapp.join("dist");
    let stamp = stamp::of(&webapp, &SOURCES, "vite build")?;
    if stamp::is_fresh(&dist, &stamp) && dist.join("index.html").is_file() {
        return Ok(());
    }
    node(project, "vite/bin/vite.js", &["build"]).go()?;
    budget(project)?;
    stamp::mark(&dist, &stamp)
}

/// Fails when the first load of the main page weighs too much; shows the table then.
pub fn budget(project: &Project) -> Result<()> {
    program("node", ["dev/budget.mjs"])
        .dir(project.webapp())
        .go()
        .map(drop)
}

/// A program of an npm package, run without npm.
pub fn node(project: &Project, script: &str, words: &[&str]) -> crate::command::Run {
    program("node", [project.npm(script)])
        .args(words)
        .dir(project.webapp())
}
