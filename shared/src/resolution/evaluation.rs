//! Precision and recall on public data sets with known duplicates.
//!
//! `cargo test -p shared resolution::evaluation -- --nocapture` prints the figures.

use super::pairs::for_each_candidate_pair;
use super::{Candidate, Details, LIKELY, POSSIBLE, pairs, score};
use jiff::civil::Date;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the directory of the public data sets. Prints a message and returns `None` if they are not installed
/// next to the project.
fn public_data() -> Option<PathBuf> {
    let beside = || PathBuf::from("../../shared/data");
    let path = std::env::var_os("FIRMBOOK_SAMPLES").map_or_else(beside, PathBuf::from);
    let is_there = path.join("people-febrl").is_dir() && path.join("people-splink-fake1000").is_dir();
    if !is_there {
        // Writes to the raw stream, because the test harness captures `eprintln!`.
        let message = format!("skipped: no public data sets in {}\n", path.display());
        std::io::stderr().write_all(message.as_bytes()).unwrap();
    }
    is_there.then_some(path)
}

struct Labelled {
    id: String,
    cluster: String,
    candidate: Candidate,
}

fn rows(path: &Path) -> Vec<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_path(path)
        .unwrap();
    reader.records().map(Result::unwrap).collect()
}

fn value(row: &csv::StringRecord, at: usize) -> Option<&str> {
    row.get(at).filter(|text| !text.is_empty())
}

fn splink(data: &Path) -> Vec<Labelled> {
    let labelled = |row: &csv::StringRecord| Labelled {
        id: row[0].to_owned(),
        cluster: row[6].to_owned(),
        candidate: Candidate::new(&Details {
            first_name: value(row, 1),
            last_name: value(row, 2),
            dob: value(row, 3).and_then(|date| date.parse().ok()),
            city: value(row, 4),
            emails: value(row, 5).into_iter().collect(),
            ..Details::default()
        }),
    };
    rows(&data.join("people-splink-fake1000/fake_1000.csv"))
        .iter()
        .map(labelled)
        .collect()
}

/// Loads the FEBRL data set. With `has_id`, the Australian identification number counts as a tax ID.
fn febrl(data: &Path, has_id: bool) -> Vec<Labelled> {
    let labelled = |row: &csv::StringRecord| {
        let dob: Option<Date> = value(row, 9).and_then(|digits| Date::strptime("%Y%m%d", digits).ok());
        let line1 = format!("{} {}", &row[3], &row[4]);
        Labelled {
            id: row[0].to_owned(),
            cluster: row[0].split('-').nth(1).unwrap().to_owned(),
            candidate: Candidate::new(&Details {
                first_name: value(row, 1),
                last_name: value(row, 2),
                line1: Some(&line1),
                line2: value(row, 5),
                city: value(row, 6),
                postal_code: value(row, 7),
                dob,
                tax_id_hash: value(row, 10).map(str::as_bytes).filter(|_| has_id),
                ..Details::default()
            }),
        }
    };
    rows(&data.join("people-febrl/dataset1.csv"))
        .iter()
        .map(labelled)
        .collect()
}

#[derive(Debug, Clone, Copy)]
struct Figures {
    precision: f64,
    recall: f64,
}

impl Figures {
    fn f1(self) -> f64 {
        2.0 * self.precision * self.recall / (self.precision + self.recall)
    }
}

fn true_pairs(people: &[&Labelled]) -> HashSet<(usize, usize)> {
    let positions = 0..people.len();
    positions
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .filter(|(first, second)| people[*first].cluster == people[*second].cluster)
        .collect()
}

