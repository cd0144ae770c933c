//! Bar charts of the contracts in a document.

use super::book::Contracts;
use super::cells::Labels;
use super::layout::{Bar, Chart};
use crate::contract::bulk::due_after;
use crate::contract::{Line, PolicyStatus, PremiumMode};
use crate::exact_sum::{TotalsOverflow, add_amounts};
use crate::list::eval::Cell;
use crate::money::format_cents;
use jiff::ToSpan;
use jiff::civil::Date;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Maximum number of bars for product types or years. The last one combines the rest.
const MAX_BARS: usize = 8;
/// Number of months in the premium chart, starting with the document's month.
const MONTHS: i32 = 12;

impl Contracts {
    /// Returns the charts of the contracts as of a day. Omits charts without amounts.
    ///
    /// # Errors
    /// Returns [`TotalsOverflow`] if a sum cannot be represented exactly.
    pub fn charts(&self, day: Date) -> Result<Vec<Chart>, TotalsOverflow> {
        let ahead = match self.line() {
            Line::Life => self.premiums_by_month(day)?,
            Line::Annuity => self.surrender_charges(day)?,
        };
        Ok(self.by_product()?.into_iter().chain(ahead).collect())
    }

    /// Returns the chart of death benefits or contract values by product type.
    fn by_product(&self) -> Result<Option<Chart>, TotalsOverflow> {
        let (amount, title) = match self.line() {
            Line::Life => ("deathBenefit", "Death benefit by product type"),
            Line::Annuity => ("contractValue", "Contract value by product type"),
        };
        let Some(column) = self.columns.specs().find(|column| column.key == "productType") else {
            return Ok(None);
        };
        let labels = Labels::of(self.columns.specs());
        let mut sums: BTreeMap<String, Decimal> = BTreeMap::new();
        for row in &self.rows {
            let product = self.cell(row, column.key);
            let label = product.map_or_else(String::new, |cell| labels.cell(column, cell));
            add(sums.entry(label).or_default(), self.cell(row, amount))?;
        }
        Ok(largest(title, sums.into_iter().collect()))
    }

    /// Returns the chart of premiums of policies in force, by month: premiums due from `day` through the end of
    /// the twelfth month, and overdue ones.
    fn premiums_by_month(&self, day: Date) -> Result<Option<Chart>, TotalsOverflow> {
        let mut overdue = Decimal::ZERO;
        let first = day.first_of_month();
        let months = (0..MONTHS).filter_map(|after| first.checked_add(after.months()).ok());
        let mut months: BTreeMap<Date, Decimal> = months.map(|month| (month, Decimal::ZERO)).collect();
        let last = months.keys().next_back().copied();
        for row in &self.rows {
            if self.due_dates(row).next().is_some_and(|due| due < day) {
                add(&mut overdue, self.cell(row, "modalPremium"))?;
            }
            for due in self
                .due_dates(row)
                .take_while(|due| Some(due.first_of_month()) <= last)
            {
                if let Some(sum) = months.get_mut(&due.first_of_month()).filter(|_| due >= day) {
                    add(sum, self.cell(row, "modalPremium"))?;
                }
            }
        }
        let label = |month: Date| month.strftime("%b %Y").to_string();
        let months = months.into_iter().map(|(month, sum)| (label(month), sum));
        let overdue = (overdue > Decimal::ZERO).then(|| ("Overdue".to_owned(), overdue));
        Ok(chart(
            "Premiums due by month",
            overdue.into_iter().chain(months).collect(),
        ))
    }

    /// Returns the due dates of a policy in force, starting with its next premium. Returns only that one if the
    /// mode has no fixed frequency.
    fn due_dates(&self, row: &[Cell]) -> impl Iterator<Item = Date> {
        let date = |key| match self.cell(row, key) {
            Some(Cell::Date(date)) => Some(*date),
            _ => None,
        };
        let status = self.code(row, "status").and_then(PolicyStatus::from_code);
        let next = date("nextPremiumDate").filter(|_| status.is_some_and(PolicyStatus::in_force));
        let mode = self.code(row, "premiumMode").and_then(PremiumMode::from_code);
        let issued = date("issueDate");
        std::iter::successors(next, move |due| due_after(mode?, *due, issued))
    }

