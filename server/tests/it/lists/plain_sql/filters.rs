//! Random filters, both as request JSON and as plain SQL over the tables of [`super::tables`].

use crate::lists::book::{DATES, Picks, TEXTS};
use crate::lists::in_order;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use shared::contact::name::meanings;
use shared::contract::options;
use shared::list::operator::{Arity, operators};
use shared::list::{Column, ColumnType, FilterOp, ListName};
use shared::text::{clean, fold};

const TODAY: &str = "date '2026-11-21'";

/// Phone numbers as typed and as stored.
const PHONES: [[&str; 2]; 3] = [
    ["(415) 555-0199", "+14155550199"],
    ["415.555.0100 ext 12", "+14155550100x12"],
    ["+44 20 7946 0000", "+442079460000"],
];
const PHONE_PARTS: [[&str; 2]; 3] = [["(415) 555", "415555"], ["555-01", "55501"], ["+44 20", "4420"]];
const PHONE_STARTS: [[&str; 2]; 2] = [["(415)", "+1415"], ["+44 20", "+4420"]];

/// A filter with a search text.
#[derive(Debug)]
pub struct Filter {
    pub items: Vec<Value>,
    pub search: Option<String>,
    pub sql: String,
}

impl Default for Filter {
    /// Returns a filter that selects all rows.
    fn default() -> Self {
        Self {
            items: Vec::new(),
            search: None,
            sql: "TRUE".into(),
        }
    }
}

/// Generates filters that together use every operator of every column type.
pub struct Filters<'a> {
    list: ListName,
    /// The list's cells as text by key, from which most filter values are taken.
    rows: &'a [Value],
    picks: Picks,
    /// Pairs of column and operator for the next conditions.
    deck: Vec<(&'static Column, FilterOp)>,
}

impl<'a> Filters<'a> {
    pub fn new(list: ListName, rows: &'a [Value], mut picks: Picks) -> Self {
        let filterable: Vec<&Column> = list.columns().iter().filter(|column| column.filters).collect();
        let mut deck: Vec<(&Column, FilterOp)> = Vec::new();
        // Starts at a random column, so that each seed uses different columns of a type.
        let start = picks.number(filterable.len());
        for column in filterable[start..].iter().chain(&filterable[..start]) {
            for op in operators(column) {
                let is_new = |(other, used): &(&Column, FilterOp)| {
                    other.column_type != column.column_type || *used != op
                };
                if deck.iter().all(is_new) {
                    let fitting: Vec<_> = filterable
                        .iter()
                        .filter(|other| other.column_type == column.column_type && op.fits(other))
                        .collect();
                    deck.push((fitting[picks.number(fitting.len())], op));
                }
            }
        }
        for place in (1..deck.len()).rev() {
            deck.swap(place, picks.number(place + 1));
        }
        Self {
            list,
            rows,
            picks,
            deck,
        }
    }

    /// Returns the pairs of column and operator that no filter has used yet.
    pub fn unused(&self) -> impl Iterator<Item = (&'static str, FilterOp)> {
        self.deck.iter().map(|(column, op)| (column.key, *op))
    }

    /// Returns the next filter. Its shape depends on its place: single conditions, groups with `any`, several
    /// items, and items with search text.
    pub fn next(&mut self, place: usize) -> Filter {
        let shape: &[usize] = [&[1][..], &[3], &[3, 1], &[3], &[2, 2]][place % 5];
        let mut filter = Filter::default();
        for size in shape {
            let (conditions, sql): (Vec<Value>, Vec<String>) = (0..*size).map(|_| self.condition()).unzip();
            filter.items.push(match conditions.as_slice() {
                [one] => one.clone(),
                several => json!({ "any": several }),
            });
            filter.sql += &format!(" AND ({})", sql.join(" OR "));
        }
        if place % 5 == 3 {
            let (typed, sql) = self.search();
            filter.search = Some(typed);
            filter.sql += &format!(" AND {sql}");
        }
        filter
    }

