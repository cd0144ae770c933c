//! Checks the filter of a query.

use super::{Condition, Operand, Test, View, known};
use crate::contact::phone;
use crate::contact::phone_search::{PhoneKey, phone_key};
use crate::list::anniversary;
use crate::list::check::MAX_FILTER_ITEMS;
use crate::list::column::{Column, ColumnType};
use crate::list::operator::{Arity, FilterOp};
use crate::list::value::FilterValue;
use crate::problem::Findings;
use crate::{date, money, text};
use jiff::civil::Date;
use rust_decimal::Decimal;

const MAX_VALUES: usize = 200;
/// Maximum number of conditions, including those in groups.
const MAX_CONDITIONS: usize = 100;
/// Maximum total number of values in all conditions.
const MAX_ALL_VALUES: usize = 1_000;
/// Maximum number of `contains` conditions. Each searches the text of every row.
const MAX_PATTERNS: usize = 20;
const MAX_TEXT_CHARS: usize = 200;
/// Maximum number of days in a relative date condition, more than a hundred years.
const MAX_DAYS: i64 = 40_000;

/// Checks every filter item. Returns the valid groups.
pub(super) fn groups(
    view: View<'_>,
    items: &[FilterValue],
    today: Date,
    faults: &mut Findings,
) -> Vec<Vec<Condition>> {
    if items.len() > MAX_FILTER_ITEMS {
        faults.fault(
            "filter",
            "too_many",
            format!("Use up to {MAX_FILTER_ITEMS} conditions in a filter."),
        );
        return Vec::new();
    }
    let mut groups = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        let field = format!("filter[{i}]");
        let Some(any) = item.get("any") else {
            groups.extend(condition(view, item, &field, today, faults).map(|one| vec![one]));
            continue;
        };
        let alternatives = any.as_list().unwrap_or_default();
        if alternatives.is_empty()
            || item
                .as_object()
                .is_some_and(|entries| entries.iter().any(|(key, _)| key != "any"))
        {
            faults.fault(
                field,
                "shape",
                "A group must be {\"any\": [conditions]} with at least one condition.",
            );
            continue;
        }
        if alternatives.len() > MAX_FILTER_ITEMS {
            faults.fault(
                field,
                "too_many",
                format!("Use up to {MAX_FILTER_ITEMS} conditions in a group."),
            );
            continue;
        }
        let checked = alternatives.iter().enumerate().filter_map(|(k, alternative)| {
            let field = format!("{field}.any[{k}]");
            if alternative.get("any").is_some() {
                faults.fault(field, "too_deep", "A group cannot contain another group.");
                return None;
            }
            condition(view, alternative, &field, today, faults)
        });
        groups.push(checked.collect());
    }
    limit_cost(&groups, faults);
    groups
}

/// Limits the work per row. Groups would otherwise multiply the limits of single conditions.
fn limit_cost(groups: &[Vec<Condition>], faults: &mut Findings) {
    let tests = || groups.iter().flatten().map(|condition| &condition.test);
    let values = |test: &Test| match test {
        Test::OneOf { values, .. } => values.len(),
        _ => 1,
    };
    let patterns = tests().filter(|test| matches!(test, Test::Contains(_))).count();
    for (count, limit, noun) in [
        (tests().count(), MAX_CONDITIONS, "conditions"),
        (patterns, MAX_PATTERNS, "“contains” conditions"),
        (tests().map(values).sum(), MAX_ALL_VALUES, "values"),
    ] {
        if count > limit {
            let message = format!("Use up to {limit} {noun} in a filter, including its groups.");
            faults.fault("filter", "too_many", message);
        }
    }
}