    /// Returns the chart of contract values by the year in which surrender charges end. `None` if no contract
    /// has surrender charges that end after `day`.
    fn surrender_charges(&self, day: Date) -> Result<Option<Chart>, TotalsOverflow> {
        let (mut ended, mut unknown) = (Decimal::ZERO, Decimal::ZERO);
        let mut years: BTreeMap<i16, Decimal> = BTreeMap::new();
        for row in &self.rows {
            let sum = match self.cell(row, "surrenderPeriodEndDate") {
                Some(Cell::Date(end)) if *end > day => years.entry(end.year()).or_default(),
                Some(Cell::Date(_)) => &mut ended,
                _ => &mut unknown,
            };
            add(sum, self.cell(row, "contractValue"))?;
        }
        if years.is_empty() {
            return Ok(None);
        }
        let mut sums = vec![("Ended".to_owned(), ended)];
        let mut years = years.into_iter();
        sums.extend(
            years
                .by_ref()
                .take(MAX_BARS - 1)
                .map(|(year, sum)| (year.to_string(), sum)),
        );
        if let Some((year, mut sum)) = years.next() {
            for (_, later) in years {
                sum = add_amounts(sum, later)?;
            }
            sums.push((format!("{year} and later"), sum));
        }
        sums.push(("Not recorded".to_owned(), unknown));
        sums.retain(|(_, sum)| *sum > Decimal::ZERO);
        Ok(chart("Contract value by end of surrender charges", sums))
    }

    fn cell<'a>(&self, row: &'a [Cell], key: &str) -> Option<&'a Cell> {
        row.get(self.columns.index(key)?)
    }

    fn code<'a>(&self, row: &'a [Cell], key: &str) -> Option<&'a str> {
        match self.cell(row, key)? {
            Cell::Text(code) => Some(code),
            _ => None,
        }
    }
}

fn add(sum: &mut Decimal, cell: Option<&Cell>) -> Result<(), TotalsOverflow> {
    if let Some(Cell::Money(amount)) = cell {
        *sum = add_amounts(*sum, *amount)?;
    }
    Ok(())
}

/// Returns a chart of the largest amounts, with the rest combined as `Other`. `None` without positive amounts.
fn largest(title: &str, mut sums: Vec<(String, Decimal)>) -> Option<Chart> {
    sums.retain(|(_, amount)| *amount > Decimal::ZERO);
    // Labels are sorted, so equal amounts keep their order.
    sums.sort_by_key(|(_, amount)| std::cmp::Reverse(*amount));
    if sums.len() > MAX_BARS {
        let rest: Decimal = sums
            .split_off(MAX_BARS - 1)
            .iter()
            .map(|(_, amount)| amount)
            .sum();
        sums.push(("Other".into(), rest));
    }
    chart(title, sums)
}

/// Returns a chart with one bar per amount. `None` without positive amounts.
fn chart(title: &str, sums: Vec<(String, Decimal)>) -> Option<Chart> {
    let longest = sums.iter().map(|(_, amount)| *amount).max()?;
    if longest <= Decimal::ZERO {
        return None;
    }
    let bars: Vec<Bar> = sums
        .into_iter()
        .map(|(label, amount)| Bar {
            label: if label.is_empty() { "Unknown".into() } else { label },
            value: format_cents(Some(amount)),
            share: f64::try_from(amount / longest).unwrap_or(0.0),
        })
        .collect();
    let described: Vec<String> = bars
        .iter()
        .map(|bar| format!("{} {}", bar.label, bar.value))
        .collect();
    Some(Chart {
        title: title.into(),
        description: format!("Bar chart. {title}: {}.", described.join(", ")),
        bars,
    })
}

#[cfg(test)]
mod tests {
    use super::super::book::Columns;
    use super::*;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    fn money(cents: i64) -> Cell {
        Cell::Money(Decimal::new(cents, 2))
    }

    fn text(value: &str) -> Cell {
        Cell::Text(value.into())
    }

    /// Returns contracts with these cells by key, in the default columns.
    fn contracts(line: Line, rows: &[&[(&str, Cell)]]) -> Contracts {
        let columns = Columns::of(line, &[]);
        let row = |cells: &&[(&str, Cell)]| {
            let cell = |key: &&str| cells.iter().find(|(name, _)| name == key);
            let keys = columns.keys().iter();
            keys.map(|key| cell(key).map_or(Cell::Empty, |(_, cell)| cell.clone()))
                .collect()
        };
        Contracts {
            rows: rows.iter().map(row).collect(),
            columns: columns.clone(),
        }
    }

    /// Returns the titles and bars of all charts except the one by product type.
    fn ahead(contracts: &Contracts) -> Vec<(String, Vec<String>)> {
        let charts = contracts.charts(TODAY).unwrap().into_iter();
        let charts = charts.filter(|chart| !chart.title.ends_with("product type"));
        let bar = |bar: &Bar| format!("{} {}", bar.label, bar.value);
        charts
            .map(|chart| (chart.title, chart.bars.iter().map(bar).collect()))
            .collect()
    }