/// Prints and returns precision and recall at [`POSSIBLE`] and at [`LIKELY`].
fn evaluate(title: &str, people: &[&Labelled]) -> [Figures; 2] {
    let candidates: Vec<Candidate> = people.iter().map(|person| person.candidate.clone()).collect();
    let truth = true_pairs(people);
    let mut blocked = 0;
    for_each_candidate_pair(&candidates, |first, second| {
        blocked += usize::from(truth.contains(&(first, second)));
    });
    let found = pairs(&candidates);
    let vetoed = truth
        .iter()
        .filter(|(first, second)| score(&candidates[*first], &candidates[*second]).veto.is_some());
    println!(
        "{title}: {} records, {} true pairs, of which {:.3} share a key and {:.3} have a veto",
        people.len(),
        truth.len(),
        blocked as f64 / truth.len() as f64,
        vetoed.count() as f64 / truth.len() as f64,
    );
    [POSSIBLE, LIKELY].map(|threshold| {
        let reported = found.iter().filter(|(_, _, score)| score.percent >= threshold);
        let (hits, misses): (Vec<_>, Vec<_>) =
            reported.partition(|(first, second, _)| truth.contains(&(*first, *second)));
        let figures = Figures {
            precision: hits.len() as f64 / (hits.len() + misses.len()) as f64,
            recall: hits.len() as f64 / truth.len() as f64,
        };
        println!(
            "  from {threshold}: {} pairs, precision {:.3}, recall {:.3}, F1 {:.3}",
            hits.len() + misses.len(),
            figures.precision,
            figures.recall,
            figures.f1(),
        );
        figures
    })
}

/// Returns the people in clusters with an even or odd hash. The weights were tuned on the even half.
fn half(people: &[Labelled], parity: u64) -> Vec<&Labelled> {
    let hash = |cluster: &str| {
        let mut hasher = DefaultHasher::new();
        cluster.hash(&mut hasher);
        hasher.finish()
    };
    people
        .iter()
        .filter(|person| hash(&person.cluster) % 2 == parity)
        .collect()
}

/// Evaluates each half and the whole, and returns the figures of the whole.
fn evaluate_halves(title: &str, people: &[Labelled]) -> [Figures; 2] {
    evaluate(&format!("{title}, half used for the weights"), &half(people, 0));
    evaluate(&format!("{title}, other half"), &half(people, 1));
    evaluate(&format!("{title}, all"), &people.iter().collect::<Vec<_>>())
}

/// Asserts minimum values slightly below the figures in `docs/RESOLUTION.md`.
fn expect_at_least(figures: [Figures; 2], precision: f64, recalls: [f64; 2]) {
    for (figures, recall) in figures.into_iter().zip(recalls) {
        assert!(
            figures.precision >= precision && figures.recall >= recall,
            "{figures:?}"
        );
    }
}

#[test]
fn finds_duplicates_among_the_people_of_splink() {
    let Some(data) = public_data() else { return };
    let figures = evaluate_halves("fake_1000", &splink(&data));
    expect_at_least(figures, 0.99, [0.45, 0.32]);
}

#[test]
fn finds_duplicates_among_the_people_of_febrl() {
    let Some(data) = public_data() else { return };
    let figures = evaluate_halves("febrl dataset1 without its number", &febrl(&data, false));
    expect_at_least(figures, 0.99, [0.88, 0.75]);
    let figures = evaluate_halves("febrl dataset1 with its number", &febrl(&data, true));
    expect_at_least(figures, 0.99, [0.89, 0.89]);
}

/// Scores the labeled pairs directly, without blocking keys.
#[test]
fn agrees_with_the_labels_of_splink() {
    let Some(data) = public_data() else { return };
    let people = splink(&data);
    let position: HashMap<&str, usize> = people
        .iter()
        .enumerate()
        .map(|(at, person)| (person.id.as_str(), at))
        .collect();
    let (mut duplicates, mut found, mut wrong) = (0, 0, 0);
    for row in rows(&data.join("people-splink-fake1000/fake_1000_labels.csv")) {
        let [one, other] = [&row[0], &row[2]].map(|id| &people[position[id]].candidate);
        let is_reported = score(one, other).likeness().is_some();
        let is_duplicate = row[4].starts_with('1');
        duplicates += u32::from(is_duplicate);
        found += u32::from(is_duplicate && is_reported);
        wrong += u32::from(!is_duplicate && is_reported);
    }
    println!("labels of fake_1000: reports {found} of {duplicates} duplicates, and {wrong} other pairs");
    assert!(found * 100 >= duplicates * 46 && wrong * 100 <= found);
}