fn condition(
    view: View<'_>,
    item: &FilterValue,
    field: &str,
    today: Date,
    faults: &mut Findings,
) -> Option<Condition> {
    let Some(entries) = item.as_object() else {
        faults.fault(
            field,
            "shape",
            "A condition must be an object with column, op and value.",
        );
        return None;
    };
    let others = entries
        .iter()
        .map(|(key, _)| key.as_str())
        .filter(|key| !matches!(*key, "column" | "op" | "value"));
    if let Some(other) = others.min() {
        let shown: String = other.chars().take(40).collect();
        faults.fault(
            format!("{field}.{shown}"),
            "unknown_field",
            "A condition can have only column, op and value.",
        );
        return None;
    }
    let key = item
        .get("column")
        .and_then(FilterValue::as_str)
        .unwrap_or_default();
    let column = known(view, key, format!("{field}.column"), faults)?;
    if !column.filters {
        faults.fault(
            format!("{field}.column"),
            "not_filterable",
            format!("The list cannot be filtered by “{}”.", column.label),
        );
        return None;
    }
    let op = item
        .get("op")
        .and_then(FilterValue::as_str)
        .and_then(FilterOp::from_name);
    let Some(op) = op.filter(|op| op.fits(column)) else {
        let message = format!("This operator cannot be used with “{}”.", column.label);
        faults.fault(format!("{field}.op"), "operator_does_not_fit", message);
        return None;
    };
    match test(column, op, item.get("value").unwrap_or(&FilterValue::Null), today) {
        Ok(test) => Some(Condition { column, test }),
        Err((code, message)) => {
            faults.fault(format!("{field}.value"), code, message);
            None
        }
    }
}