    fn policy(mode: &str, next: Date, status: &str) -> [(&'static str, Cell); 5] {
        [
            ("status", text(status)),
            ("issueDate", Cell::Date(date(2020, 1, 31))),
            ("nextPremiumDate", Cell::Date(next)),
            ("premiumMode", text(mode)),
            ("modalPremium", money(10_050)),
        ]
    }

    #[test]
    fn keeps_the_largest_amounts_and_describes_all_bars() {
        let sums = (1..=10)
            .map(|i| (format!("Type {i}"), Decimal::from(i)))
            .collect();
        let chart = largest("Title", sums).unwrap();
        assert_eq!(chart.bars.len(), MAX_BARS);
        assert_eq!(chart.bars[0].label, "Type 10");
        assert_eq!(chart.bars[7].value, "$6.00");
        assert!((chart.bars[0].share - 1.0).abs() < f64::EPSILON);
        assert!(
            chart.description.contains("Type 9 $9.00"),
            "{}",
            chart.description
        );
        assert_eq!(largest("Title", vec![("None".into(), Decimal::ZERO)]), None);
    }

    #[test]
    fn sums_premiums_by_month_of_their_due_dates() {
        let monthly = policy("Monthly", date(2026, 12, 31), "InForce");
        let annual = policy("Annual", date(2027, 3, 1), "GracePeriod");
        let once = policy("Flexible", date(2027, 3, 15), "InForce");
        let overdue = policy("SemiAnnual", date(2026, 11, 20), "LapsePending");
        let lapsed = policy("Monthly", date(2026, 12, 1), "Lapsed");
        let book = contracts(Line::Life, &[&monthly, &annual, &once, &overdue, &lapsed]);
        let found = ahead(&book);
        assert_eq!(found[0].0, "Premiums due by month");
        let one = "$100.50";
        let expected = [
            ("Overdue", one),
            ("Nov 2026", "$0.00"),
            ("Dec 2026", one),
            ("Jan 2027", one),
            ("Feb 2027", one),
            ("Mar 2027", "$301.50"),
            ("Apr 2027", one),
            ("May 2027", "$201.00"),
            ("Jun 2027", one),
            ("Jul 2027", one),
            ("Aug 2027", one),
            ("Sep 2027", one),
            ("Oct 2027", one),
        ];
        assert_eq!(found[0].1, expected.map(|(month, sum)| format!("{month} {sum}")));
    }

    #[test]
    fn omits_the_premium_chart_without_upcoming_premiums() {
        let lapsed = policy("Monthly", date(2026, 12, 1), "Lapsed");
        assert_eq!(ahead(&contracts(Line::Life, &[&lapsed])), []);
        let distant = policy("Annual", date(2027, 11, 1), "InForce");
        assert_eq!(ahead(&contracts(Line::Life, &[&distant])), []);
    }

    fn annuity(end: Option<Date>) -> [(&'static str, Cell); 2] {
        let end = end.map_or(Cell::Empty, Cell::Date);
        [("surrenderPeriodEndDate", end), ("contractValue", money(100_000))]
    }

    #[test]
    fn sums_contract_values_by_the_year_in_which_surrender_charges_end() {
        let ended = annuity(Some(TODAY));
        let soon = annuity(Some(date(2026, 11, 22)));
        let later = annuity(Some(date(2029, 5, 1)));
        let unknown = annuity(None);
        let book = contracts(Line::Annuity, &[&ended, &soon, &later, &later, &unknown]);
        let title = "Contract value by end of surrender charges";
        let bars = [
            "Ended $1,000.00",
            "2026 $1,000.00",
            "2029 $2,000.00",
            "Not recorded $1,000.00",
        ];
        assert_eq!(
            ahead(&book),
            [(title.to_owned(), bars.map(str::to_owned).to_vec())]
        );
        assert_eq!(ahead(&contracts(Line::Annuity, &[&ended, &unknown])), []);
    }

    #[test]
    fn combines_distant_years() {
        let rows: Vec<_> = (2027..2040).map(|year| annuity(Some(date(year, 1, 1)))).collect();
        let rows: Vec<&[(&str, Cell)]> = rows.iter().map(<[_; 2]>::as_slice).collect();
        let found = ahead(&contracts(Line::Annuity, &rows));
        assert_eq!(found[0].1.len(), MAX_BARS);
        assert_eq!(
            found[0].1.last().map(String::as_str),
            Some("2034 and later $6,000.00")
        );
    }
}
