//! Converts figures, charts and tables into data for the templates.

use crate::columns::{Demand, INSET, plan};
use crate::fonts::FONTS;
use crate::line_breaks::{fit, truncate};
use crate::text::clean;
use serde::Serialize;
use shared::deliverable::layout::{Bar, Chart, Figure, Table, TableGroup};

/// Space between columns of figures and charts, in points.
const GUTTER: f64 = 24.0;
const LABEL_SIZE: f64 = 8.5;
const HEADING_SIZE: f64 = 14.0;
/// Text sizes of figure values, in points.
const LARGEST_VALUE: f64 = 15.0;
const SMALLEST_VALUE: f64 = 8.0;
/// Width of the bar labels, relative to the chart.
const BAR_LABEL_SHARE: f64 = 0.3;
/// Maximum width of bar values in em. Longer values are truncated.
const BAR_VALUE_WIDTH: f64 = 14.0;
/// Charts with more bars than this may continue on the next page.
const BARS_PER_PAGE: usize = 16;
/// Maximum lines of a cell, so that a row fits on a page. Longer texts are truncated.
const ROW_LINES: f64 = 30.0;
const HEADER_LINES: f64 = 4.0;
/// Groups with at least this many rows, about three pages, start on a new page. Typst lays out the pages of different
/// groups in parallel.
const LARGE_GROUP: usize = 100;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FigureData {
    columns: u32,
    gutter: f64,
    value_size: f64,
    figures: Vec<Figure>,
}

