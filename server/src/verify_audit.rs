//! `server verify-audit`: verifies the audit log's hash chains.

use anyhow::{Context, ensure};
use clap::Args;
use server::audit::{Chain, Note, verify};
use server::config::Config;
use server::db::connect_raw;
use server::start;
use std::path::{Path, PathBuf};

/// Verifies the hash chains of the audit log (docs/OPERATIONS.md).
#[derive(Args)]
pub struct Options {
    /// Output of an earlier run, to detect chains that were rewritten from the start.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// Prints one line per firm, `firm rows hash`, and breaks on stderr. With `--against`, compares the chains
/// with the output of an earlier run.
pub async fn run(options: &Options) -> anyhow::Result<()> {
    let earlier = match &options.against {
        None => Vec::new(),
        Some(file) => read(file)?,
    };
    let config = Config::from_env()?;
    let database = start::database_for_command(&config).await?;
    let mut client = connect_raw(&database.owner_url).await?;
    let outcome = verify(&mut client, &earlier).await?;
    for chain in &outcome {
        println!("{} {} {}", chain.firm_id, chain.rows, chain.hash);
    }
    let broken: Vec<&Chain> = outcome.iter().filter(|chain| chain.broken.is_some()).collect();
    for chain in &broken {
        if let Some(broken) = chain.broken {
            eprintln!("firm {}: {broken}", chain.firm_id);
        }
    }
    ensure!(
        broken.is_empty(),
        "{} of {} chains are broken",
        broken.len(),
        outcome.len()
    );
    Ok(())
}

/// Parses the output of an earlier run.
fn read(file: &Path) -> anyhow::Result<Vec<Note>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("failed to read {name}"))?;
    text.lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let note = match words.as_slice() {
                [firm_id, rows, hash] => {
                    firm_id
                        .parse()
                        .ok()
                        .zip(rows.parse().ok())
                        .map(|(firm_id, rows)| Note {
                            firm_id,
                            rows,
                            hash: (*hash).to_owned(),
                        })
                }
                _ => None,
            };
            note.with_context(|| format!("{name}: “{line}” is not in the format `firm rows hash`"))
        })
        .collect()
}
