//! Generates the source and the timestamps of demo records.

use super::people::Cast;
use super::random::Random;
use crate::book::rows::{SnapshotRow, Text};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use shared::contract::{Line, RecordSource};
use uuid::Uuid;

/// Seconds from the start of a day (UTC) until its values are recorded, in the afternoon of the next day.
const RECORDED_AFTER: i64 = (24 + 18) * 3600;

/// Source and timestamps of a record.
pub struct Record {
    pub source: &'static str,
    pub file: Option<Text>,
    pub row: Option<i32>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Date of the values.
    pub as_of: Date,
}

impl Record {
    pub fn contact(cast: &Cast, random: &mut Random) -> Self {
        Self::new(
            cast,
            random,
            &[
                (55, RecordSource::Manual),
                (33, RecordSource::Import),
                (12, RecordSource::Feed),
            ],
        )
    }

    pub fn contract(cast: &Cast, random: &mut Random) -> Self {
        Self::new(
            cast,
            random,
            &[
                (15, RecordSource::Manual),
                (25, RecordSource::Import),
                (60, RecordSource::Feed),
            ],
        )
    }

    fn new(cast: &Cast, random: &mut Random, sources: &[(u64, RecordSource)]) -> Self {
        let source = random.weighted(sources);
        let now = midnight(cast.today).as_second();
        let created = now - random.between(1, 5 * 365) * 86_400 + random.between(8 * 3600, 22 * 3600);
        let updated = created + random.between(0, (now - created).max(0));
        let age_days = if source == RecordSource::Feed {
            random.between(1, 20)
        } else {
            random.between(3, 340)
        };
        let (file, row) = match source {
            RecordSource::Import => {
                let year = cast.today.year() as i64 - random.between(0, 4);
                (
                    Some(format!("book-{year}.csv").into()),
                    Some(random.between(2, 5_000) as i32),
                )
            }
            _ => (None, None),
        };
        Self {
            source: source.code(),
            file,
            row,
            created_at: at(created),
            updated_at: at(updated),
            as_of: super::random::add_days(cast.today, -age_days),
        }
    }

    /// Returns a snapshot without values.
    pub fn snapshot(firm_id: i32, contract_uuid: Uuid, line: Line, as_of: Date) -> SnapshotRow {
        SnapshotRow {
            firm_id,
            contract_uuid,
            line: line.number().into(),
            as_of,
            recorded_at: at(midnight(as_of).as_second() + RECORDED_AFTER),
            source: RecordSource::Feed.code().into(),
            death_benefit: None,
            annualized_premium: None,
            cash_value: None,
            surrender_value: None,
            loan_balance: None,
            contract_value: None,
            premiums_paid: None,
            crediting_rate: None,
            lapse_age: None,
        }
    }
}

/// Returns midnight UTC of a date.
pub fn midnight(day: Date) -> Timestamp {
    day.to_zoned(TimeZone::UTC)
        .map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}