impl FigureData {
    pub fn new(figures: &[Figure], width: f64, is_landscape: bool) -> Self {
        let columns = if is_landscape { 4 } else { 3 };
        let width = (width + GUTTER) / f64::from(columns) - GUTTER;
        let widest = figures
            .iter()
            .map(|figure| FONTS.width(&clean(&figure.value)))
            .fold(0.0, f64::max);
        let value_size = (width / widest.max(1.0)).clamp(SMALLEST_VALUE, LARGEST_VALUE);
        let figures = figures.iter().map(|figure| Figure {
            label: fit(&clean(&figure.label), width / LABEL_SIZE, 3.0),
            value: fit(&clean(&figure.value), width / value_size, 3.0),
        });
        Self {
            columns,
            gutter: GUTTER,
            value_size,
            figures: figures.collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartData {
    title: String,
    description: String,
    bars: Vec<Bar>,
    label_width: f64,
    /// Whether the chart is half as wide as the page, so that two fit side by side.
    is_half: bool,
    is_breakable: bool,
}

impl ChartData {
    pub fn list(charts: &[Chart], width: f64, is_landscape: bool) -> Vec<Self> {
        let is_half = is_landscape && charts.iter().all(|chart| chart.bars.len() <= BARS_PER_PAGE);
        let width = if is_half { (width - GUTTER) / 2.0 } else { width };
        let charts = charts.iter().filter(|chart| !chart.bars.is_empty());
        charts.map(|chart| Self::new(chart, width, is_half)).collect()
    }

    fn new(chart: &Chart, width: f64, is_half: bool) -> Self {
        let label_width = width * BAR_LABEL_SHARE;
        let bars = chart.bars.iter().map(|bar| Bar {
            label: fit(&clean(&bar.label), label_width / LABEL_SIZE, 2.0),
            value: truncate(&clean(&bar.value), BAR_VALUE_WIDTH.min(width * 0.4 / LABEL_SIZE)),
            share: if bar.share.is_finite() {
                bar.share.clamp(0.0, 1.0)
            } else {
                0.0
            },
        });
        let title = fit(&heading(&chart.title, "Chart"), width / HEADING_SIZE, 2.0);
        let description = clean(&chart.description);
        Self {
            bars: bars.collect(),
            description: if description.trim().is_empty() {
                title.clone()
            } else {
                description
            },
            title,
            label_width,
            is_half,
            is_breakable: chart.bars.len() > BARS_PER_PAGE,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableData {
    title: String,
    text_size: f64,
    inset: f64,
    widths: Vec<f64>,
    numbers: Vec<bool>,
    labels: Vec<String>,
    groups: Vec<TableGroup>,
    /// Number of groups in each part of the table. Each part starts on a new page.
    part_sizes: Vec<usize>,
    totals: Vec<String>,
}

impl TableData {
    pub fn new(table: &Table, width: f64) -> Self {
        let count = table.columns.len();
        let mut contracts = Self {
            title: fit(&heading(&table.title, "Contracts"), width / HEADING_SIZE, 2.0),
            text_size: 0.0,
            inset: INSET,
            widths: Vec::new(),
            numbers: table.columns.iter().map(|column| column.is_number).collect(),
            labels: cells(table.columns.iter().map(|column| column.label.as_str()), count),
            groups: groups(&table.groups, count),
            part_sizes: Vec::new(),
            totals: total(&table.totals, "Total", count),
        };
        let plan = plan(&contracts.demands(), width);
        contracts.part_sizes = part_sizes(&contracts.groups);
        contracts.text_size = plan.text_size;
        contracts.widths = plan.widths;
        contracts.fit(width);
        contracts
    }

    fn demands(&self) -> Vec<Demand> {
        let mut demands = vec![Demand::default(); self.numbers.len()];
        for (demand, label) in demands.iter_mut().zip(&self.labels) {
            demand.add_label(label);
        }
        let rows = self
            .groups
            .iter()
            .flat_map(|group| group.rows.iter().chain([&group.totals]));
        for row in rows.chain([&self.totals]) {
            for ((demand, &is_number), text) in demands.iter_mut().zip(&self.numbers).zip(row) {
                if is_number {
                    demand.add_number(text);
                } else {
                    demand.add_text(text);
                }
            }
        }
        demands
    }

    /// Breaks long words and truncates long texts to fit their columns.
    fn fit(&mut self, width: f64) {
        let em = |width: f64| (width - 2.0 * INSET).max(0.0) / self.text_size;
        let lines: Vec<f64> = self.widths.iter().copied().map(em).collect();
        let title_line = em(width);
        let fit_row = |row: &mut Vec<String>, most: f64| {
            for (text, &line) in row.iter_mut().zip(&lines) {
                *text = fit(text, line, most);
            }
        };
        for group in &mut self.groups {
            group.title = group.title.take().map(|title| fit(&title, title_line, 2.0));
            group.rows.iter_mut().for_each(|row| fit_row(row, ROW_LINES));
            fit_row(&mut group.totals, HEADER_LINES);
        }
        fit_row(&mut self.totals, HEADER_LINES);
        fit_row(&mut self.labels, HEADER_LINES);
    }
}

/// Returns the groups that have contracts.
fn groups(groups: &[TableGroup], count: usize) -> Vec<TableGroup> {
    let groups = groups.iter().filter(|group| !group.rows.is_empty());
    let groups = groups.map(|group| TableGroup {
        title: group.title.as_ref().map(|title| clean(title)),
        rows: group
            .rows
            .iter()
            .map(|row| cells(row.iter().map(String::as_str), count))
            .collect(),
        totals: total(&group.totals, "Subtotal", count),
    });
    groups.collect()
}

/// Returns the number of groups in each part. A large group is a separate part.
fn part_sizes(groups: &[TableGroup]) -> Vec<usize> {
    let mut sizes: Vec<usize> = Vec::new();
    let mut is_alone = true;
    for group in groups {
        let is_large = group.rows.len() >= LARGE_GROUP;
        match sizes.last_mut().filter(|_| !is_alone && !is_large) {
            Some(size) => *size += 1,
            None => sizes.push(1),
        }
        is_alone = is_large;
    }
    sizes
}

/// Returns the displayable text, or `fallback` if it is blank. PDF/UA requires headings with text.
fn heading(text: &str, fallback: &str) -> String {
    let text = clean(text);
    if text.trim().is_empty() {
        fallback.to_owned()
    } else {
        text
    }
}

/// Returns one displayable text per column.
fn cells<'a>(texts: impl Iterator<Item = &'a str>, count: usize) -> Vec<String> {
    texts
        .chain(std::iter::repeat(""))
        .take(count)
        .map(clean)
        .collect()
}

/// Returns a row of totals with a label in its first column. Returns an empty row if there are no totals.
fn total(texts: &[String], label: &str, count: usize) -> Vec<String> {
    if texts.iter().all(|text| text.trim().is_empty()) {
        return Vec::new();
    }
    let mut cells = cells(texts.iter().map(String::as_str), count);
    if let Some(first) = cells.first_mut().filter(|text| text.trim().is_empty()) {
        label.clone_into(first);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_large_groups() {
        for (rows, expected) in [
            (vec![], vec![]),
            (vec![5], vec![1]),
            (vec![5, 99, 7], vec![3]),
            (vec![100, 100], vec![1, 1]),
            (vec![5, 6, 200, 7, 8, 9, 300], vec![2, 1, 3, 1]),
        ] {
            let groups: Vec<TableGroup> = rows
                .iter()
                .map(|count| TableGroup {
                    title: None,
                    rows: vec![Vec::new(); *count],
                    totals: Vec::new(),
                })
                .collect();
            assert_eq!(part_sizes(&groups), expected, "{rows:?}");
        }
    }
}
