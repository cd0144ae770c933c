//! Statistics about the dates in a column, used to detect their format.

use super::{Century, DateOrder, DateRule, Epoch, Shape};
use jiff::civil::Date;

const SAMPLES: usize = 3;

/// Counts over the cells of a column. Parts of a file can be counted separately and merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DateEvidence {
    /// Unambiguous dates.
    pub exact: u32,
    /// Dates written as three numbers, such as `1/2/2024`.
    pub numbers: u32,
    /// For each order, how many of these dates are valid in it. Indexed like [`DateOrder::ALL`].
    fits: [u32; 3],
    /// For each order, how many of these dates are invalid in it but valid in another order.
    unreadable_by_order: [u32; 3],
    /// How many of these dates mean different days in different orders.
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
    /// Counts a non-empty cell.
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
                        &mut self.unreadable_by_order
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

    /// Adds the counts from another part of the same column.
    pub fn merge(&mut self, other: &Self) {
        self.exact += other.exact;
        self.numbers += other.numbers;
        for i in 0..3 {
            self.fits[i] += other.fits[i];
            self.unreadable_by_order[i] += other.unreadable_by_order[i];
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

    /// Returns the order that fits all dates written as three numbers. Returns `None` if the order is
    /// ambiguous or there are no such dates.
    pub fn shown_order(&self) -> Option<DateOrder> {
        let readings: Vec<_> = self
            .readings()
            .filter(|(_, _, unreadable_by_order)| *unreadable_by_order == 0)
            .collect();
        match readings.as_slice() {
            [(order, ..)] => Some(*order),
            [(order, ..), ..] if self.ambiguous == 0 => Some(*order),
            _ => None,
        }
    }

    /// Returns the orders in which at least one value is a valid date, with the number of such values.
    pub fn orders(&self) -> impl Iterator<Item = (DateOrder, u32)> {
        self.readings().map(|(order, fits, _)| (order, fits))
    }

    fn readings(&self) -> impl Iterator<Item = (DateOrder, u32, u32)> {
        DateOrder::ALL
            .into_iter()
            .zip(self.fits)
            .zip(self.unreadable_by_order)
            .map(|((order, fits), unreadable_by_order)| (order, fits, unreadable_by_order))
            .filter(|(_, fits, _)| *fits > 0)
    }

    /// Returns sample dates whose order is ambiguous.
    pub fn samples_of_numbers(&self) -> &[String] {
        &self.samples_of_numbers
    }

    pub fn samples_of_short_years(&self) -> &[String] {
        &self.samples_of_short_years
    }

    pub fn samples_of_serials(&self) -> &[String] {
        &self.samples_of_serials
    }

    /// Returns the rule of the column: the chosen order if it fits any value, otherwise the detected one.
    pub fn rule(&self, order: Option<DateOrder>, century: Option<Century>, epoch: Option<Epoch>) -> DateRule {
        let is_possible = |chosen: &DateOrder| self.orders().any(|(order, _)| order == *chosen);
        DateRule {
            order: order.filter(is_possible).or_else(|| self.shown_order()),
            century,
            epoch,
        }
    }

    /// Returns a sample serial number and its date in this epoch.
    pub fn serial_example(&self, epoch: Epoch) -> Option<(&str, Date)> {
        let sample = self.samples_of_serials.first()?;
        match Shape::of(sample)? {
            (Shape::Serial(serial), _) => Some((sample, epoch.day(serial)?)),
            _ => None,
        }
    }
}