type Fault = (&'static str, String);

fn test(column: &'static Column, op: FilterOp, value: &FilterValue, today: Date) -> Result<Test, Fault> {
    use FilterOp::*;
    let one = || operand(column, value);
    Ok(match op.arity() {
        Arity::None if *value == FilterValue::Null => Test::Empty(op == IsEmpty),
        Arity::None => return Err(("not_expected", "This operator takes no value.".into())),
        Arity::Two => {
            let [from, to] = pair(value)?;
            let (from, to) = (operand(column, from)?, operand(column, to)?);
            if from.is_after(&to) {
                let first = if column.column_type == ColumnType::Date {
                    "earlier date"
                } else {
                    "lower value"
                };
                return Err(("reversed", format!("Enter the {first} first.")));
            }
            Test::Range {
                from: Some((from, true)),
                to: Some((to, true)),
            }
        }
        Arity::Many => Test::OneOf {
            values: many(column, value)?,
            negated: op == NotIn,
        },
        Arity::Days => days(op, value, today)?,
        Arity::One => match op {
            Ne => Test::OneOf {
                values: vec![one()?],
                negated: true,
            },
            Contains => Test::Contains(folded(column, value, |phone| phone.digits)?),
            StartsWith => Test::StartsWith(folded(column, value, |phone| phone.start())?),
            Gt | Gte => Test::Range {
                from: Some((one()?, op == Gte)),
                to: None,
            },
            Lt | Lte => Test::Range {
                from: None,
                to: Some((one()?, op == Lte)),
            },
            _ => Test::OneOf {
                values: vec![one()?],
                negated: false,
            },
        },
    })
}

fn pair(value: &FilterValue) -> Result<[&FilterValue; 2], Fault> {
    match value.as_list() {
        Some([from, to]) => Ok([from, to]),
        _ => Err(("shape", "Enter two values: from and to.".into())),
    }
}

fn many(column: &Column, value: &FilterValue) -> Result<Vec<Operand>, Fault> {
    match value.as_list() {
        Some(values) if (1..=MAX_VALUES).contains(&values.len()) => {
            values.iter().map(|value| operand(column, value)).collect()
        }
        _ => Err(("shape", format!("Enter a list of 1 to {MAX_VALUES} values."))),
    }
}

fn days(op: FilterOp, value: &FilterValue, today: Date) -> Result<Test, Fault> {
    let days = value
        .as_i64()
        .filter(|days| (0..=MAX_DAYS).contains(days))
        .ok_or_else(|| {
            (
                "out_of_range",
                format!("Enter a whole number of days from 0 to {MAX_DAYS}."),
            )
        })?;
    let shifted = |days: i64| {
        date::plus_days(today, days)
            .map(|date| Some((Operand::Date(date), true)))
            .ok_or_else(|| {
                (
                    "out_of_range",
                    "This date is out of range. Enter fewer days.".to_owned(),
                )
            })
    };
    let here = Some((Operand::Date(today), true));
    Ok(match op {
        FilterOp::InLastDays => Test::Range {
            from: shifted(-days)?,
            to: here,
        },
        FilterOp::InNextDays => Test::Range {
            from: here,
            to: shifted(days)?,
        },
        _ => Test::DayOfYear(anniversary::within(today, days)),
    })
}

/// Returns the folded text to search for. If it is a phone number in a phone column, returns the matching part
/// of a stored number.
fn folded(
    column: &Column,
    value: &FilterValue,
    part: impl FnOnce(PhoneKey) -> String,
) -> Result<String, Fault> {
    let typed = plain_text(value)?;
    if column.is_phone()
        && let Some(phone) = phone_key(&typed.split(' ').collect::<Vec<_>>())
    {
        return Ok(part(phone));
    }
    let folded = text::fold(&typed);
    if folded.is_empty() {
        Err(("required", "Enter the text to search for.".into()))
    } else {
        Ok(folded)
    }
}

fn plain_text(value: &FilterValue) -> Result<String, Fault> {
    match value.as_str() {
        Some(typed) if typed.chars().count() <= MAX_TEXT_CHARS => Ok(text::clean(typed)),
        Some(_) => Err(("length", format!("Enter up to {MAX_TEXT_CHARS} characters."))),
        None => Err(("type", "Enter text.".into())),
    }
}

fn operand(column: &Column, value: &FilterValue) -> Result<Operand, Fault> {
    match column.column_type {
        ColumnType::Text => {
            let typed = plain_text(value)?;
            let phone = column.is_phone().then(|| phone::normalize(&typed).ok()).flatten();
            Ok(Operand::Text(phone.unwrap_or_else(|| text::fold(&typed))))
        }
        ColumnType::Choice => code(column, value),
        ColumnType::Integer => value
            .as_i64()
            .map(Operand::Integer)
            .ok_or_else(|| ("type", "Enter a whole number.".into())),
        ColumnType::Money => decimal(value, |typed| money::parse(typed).ok())
            .map(Operand::Money)
            .ok_or_else(|| ("type", "Enter an amount, for example $1,250.00.".into())),
        ColumnType::Percent => decimal(value, |typed| money::parse_percent(typed).ok())
            .map(Operand::Money)
            .ok_or_else(|| ("type", "Enter a percentage, for example 5.25.".into())),
        ColumnType::Date => value
            .as_str()
            .and_then(date::from_wire)
            .map(Operand::Date)
            .ok_or_else(|| ("type", "Enter a valid date.".into())),
        ColumnType::Flag => match value {
            FilterValue::Flag(flag) => Ok(Operand::Flag(*flag)),
            _ => Err(("type", "Enter true or false.".into())),
        },
        ColumnType::Timestamp => Err(("operator_does_not_fit", "This column cannot be filtered.".into())),
    }
}

fn code(column: &Column, value: &FilterValue) -> Result<Operand, Fault> {
    let typed = plain_text(value)?;
    let known = column.choices.is_some_and(|set| {
        crate::contract::options(set)
            .iter()
            .any(|choice| choice.code == typed)
    });
    if known {
        Ok(Operand::Text(typed))
    } else {
        Err(("unknown_choice", "Choose one of the listed values.".into()))
    }
}

/// Parses an exact number. JSON numbers use their shortest decimal form. Text can also be formatted as in forms.
fn decimal(value: &FilterValue, as_in_forms: impl Fn(&str) -> Option<Decimal>) -> Option<Decimal> {
    let digits = match value {
        FilterValue::Text(typed) => typed.trim().to_owned(),
        FilterValue::Integer(number) => number.to_string(),
        FilterValue::Number(number) => number.to_string(),
        _ => String::new(),
    };
    digits
        .parse::<Decimal>()
        .ok()
        .or_else(|| as_in_forms(&digits))
        .filter(|number| number.scale() <= 6 && number.abs() < Decimal::from(10_i64.pow(16)))
}
