//! Abbreviations in the column headers of carrier files.

/// Abbreviated words and what they stand for.
const WORDS: [(&str, &str); 62] = [
    ("acct", "account"),
    ("accum", "accumulation"),
    ("agt", "agent"),
    ("amt", "amount"),
    ("ann", "annual"),
    ("annl", "annual"),
    ("annt", "annuitant"),
    ("bal", "balance"),
    ("ben", "benefit"),
    ("bnft", "benefit"),
    ("carr", "carrier"),
    ("cd", "code"),
    ("cl", "class"),
    ("cls", "class"),
    ("cntr", "contract"),
    ("cntrct", "contract"),
    ("co", "company"),
    ("comm", "commission"),
    ("csh", "cash"),
    ("cshval", "cashvalue"),
    ("ctr", "contract"),
    ("desc", "description"),
    ("dt", "date"),
    ("dte", "date"),
    ("dth", "death"),
    ("eff", "effective"),
    ("exp", "expiry"),
    ("freq", "frequency"),
    ("ins", "insured"),
    ("insd", "insured"),
    ("insrd", "insured"),
    ("int", "interest"),
    ("iss", "issue"),
    ("jnt", "joint"),
    ("jt", "joint"),
    ("lst", "last"),
    ("mat", "maturity"),
    ("mthd", "method"),
    ("nbr", "number"),
    ("nm", "name"),
    ("num", "number"),
    ("nxt", "next"),
    ("os", "outstanding"),
    ("ownr", "owner"),
    ("pct", "percent"),
    ("pd", "paid"),
    ("pmt", "payment"),
    ("pol", "policy"),
    ("prem", "premium"),
    ("prim", "primary"),
    ("prod", "product"),
    ("pymt", "payment"),
    ("rt", "rate"),
    ("st", "state"),
    ("stat", "status"),
    ("surr", "surrender"),
    ("tot", "total"),
    ("typ", "type"),
    ("uw", "underwriting"),
    ("val", "value"),
    ("wrtg", "writing"),
    ("yr", "year"),
];

/// Returns the word that an abbreviation stands for, or the word itself.
pub(super) fn written_out(word: &str) -> &str {
    match WORDS.binary_search_by_key(&word, |(short, _)| short) {
        Ok(index) => WORDS[index].1,
        Err(_) => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_sorted() {
        assert!(WORDS.is_sorted_by_key(|(short, _)| *short));
        for (short, long) in WORDS {
            assert_eq!(written_out(short), long);
        }
        assert_eq!(written_out("owner"), "owner");
    }
}