    /// Returns a condition as JSON and as SQL that is never null.
    fn condition(&mut self) -> (Value, String) {
        let (column, op) = self.deck.pop().unwrap_or_else(|| {
            let filterable: Vec<&Column> = self
                .list
                .columns()
                .iter()
                .filter(|column| column.filters)
                .collect();
            let column = filterable[self.picks.number(filterable.len())];
            let ops: Vec<FilterOp> = operators(column).collect();
            (column, ops[self.picks.number(ops.len())])
        });
        let (value, sql) = self.test(column, op);
        let condition = json!({ "column": column.key, "op": op.name(), "value": value });
        (condition, format!("coalesce({sql}, FALSE)"))
    }

    fn test(&mut self, column: &'static Column, op: FilterOp) -> (Value, String) {
        let cell = format!("t.\"{}\"", column.key);
        let is_text = column.column_type == ColumnType::Text;
        let folded = if is_text {
            format!("firmbook_fold({cell})")
        } else {
            cell.clone()
        };
        let count = match op.arity() {
            Arity::One => 1,
            Arity::Two => 2,
            Arity::Many => 1 + self.picks.number(3),
            Arity::None => {
                let empty = match column.column_type {
                    ColumnType::Text | ColumnType::Choice => format!("({cell} IS NULL OR {cell} = '')"),
                    _ => format!("{cell} IS NULL"),
                };
                let sql = if op == FilterOp::IsEmpty {
                    empty
                } else {
                    format!("NOT {empty}")
                };
                return (Value::Null, sql);
            }
            Arity::Days => return self.days(column, op, &cell),
        };
        if column.is_people {
            return self.people(column, op, count, &folded);
        }
        if matches!(op, FilterOp::Contains | FilterOp::StartsWith) {
            return self.part(column, op, &folded);
        }
        let mut operands: Vec<(Value, String)> = (0..count).map(|_| self.operand(column)).collect();
        if op == FilterOp::Between {
            operands = in_order(operands, |(value, _)| value);
        }
        let (values, literals): (Vec<Value>, Vec<String>) = operands.into_iter().unzip();
        let (one, all) = (&literals[0], literals.join(", "));
        let sql = match op {
            FilterOp::Eq => format!("{folded} = {one}"),
            FilterOp::Ne => format!("{folded} IS DISTINCT FROM {one}"),
            FilterOp::In => format!("{folded} IN ({all})"),
            FilterOp::NotIn => format!("({folded} IS NULL OR {folded} NOT IN ({all}))"),
            FilterOp::Gt => format!("{folded} > {one}"),
            FilterOp::Gte => format!("{folded} >= {one}"),
            FilterOp::Lt => format!("{folded} < {one}"),
            FilterOp::Lte => format!("{folded} <= {one}"),
            FilterOp::Between => format!("{folded} BETWEEN {} AND {}", literals[0], literals[1]),
            _ => unreachable!("{op:?} takes no such values"),
        };
        let value = match op.arity() {
            Arity::One => values[0].clone(),
            _ => json!(values),
        };
        (value, sql)
    }

