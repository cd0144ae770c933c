//! What all the values of a column say about how they are written.

use super::{Century, DateOrder, DateRule, Epoch, Shape};
use jiff::civil::Date;

const SAMPLES: usize = 3;

/// Counts over a column's cells. Two halves of a file can be counted apart and merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DateEvidence {
    /// Cells that say their day themselves.
    pub exact: u32,
    /// Cells of three numbers.
    pub numbers: u32,
    /// Among them, those that each order can read: by [`DateOrder::ALL`].
    fits: [u32; 3],
    /// Those that at least one order can read, and this one cannot.
    misfits: [u32; 3],
    /// Those that different orders read as different days.
    ambiguous: u32,
    pub short_years: u32,
    pub serials: u32,
    pub unreadable: u32,
    samples_of_numbers: Vec<String>,
    samples_of_short_years: Vec<String>,
    samples_of_serials: Vec<String>,
}

fn keep(samples: &mut Vec<String>, cell: &str) {
    if samples.len() < SAMPLES && !samples.iter().any(|kept| kept == cell) {
        samples.push(cell.into());
    }
}

impl DateEvidence {
    /// Counts a cell that is not empty.
    pub fn add(&mut self, cell: &str) {
        match Shape::of(cell) {
            None => self.unreadable += 1,
            Some((Shape::Day(_), _)) => self.exact += 1,
            Some((Shape::ShortYear { .. }, _)) => {
                self.short_years += 1;
                keep(&mut self.samples_of_short_years, cell);
            }
            Some((Shape::Serial(_), _)) => {
                self.serials += 1;
                keep(&mut self.samples_of_serials, cell);
            }
            Some((Shape::Numbers(numbers), _)) => {
                let days = DateOrder::ALL.map(|order| numbers.fit(order));
                let Some(first) = days.iter().flatten().next() else {
                    self.unreadable += 1;
                    return;
                };
                self.numbers += 1;
                for (i, day) in days.iter().enumerate() {
                    let count = if day.is_some() {
                        &mut self.fits
                    } else {
                        &mut self.misfits
                    };
                    count[i] += 1;
                }
                if days.iter().flatten().any(|day| day != first) {
                    self.ambiguous += 1;
                    keep(&mut self.samples_of_numbers, cell);
                }
                if numbers.has_short_year() {
                    self.short_years += 1;
                    keep(&mut self.samples_of_short_years, cell);
                }
            }
        }
    }

    /// Adds what another part of the same column said.
    pub fn merge(&mut self, other: &Self) {
        self.exact += other.exact;
        self.numbers += other.numbers;
        for i in 0..3 {
            self.fits[i] += other.fits[i];
            self.misfits[i] += other.misfits[i];
        }
        self.ambiguous += other.ambiguous;
        self.short_years += other.short_years;
        self.serials += other.serials;
        self.unreadable += other.unreadable;
        for (mine, theirs) in [
            (&mut self.samples_of_numbers, &other.samples_of_numbers),
            (&mut self.samples_of_short_years, &other.samples_of_short_years),
            (&mut self.samples_of_serials, &other.samples_of_serials),
        ] {
            theirs.iter().for_each(|sample| keep(mine, sample));
        }
    }

    /// The order that every value of three numbers shows. None when it is open, or when there is no such value.
    pub fn shown_order(&self) -> Option<DateOrder> {
        let readings: Vec<_> = self.readings().filter(|(_, _, misfits)| *misfits == 0).collect();
        match readings.as_slice() {
            [(order, ..)] => Some(*order),
            [(order, ..), ..] if self.ambiguous == 0 => Some(*order),
            _ => None,
        }
    }

    /// The orders that can read at least one value, and how many values each reads.
    pub fn orders(&self) -> impl Iterator<Item = (DateOrder, u32)> {
        self.readings().map(|(order, fits, _)| (order, fits))
    }

    fn readings(&self) -> impl Iterator<Item = (DateOrder, u32, u32)> {
        DateOrder::ALL
            .into_iter()
            .zip(self.fits)
            .zip(self.misfits)
            .map(|((order, fits), misfits)| (order, fits, misfits))
            .filter(|(_, fits, _)| *fits > 0)
    }

    /// Values that show what is open.
    pub fn samples_of_numbers(&self) -> &[String] {
        &self.samples_of_numbers
    }

    pub fn samples_of_short_years(&self) -> &[String] {
        &self.samples_of_short_years
    }

    pub fn samples_of_serials(&self) -> &[String] {
        &self.samples_of_serials
    }

    /// The rule of the column: what was chosen, where a choice is to be made, and else what the values show.
    pub fn rule(&self, order: Option<DateOrder>, century: Option<Century>, epoch: Option<Epoch>) -> DateRule {
        let is_possible = |chosen: &DateOrder| self.orders().any(|(order, _)| order == *chosen);
        DateRule {
            order: order.filter(is_possible).or_else(|| self.shown_order()),
            century,
            epoch,
        }
    }

    /// A sample of serial numbers in an epoch, as choices show it.
    pub fn serial_example(&self, epoch: Epoch) -> Option<(&str, Date)> {
        let sample = self.samples_of_serials.first()?;
        match Shape::of(sample)? {
            (Shape::Serial(serial), _) => Some((sample, epoch.day(serial)?)),
            _ => None,
        }
    }
}
