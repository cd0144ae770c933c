//! Twenty-four fictional insurance carriers with unassigned NAIC codes.

use super::random::Random;
use crate::book::rows::CarrierRow;
use jiff::Timestamp;
use uuid::Uuid;

pub struct Carrier {
    pub uuid: Uuid,
    pub name: String,
    pub short_name: &'static str,
    pub naic_code: String,
    /// Prefix of the carrier's contract numbers.
    pub prefix: &'static str,
}

/// Name, short name, contract number prefix, AM Best rating and Comdex score.
const CARRIERS: [(&str, &str, &str, &str, i16); 24] = [
    (
        "Alder Mutual Life Insurance Company",
        "Alder Mutual",
        "AM",
        "A++",
        98,
    ),
    ("Amberfield Life Assurance Company", "Amberfield", "AF", "A", 81),
    ("Anchor Bay Annuity & Life", "Anchor Bay", "AB", "A-", 74),
    ("Bluestone National Life", "Bluestone", "BN", "A+", 92),
    ("Bridgewater Fidelity Life", "Bridgewater", "BF", "A", 84),
    ("Cardinal Heritage Life", "Cardinal Heritage", "CH", "A", 79),
    ("Cedar Grove Life of New York", "Cedar Grove NY", "CG", "A+", 88),
    ("Commonwealth Summit Life", "Commonwealth Summit", "CS", "A+", 91),
    (
        "Crescent Harbor Annuity Company",
        "Crescent Harbor",
        "CA",
        "B++",
        61,
    ),
    ("Evergreen Trust Life", "Evergreen Trust", "ET", "A", 77),
    ("Falcon Ridge Life & Annuity", "Falcon Ridge", "FR", "A-", 70),
    ("Granite State Benefit Life", "Granite Benefit", "GB", "A+", 90),
    ("Great Prairie Mutual", "Great Prairie", "GP", "A++", 97),
    ("Heron Lake Life Insurance Company", "Heron Lake", "HL", "A", 80),
    ("Ironwood Guaranty Life", "Ironwood", "IG", "A-", 72),
    ("Juniper Mountain Life", "Juniper Mountain", "JM", "A", 78),
    ("Lakeshore Security Life", "Lakeshore", "LS", "A+", 89),
    ("Meridian Pacific Life", "Meridian Pacific", "MP", "A+", 93),
    ("Northwind Life & Casualty", "Northwind", "NW", "B++", 58),
    ("Old Orchard Mutual Life", "Old Orchard", "OO", "A++", 96),
    ("Redwood Coast Annuity", "Redwood Coast", "RC", "A-", 69),
    ("Silverleaf Variable Life", "Silverleaf", "SV", "A", 83),
    ("Tidewater American Life", "Tidewater", "TA", "A", 76),
    ("Willow Creek Life Partners", "Willow Creek", "WC", "B+", 52),
];

pub fn all() -> Vec<Carrier> {
    CARRIERS
        .iter()
        .zip(1..)
        .map(|((name, short_name, prefix, _, _), number)| Carrier {
            uuid: Random::of([0, 0, number]).uuid(Timestamp::constant(1_640_995_200, 0)),
            name: (*name).to_owned(),
            short_name,
            naic_code: format!("{}", 99_000 + number),
            prefix,
        })
        .collect()
}

pub fn rows() -> Vec<CarrierRow> {
    all()
        .into_iter()
        .zip(CARRIERS)
        .zip(0..)
        .map(|((carrier, (_, _, _, rating, comdex)), number)| CarrierRow {
            uuid: carrier.uuid,
            name: carrier.name.into(),
            short_name: carrier.short_name.into(),
            naic_code: carrier.naic_code.into(),
            am_best_rating: Some(rating.into()),
            comdex: Some(comdex),
            phone: Some(format!("+180055501{number:02}").into()),
            fax: (number % 3 != 0).then(|| format!("+188855501{number:02}").into()),
        })
        .collect()
}
