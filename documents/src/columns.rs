//! Computes column widths, because Typst can neither keep amounts on one line nor shrink the text of a wide table.

use crate::fonts::FONTS;
use crate::line_breaks::word_width;

/// Space on each side of a cell, in points.
pub const INSET: f64 = 3.0;
/// Text sizes in points. The first one at which the longest words fit is used.
const TEXT_SIZES: [f64; 4] = [8.0, 7.5, 7.0, 6.5];
/// Number of the first sizes that are preferred if they limit every cell to two lines.
const COMFORTABLE_SIZES: usize = 3;
/// Maximum share of the table for a column with long texts, until the other columns have enough space.
const WIDEST_SHARE: f64 = 0.4;
/// Words up to this width in em are never broken if the table has enough space.
const LONGEST_WORD: f64 = 16.0;
/// Safety factor for inaccurate measurements.
const TOLERANCE: f64 = 1.01;

/// Space that the texts of a column require, in em.
#[derive(Default, Clone, Copy)]
pub struct Demand {
    word: f64,
    two_lines: f64,
    line: f64,
}

/// Text size and column widths of a table, in points.
pub struct Plan {
    pub text_size: f64,
    pub widths: Vec<f64>,
}

impl Demand {
    /// Adds a text that may wrap.
    pub fn add_text(&mut self, text: &str) {
        let line = FONTS.width(text);
        self.line = self.line.max(line);
        if line > self.word {
            self.word = self.word.max(word_width(text).min(LONGEST_WORD));
            self.two_lines = self.two_lines.max(two_line_width(text));
        }
    }

    /// Adds a column label. Labels may wrap, but only between words.
    pub fn add_label(&mut self, label: &str) {
        let word = word_width(label);
        self.word = self.word.max(word.min(LONGEST_WORD));
        self.line = self.line.max(word);
    }

    /// Adds an amount, which stays on one line.
    pub fn add_number(&mut self, number: &str) {
        let width = FONTS.width(number);
        self.word = self.word.max(width.min(LONGEST_WORD));
        self.line = self.line.max(width);
    }

    /// Returns the widths at a text size: without broken words, on two lines if possible, and on one line.
    fn widths(self, size: f64, available: f64) -> [f64; 3] {
        let points = |em: f64| em * size * TOLERANCE + 2.0 * INSET;
        let most = available * WIDEST_SHARE;
        let word = points(self.word);
        let two_lines = points(self.two_lines).min(most).max(word);
        [word, two_lines, points(self.line).min(most).max(two_lines)]
    }
}

/// Returns the minimum width of a text on two lines.
fn two_line_width(text: &str) -> f64 {
    let line = FONTS.width(text);
    let mut first = 0.0;
    let mut least = line;
    for word in text.split_inclusive(' ') {
        first += FONTS.width(word);
        least = least.min(first.max(line - first));
    }
    least
}

/// Chooses the text size and distributes the table's width among its columns.
pub fn plan(demands: &[Demand], available: f64) -> Plan {
    let tiers = |size: f64| {
        let widths = demands.iter().map(|demand| demand.widths(size, available));
        let widths: Vec<[f64; 3]> = widths.collect();
        [0, 1, 2].map(|tier| widths.iter().map(|widths| widths[tier]).collect::<Vec<f64>>())
    };
    let fits = |size: f64, tier: usize| sum(&tiers(size)[tier]) <= available;
    let in_two_lines = TEXT_SIZES
        .into_iter()
        .take(COMFORTABLE_SIZES)
        .find(|&size| fits(size, 1));
    let fitting = in_two_lines.or_else(|| TEXT_SIZES.into_iter().find(|&size| fits(size, 0)));
    let text_size = fitting.unwrap_or(TEXT_SIZES[TEXT_SIZES.len() - 1]);
    let [words, two_lines, lines] = tiers(text_size);
    let widths = if fitting.is_none() {
        limit(&words, available)
    } else if sum(&lines) <= available {
        let scale = available / sum(&lines).max(1.0);
        lines.iter().map(|line| line * scale).collect()
    } else if sum(&two_lines) <= available {
        between(&two_lines, &lines, available)
    } else {
        between(&words, &two_lines, available)
    };
    Plan { text_size, widths }
}

fn sum(widths: &[f64]) -> f64 {
    widths.iter().sum()
}

/// Grows the columns from the lower toward the upper widths until the table is full.
fn between(lower: &[f64], upper: &[f64], available: f64) -> Vec<f64> {
    let (lower_sum, upper_sum) = (sum(lower), sum(upper));
    let share = (available - lower_sum) / (upper_sum - lower_sum).max(1.0);
    lower
        .iter()
        .zip(upper)
        .map(|(lower, upper)| lower + (upper - lower) * share)
        .collect()
}

/// Shrinks the widest columns until the table fits. Their words are broken.
fn limit(least: &[f64], available: f64) -> Vec<f64> {
    let mut sorted = least.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut left = available;
    let mut columns = sorted.len();
    let mut most = f64::INFINITY;
    for width in sorted {
        #[expect(clippy::cast_precision_loss, reason = "a table has few columns")]
        let share = left / columns as f64;
        if width > share {
            most = share;
            break;
        }
        left -= width;
        columns -= 1;
    }
    least.iter().map(|width| width.min(most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Demand {
        let mut demand = Demand::default();
        demand.add_text(text);
        demand
    }

    #[test]
    fn fills_the_table() {
        let plan = plan(&[text("Policy"), text("Whole Life 100")], 500.0);
        assert!((sum(&plan.widths) - 500.0).abs() < 0.01);
        assert!(plan.widths[1] > plan.widths[0]);
        assert!((plan.text_size - 8.0).abs() < f64::EPSILON);
    }

    #[test]
    fn keeps_amounts_on_one_line() {
        let mut amount = Demand::default();
        amount.add_number("$1,250,000.00");
        let long = text(&"Long product name ".repeat(20));
        let plan = plan(&[long, amount, long, long], 400.0);
        assert!(plan.widths[1] >= FONTS.width("$1,250,000.00") * plan.text_size);
        assert!((sum(&plan.widths) - 400.0).abs() < 0.01);
    }

    #[test]
    fn shrinks_tables_that_do_not_fit() {
        let word = "W".repeat(10_000);
        let plan = plan(
            &[
                text(&word),
                text("A"),
                text(&word),
                text(&word),
                text(&word),
                text(&word),
            ],
            480.0,
        );
        assert!((plan.text_size - 6.5).abs() < f64::EPSILON);
        assert!(sum(&plan.widths) <= 480.01 && plan.widths[1] > INSET);
    }
}
