//! Builds the production bundle of the web app.

use anyhow::Result;

use crate::command::program;
use crate::project::Project;
use crate::stamp;

const SOURCES: [&str; 20] = [
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
    "pkg-embed/.made-from",
    "pkg-embed-live/.made-from",
    "pkg-embed-import/.made-from",
    "embed",
    "widget.html",
    "vite.embed.config.ts",
    "dev/budget.mjs",
    "dev/compress.mjs",
    "dev/embed-package.mjs",
];

/// Builds `webapp/dist` unless it is up to date, compresses its files, and checks the size budget.
pub fn build(project: &Project) -> Result<()> {
    let webapp = project.webapp();
    let dist = webapp.join("dist");
    let stamp = stamp::of(&webapp, &SOURCES, "vite build")?;
    if stamp::is_fresh(&dist, &stamp) && dist.join("index.html").is_file() {
        return Ok(());
    }
    node(project, "vite/bin/vite.js", &["build"]).go()?;
    for mode in ["widget", "loader", "package"] {
        let words = ["build", "--config", "vite.embed.config.ts", "--mode", mode];
        node(project, "vite/bin/vite.js", &words).go()?;
    }
    node_script(project, "dev/embed-package.mjs").go()?;
    node_script(project, "dev/compress.mjs").go()?;
    budget(project)?;
    stamp::mark(&dist, &stamp)
}

/// Fails, with a table of sizes, if the initial load of the main page exceeds the budget.
pub fn budget(project: &Project) -> Result<()> {
    node_script(project, "dev/budget.mjs").go().map(drop)
}

/// Prepares a node command for a script of the web app.
pub fn node_script(project: &Project, script: &str) -> crate::command::Run {
    program("node", [script]).dir(project.webapp())
}

/// Prepares a node command for a script of an npm package.
pub fn node(project: &Project, script: &str, words: &[&str]) -> crate::command::Run {
    program("node", [project.npm(script)])
        .args(words)
        .dir(project.webapp())
}