    fn days(&mut self, column: &Column, op: FilterOp, cell: &str) -> (Value, String) {
        let own: Option<jiff::civil::Date> = self.cell(column).map(|date| date.parse().unwrap());
        let today = jiff::civil::date(2026, 11, 21);
        // Uses the exact distance to a date in the list in most cases.
        let days = own
            .map(|date| (date.duration_since(today).as_hours() / 24).abs())
            .filter(|days| *days < 40_000 && self.picks.number(3) > 0)
            .unwrap_or(i64::try_from(self.picks.number(400)).unwrap());
        let sql = match op {
            FilterOp::InLastDays => format!("{cell} BETWEEN {TODAY} - {days} AND {TODAY}"),
            FilterOp::InNextDays => format!("{cell} BETWEEN {TODAY} AND {TODAY} + {days}"),
            // February 29 has its anniversary on March 1 in common years.
            _ => format!(
                "EXISTS (SELECT FROM (SELECT {TODAY} + n AS day FROM generate_series(0, least({days}, 366)) n) d
                   WHERE to_char(day, 'MMDD') = to_char({cell}, 'MMDD')
                     OR to_char({cell}, 'MMDD') = '0229' AND to_char(day, 'MMDD') = '0301'
                       AND to_char(day - 1, 'MMDD') = '0228')"
            ),
        };
        (json!(days), sql)
    }

    /// Builds a condition that a text contains or starts with part of a cell.
    fn part(&mut self, column: &Column, op: FilterOp, folded: &str) -> (Value, String) {
        let is_start = op == FilterOp::StartsWith;
        let (typed, wanted) = if column.is_phone() {
            let parts: &[[&str; 2]] = if is_start { &PHONE_STARTS } else { &PHONE_PARTS };
            let [typed, stored] = parts[self.picks.number(parts.len())];
            (typed.to_owned(), quoted(stored))
        } else {
            let whole: Vec<char> = self.text(column).chars().collect();
            let from = if is_start {
                0
            } else {
                self.picks.number(whole.len())
            };
            let length = 1 + self.picks.number(4);
            let part: String = whole[from..].iter().take(length).collect();
            let part = if part.trim().is_empty() { "z" } else { &part };
            (part.to_owned(), cleaned(part))
        };
        let sql = if is_start {
            format!("starts_with({folded}, {wanted})")
        } else {
            format!("strpos({folded}, {wanted}) > 0")
        };
        (json!(typed), sql)
    }

    /// Builds a condition on the people in a cell: one of their names equals, contains or starts with a typed text.
    fn people(&mut self, column: &Column, op: FilterOp, count: usize, folded: &str) -> (Value, String) {
        let is_part = matches!(op, FilterOp::Contains | FilterOp::StartsWith);
        let typed: Vec<String> = (0..count)
            .map(|_| {
                let cell = self.text(column);
                let people: Vec<&str> = cell.split("; ").collect();
                let name = people[self.picks.number(people.len())];
                let length = if is_part {
                    1 + self.picks.number(6)
                } else {
                    name.len()
                };
                let part: String = name.chars().take(length).collect();
                if part.trim().is_empty() { "z".into() } else { part }
            })
            .collect();
        let cell = format!("'; ' || {folded} || '; '");
        let tests = typed.iter().map(|name| {
            let [first, end] = match op {
                FilterOp::Contains => ["", ""],
                FilterOp::StartsWith => ["; ", ""],
                _ => ["; ", "; "],
            };
            let mut texts = vec![cleaned(name)];
            if op != FilterOp::StartsWith {
                let name = fold(&clean(name));
                texts.extend(meanings(&name).iter().map(|other| quoted(&fold(other))));
            }
            let tests = texts
                .iter()
                .map(|text| format!("strpos({cell}, '{first}' || {text} || '{end}') > 0"));
            tests.collect::<Vec<_>>().join(" OR ")
        });
        let found = format!("coalesce({}, FALSE)", tests.collect::<Vec<_>>().join(" OR "));
        let value = match op.arity() {
            Arity::One => json!(typed[0]),
            _ => json!(typed),
        };
        match op {
            FilterOp::Ne | FilterOp::NotIn => (value, format!("NOT {found}")),
            _ => (value, found),
        }
    }

    /// Returns the cell of a random row, or `None` if the cell is empty.
    fn cell(&mut self, column: &Column) -> Option<String> {
        let row = &self.rows[self.picks.number(self.rows.len())];
        Some(row[column.key].as_str()?.to_owned())
    }

    /// Returns a non-empty text from the list or the edge cases, sometimes in upper case.
    fn text(&mut self, column: &Column) -> String {
        let known = self.cell(column).filter(|text| !text.trim().is_empty());
        let text = match known {
            Some(text) if self.picks.number(4) > 0 => text,
            _ => self.picks.of(&TEXTS[2..]).to_owned(),
        };
        match self.picks.number(3) {
            0 => text.to_uppercase(),
            _ => text,
        }
    }

    /// Returns a value of the column as JSON and as SQL.
    fn operand(&mut self, column: &Column) -> (Value, String) {
        match column.column_type {
            ColumnType::Text if column.is_phone() => {
                let [typed, stored] = PHONES[self.picks.number(PHONES.len())];
                (json!(typed), quoted(stored))
            }
            ColumnType::Text => {
                let text = self.text(column);
                (json!(text), cleaned(&text))
            }
            ColumnType::Choice => {
                let codes = options(column.choices.unwrap());
                let any = codes[self.picks.number(codes.len())].code.clone();
                let code = self.cell(column).filter(|code| !code.is_empty()).unwrap_or(any);
                (json!(code), quoted(&code))
            }
            ColumnType::Integer => {
                let near: i64 = self.cell(column).map_or(2, |number| number.parse().unwrap());
                let number = near + [0, 0, 0, 1, -1][self.picks.number(5)];
                (json!(number), format!("({number})::bigint"))
            }
            ColumnType::Money => {
                let near: Decimal = self.cell(column).map_or(Decimal::TEN, |sum| sum.parse().unwrap());
                // Filters accept amounts below 10^16.
                let is_less = self.picks.number(4) == 0 && near >= Decimal::ONE;
                let amount = near - Decimal::new(i64::from(is_less), 2);
                let typed = match self.picks.number(3) {
                    0 => dollars(amount),
                    _ => amount.to_string(),
                };
                (json!(typed), format!("{amount}::numeric"))
            }
            ColumnType::Percent => {
                let rate = self.cell(column).unwrap_or("5.25".into());
                let typed = match self.picks.number(3) {
                    0 => format!("{rate}%"),
                    _ => rate.clone(),
                };
                (json!(typed), format!("{rate}::numeric"))
            }
            ColumnType::Date => {
                let any = self.picks.of(&DATES).to_owned();
                let date = self
                    .cell(column)
                    .filter(|_| self.picks.number(5) > 0)
                    .unwrap_or(any);
                (json!(date), format!("date '{date}'"))
            }
            ColumnType::Flag => {
                let flag = self.picks.number(2) == 0;
                (json!(flag), flag.to_string())
            }
            ColumnType::Timestamp => unreachable!("timestamps cannot be filtered"),
        }
    }

    /// Returns a search text of one or two words, or a phone number.
    fn search(&mut self) -> (String, String) {
        if self.list.contact_kind().is_some() && self.picks.number(3) == 0 {
            let [typed, digits] = PHONE_PARTS[self.picks.number(PHONE_PARTS.len())];
            return (
                typed.into(),
                format!("strpos(t.searched, {}) > 0", quoted(digits)),
            );
        }
        let count = 1 + self.picks.number(2);
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        let tests: Vec<String> = words
            .iter()
            .map(|word| format!("strpos(t.searched, {}) > 0", cleaned(word)))
            .collect();
        (words.join("  "), tests.join(" AND "))
    }

    /// Returns a short prefix of a word in a searched text.
    fn word(&mut self) -> String {
        let row = &self.rows[self.picks.number(self.rows.len())];
        let words: Vec<&str> = row["searched"]
            .as_str()
            .unwrap()
            .split_whitespace()
            .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
            .collect();
        let Some(word) = words.get(self.picks.number(words.len().max(1))) else {
            return "%".into();
        };
        word.chars().take(1 + self.picks.number(3)).collect()
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns SQL that removes case, accents and extra spaces from a typed text.
fn cleaned(text: &str) -> String {
    format!(
        "btrim(regexp_replace(firmbook_fold({}), '\\s+', ' ', 'g'))",
        quoted(text)
    )
}

/// Formats an amount the way people type it: `$1,250.00`.
fn dollars(amount: Decimal) -> String {
    let text = format!("{amount:.2}");
    let (whole, cents) = text.split_once('.').unwrap();
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("${grouped}.{cents}")
}
