//! Benchmark of time, memory and errors on generated contacts of a large firm.
//!
//! `cargo test --release -p shared resolution::speed -- --ignored --nocapture` prints the figures.

use super::common_names::FREQUENT;
use super::nicknames::{formal, given_names};
use super::{Candidate, Details, LIKELY, MAX_BLOCK, POSSIBLE, blocking_keys, pairs};
use jiff::civil::Date;
use std::collections::HashSet;
use std::time::Instant;

const CONTACTS: usize = 100_000;
/// One in this many contacts is a duplicate of an earlier one.
const DUPLICATES: usize = 20;

/// Pseudorandom numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    /// Returns a random index that favors small values, like the frequencies of names.
    fn skewed(&mut self, end: usize) -> usize {
        let most = self.below(end) + 1;
        self.below(most)
    }

    fn chance(&mut self, one_of: usize) -> bool {
        self.below(one_of) == 0
    }

    fn pick<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.below(values.len())]
    }
}

#[derive(Debug, Clone, Default)]
struct Contact {
    first: String,
    last: String,
    organization: String,
    dob: Option<Date>,
    email: String,
    phone: String,
    street: String,
    zip: String,
}

impl Contact {
    fn candidate(&self) -> Candidate {
        Candidate::new(&Details {
            first_name: Some(&self.first),
            last_name: Some(&self.last),
            organization_name: Some(&self.organization),
            dob: self.dob,
            emails: vec![&self.email],
            phones: vec![&self.phone],
            line1: Some(&self.street),
            postal_code: Some(&self.zip),
            ..Details::default()
        })
    }

    /// Changes about two values, as if the contact had been entered twice.
    fn vary(&mut self, random: &mut Random) {
        for _ in 0..2 {
            match random.below(8) {
                0 => self.email.clear(),
                1 => self.phone.clear(),
                2 => self.street = street(random),
                3 => self.dob = None,
                4 => self.first = formal(&self.first).to_owned(),
                5 if self.last.len() > 3 => {
                    self.last.remove(2);
                }
                6 => self.dob = self.dob.and_then(|dob| dob.with().day(1).build().ok()),
                _ => self.zip.clear(),
            }
        }
    }
}

fn syllables(random: &mut Random, count: usize) -> String {
    let consonants = [
        "b", "br", "c", "ch", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "w",
    ];
    let vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
    let ends = ["", "", "n", "r", "s", "ll", "ck", "nd"];
    let mut name = String::new();
    for _ in 0..count {
        name += random.pick(&consonants);
        name += random.pick(&vowels);
    }
    name + random.pick(&ends)
}

fn street(random: &mut Random) -> String {
    format!("{} {} Street", random.below(900) + 1, syllables(random, 2))
}

fn contact(random: &mut Random, first_names: &[&str], last_names: &[String], words: &[String]) -> Contact {
    let phone = format!("{}555{:04}", 200 + random.below(700), random.below(10_000));
    let mut contact = Contact {
        street: street(random),
        zip: format!("{:05}", 10_000 + random.skewed(800)),
        phone,
        ..Contact::default()
    };
    if random.chance(10) {
        let (word, other) = (
            &words[random.skewed(words.len())],
            &words[random.skewed(words.len())],
        );
        let kind = random.pick(&[
            "Family Trust",
            "LLC",
            "Inc",
            "Insurance Agency",
            "Irrevocable Trust",
        ]);
        contact.organization = format!("{word} {other} {kind}");
    } else {
        let most = random.skewed(first_names.len()) + 1;
        contact.first = first_names[random.skewed(most)].to_owned();
        contact.last = if random.chance(4) {
            FREQUENT[random.skewed(FREQUENT.len())].to_owned()
        } else {
            last_names[random.skewed(last_names.len())].clone()
        };
        let (year, day) = (1930 + random.below(75) as i16, 1 + random.below(28) as i8);
        contact.dob = Date::new(year, 1 + random.below(12) as i8, day).ok();
        contact.email = format!(
            "{}.{}{}@example.com",
            contact.first,
            contact.last,
            random.below(1000)
        );
    }
    contact
}

/// Returns generated contacts, and the pairs of originals and their duplicates.
fn firm() -> (Vec<Candidate>, HashSet<(usize, usize)>) {
    let mut random = Random(7);
    let first_names = given_names();
    let mut names = |count: usize, parts: usize| -> Vec<String> {
        (0..count).map(|_| syllables(&mut random, parts)).collect()
    };
    let (last_names, words) = (names(8_000, 2), names(3_000, 3));
    let mut contacts: Vec<Contact> = Vec::new();
    let mut truth = HashSet::new();
    while contacts.len() < CONTACTS {
        if contacts.len() % DUPLICATES == DUPLICATES - 1 {
            // Each contact has at most one duplicate.
            let original = contacts.len() - 1 - random.below(DUPLICATES - 1);
            let mut duplicate = contacts[original].clone();
            duplicate.vary(&mut random);
            truth.insert((original, contacts.len()));
            contacts.push(duplicate);
        } else {
            contacts.push(contact(&mut random, &first_names, &last_names, &words));
        }
    }
    (contacts.iter().map(Contact::candidate).collect(), truth)
}

/// Returns the peak memory of the process in MB, on Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[test]
#[ignore = "takes a minute in debug builds"]
fn scores_a_firm_of_100_000_contacts() {
    let start = Instant::now();
    let (candidates, truth) = firm();
    println!("{CONTACTS} contacts in {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let found = pairs(&candidates);
    let seconds = start.elapsed().as_secs_f64();
    let mut compared = 0_usize;
    super::pairs::for_each_candidate_pair(&candidates, |_, _| compared += 1);
    println!(
        "{compared} pairs compared in {seconds:.1} s, peak memory {:?} MB, blocks of up to {MAX_BLOCK}",
        peak_memory(),
    );
    let keys: usize = candidates
        .iter()
        .map(|candidate| blocking_keys(candidate).len())
        .sum();
    println!("{:.1} keys per contact", keys as f64 / CONTACTS as f64);
    for threshold in [POSSIBLE, LIKELY] {
        let reported = found.iter().filter(|(_, _, score)| score.percent >= threshold);
        let (hits, others): (Vec<_>, Vec<_>) =
            reported.partition(|(first, second, _)| truth.contains(&(*first, *second)));
        println!(
            "from {threshold}: {} of {} duplicates, {} other pairs",
            hits.len(),
            truth.len(),
            others.len(),
        );
    }
    assert!(found.len() >= truth.len() * 9 / 10);
}
