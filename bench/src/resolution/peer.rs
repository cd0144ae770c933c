//! Compares precision and recall with Splink on a public data set with known duplicates.

use crate::program::output;
use anyhow::{Context, ensure};
use serde::Deserialize;
use shared::resolution::{Candidate, Details, pairs};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable with the path of a Python that has Splink, set by `cargo xtask bench`.
const PYTHON: &str = "FIRMBOOK_PYTHON";
/// Path of the data set within the folder of public samples.
const FILE: &str = "people-splink-fake1000/fake_1000.csv";

#[derive(Deserialize)]
pub struct Found {
    pub settings: String,
    pub pairs: usize,
    pub precision: f64,
    pub recall: f64,
}

#[derive(Deserialize)]
struct Row {
    first_name: String,
    surname: String,
    dob: String,
    city: String,
    email: String,
    cluster: String,
}

/// Returns the figures of Firmbook and of Splink, or `None` if the data set is missing.
pub fn compare(root: &Path) -> anyhow::Result<Option<(Found, Vec<Found>)>> {
    let beside = || root.join("../shared/data");
    let file = std::env::var_os("FIRMBOOK_SAMPLES")
        .map_or_else(beside, PathBuf::from)
        .join(FILE);
    if !file.is_file() {
        eprintln!("skipped the comparison with Splink: no {}", file.display());
        return Ok(None);
    }
    let python = std::env::var_os(PYTHON).with_context(|| format!("{PYTHON} is not set"))?;
    let splink = output(
        Command::new(python)
            .arg(root.join("bench/splink/compare.py"))
            .arg(&file),
    )?;
    Ok(Some((own(&file)?, serde_json::from_slice(&splink)?)))
}

fn own(file: &Path) -> anyhow::Result<Found> {
    let rows: Vec<Row> = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_path(file)?
        .deserialize()
        .collect::<Result<_, _>>()?;
    let candidates: Vec<Candidate> = rows.iter().map(candidate).collect();
    let found = pairs(&candidates);
    let is_true = |first: usize, second: usize| rows[first].cluster == rows[second].cluster;
    let right = found
        .iter()
        .filter(|(first, second, _)| is_true(*first, *second))
        .count();
    let mut sizes = HashMap::<&str, usize>::new();
    for row in &rows {
        *sizes.entry(&row.cluster).or_default() += 1;
    }
    let all: usize = sizes.values().map(|size| size * (size - 1) / 2).sum();
    ensure!(
        !found.is_empty() && all > 0,
        "no duplicates in {}",
        file.display()
    );
    Ok(Found {
        settings: "from 75".into(),
        pairs: found.len(),
        precision: right as f64 / found.len() as f64,
        recall: right as f64 / all as f64,
    })
}

fn candidate(row: &Row) -> Candidate {
    let given = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
    let (first, last, city, email) = (
        given(&row.first_name),
        given(&row.surname),
        given(&row.city),
        given(&row.email),
    );
    Candidate::new(&Details {
        first_name: first.as_deref(),
        last_name: last.as_deref(),
        dob: row.dob.parse().ok(),
        city: city.as_deref(),
        emails: email.as_deref().into_iter().collect(),
        ..Details::default()
    })
}
