use super::*;
use jiff::civil::date;
use proptest::prelude::*;

const TODAY: Date = Date::constant(2026, 11, 21);

fn evidence(cells: &[&str]) -> DateEvidence {
    let mut evidence = DateEvidence::default();
    cells.iter().for_each(|cell| evidence.add(cell));
    evidence
}

fn read(cell: &str, order: DateOrder) -> Result<Date, &'static str> {
    let rule = DateRule {
        order: Some(order),
        century: Some(Century::Past),
        epoch: Some(Epoch::From1900),
    };
    rule.read(cell, TODAY)
        .map(|read| read.day)
        .map_err(|fault| fault.code)
}

#[test]
fn reads_unambiguous_dates_without_a_rule() {
    for (cell, day) in [
        ("2024-03-01", date(2024, 3, 1)),
        ("2024/3/1", date(2024, 3, 1)),
        ("2024.03.01", date(2024, 3, 1)),
        ("20240301", date(2024, 3, 1)),
        ("1 Mar 2024", date(2024, 3, 1)),
        ("01-MAR-2024", date(2024, 3, 1)),
        ("March 1, 2024", date(2024, 3, 1)),
        ("Mar 1st 2024", date(2024, 3, 1)),
        ("2024-Mar-01", date(2024, 3, 1)),
        ("Sept 30, 1999", date(1999, 9, 30)),
        ("2024-02-29", date(2024, 2, 29)),
    ] {
        let read = DateRule::default().read(cell, TODAY).unwrap();
        assert_eq!((read.day, read.had_time), (day, false), "{cell}");
    }
}

#[test]
fn drops_the_time_and_reports_it_unless_midnight() {
    for (cell, had_time) in [
        ("2024-03-01T00:00:00", false),
        ("2024-03-01T00:00:00Z", false),
        ("2024-03-01 12:00:00 AM", false),
        ("2024-03-01 00:00:00.000 -0800", false),
        ("2024-03-01T13:45:00+02:00", true),
        ("2024-03-01 12:30 AM", true),
        ("2024-03-01, 9:05", true),
    ] {
        let read = DateRule::default().read(cell, TODAY).unwrap();
        assert_eq!((read.day, read.had_time), (date(2024, 3, 1), had_time), "{cell}");
    }
}

#[test]
fn reads_three_numbers_in_the_column_order() {
    use DateOrder::*;
    for (cell, order, day) in [
        ("3/4/1960", MonthFirst, Ok(date(1960, 3, 4))),
        ("3/4/1960", DayFirst, Ok(date(1960, 4, 3))),
        ("03.04.1960", DayFirst, Ok(date(1960, 4, 3))),
        ("03041960", MonthFirst, Ok(date(1960, 3, 4))),
        ("3-4-60", MonthFirst, Ok(date(1960, 3, 4))),
        ("60-3-4", YearFirst, Ok(date(1960, 3, 4))),
        ("13/4/1960", MonthFirst, Err("date_no_such_day")),
        ("2/29/1961", MonthFirst, Err("date_no_such_day")),
        ("3/4/05", MonthFirst, Ok(date(2005, 3, 4))),
        ("12/31/26", MonthFirst, Ok(date(1926, 12, 31))),
        ("12-Mar-85", MonthFirst, Ok(date(1985, 3, 12))),
    ] {
        assert_eq!(read(cell, order), day, "{cell} {order:?}");
    }
}

#[test]
fn rejects_dates_while_the_rule_is_open() {
    for cell in ["3/4/1960", "3/4/60", "12-Mar-85", "45292"] {
        assert_eq!(
            DateRule::default().read(cell, TODAY).unwrap_err().code,
            "date_open",
            "{cell}"
        );
    }
}

#[test]
fn rejects_values_that_are_not_dates() {
    for cell in [
        "n/a",
        "unknown",
        "0",
        "12345678",
        "1/2",
        "1/2/3/4",
        "2009-07/14",
        "1/2-2024",
        "1.2/2024",
        "Foo 1 2024",
        "1/2/024",
        "4155550100",
        "2024-03-01Tnoon",
        "١/٢/٢٠٢٤",
        "2024-13-01",
        ":",
        "1:00",
        "- - -1",
    ] {
        assert!(read(cell, DateOrder::MonthFirst).is_err(), "{cell}");
    }
}

#[test]
fn serial_numbers_count_from_1900_or_1904() {
    for (serial, epoch, day) in [
        (1, Epoch::From1900, Some(date(1900, 1, 1))),
        (59, Epoch::From1900, Some(date(1900, 2, 28))),
        (60, Epoch::From1900, None),
        (61, Epoch::From1900, Some(date(1900, 3, 1))),
        (45_292, Epoch::From1900, Some(date(2024, 1, 1))),
        (43_830, Epoch::From1904, Some(date(2024, 1, 1))),
        (0, Epoch::From1900, None),
        (0, Epoch::From1904, Some(date(1904, 1, 1))),
        (2_958_465, Epoch::From1904, None),
    ] {
        assert_eq!(epoch.day(serial), day, "{serial} {epoch:?}");
    }
    assert_eq!(read("45292", DateOrder::MonthFirst), Ok(date(2024, 1, 1)));
    assert_eq!(read("45292.75", DateOrder::MonthFirst), Ok(date(2024, 1, 1)));
}

#[test]
fn one_unambiguous_value_decides_the_order() {
    use DateOrder::*;
    for (cells, order) in [
        (vec!["1/2/1960", "1/13/1960"], Some(MonthFirst)),
        (vec!["1/2/1960", "13/1/1960"], Some(DayFirst)),
        (vec!["1/2/1960", "3/4/1970"], None),
        (vec!["1/13/1960", "13/1/1960"], None),
        (vec!["5/5/1960"], Some(MonthFirst)),
        (vec!["68/12/31", "01/02/03"], Some(YearFirst)),
        (vec!["99/99/1960", "1/13/1960"], Some(MonthFirst)),
        (vec!["1960-01-02"], None),
        (vec![], None),
    ] {
        assert_eq!(evidence(&cells).shown_order(), order, "{cells:?}");
    }
}

#[test]
fn ignores_a_chosen_order_that_fits_no_value() {
    let evidence = evidence(&["1/2/1960", "3/4/1970"]);
    let order = |chosen| evidence.rule(Some(chosen), None, None).order;
    assert_eq!(order(DateOrder::DayFirst), Some(DateOrder::DayFirst));
    assert_eq!(order(DateOrder::YearFirst), None);
}

proptest! {
    #[test]
    fn written_dates_round_trip(
        year in 1900i16..=2026, month in 1i8..=12, day in 1i8..=28, separator in "[/.-]",
    ) {
        let expected = date(year, month, day);
        prop_assert_eq!(read(&format!("{month}{separator}{day}{separator}{year}"), DateOrder::MonthFirst), Ok(expected));
        prop_assert_eq!(read(&format!("{day:02}{separator}{month:02}{separator}{year}"), DateOrder::DayFirst), Ok(expected));
        prop_assert_eq!(read(&expected.to_string(), DateOrder::DayFirst), Ok(expected));
    }

    #[test]
    fn decided_order_reads_every_readable_value(
        days in proptest::collection::vec((1u8..=31, 1u8..=31), 1..30),
    ) {
        let cells: Vec<String> = days.iter().map(|(a, b)| format!("{a}/{b}/1960")).collect();
        let mut evidence = DateEvidence::default();
        cells.iter().for_each(|cell| evidence.add(cell));
        if let Some(order) = evidence.shown_order() {
            for cell in &cells {
                let can_be_read = DateOrder::ALL.iter().any(|order| read(cell, *order).is_ok());
                prop_assert_eq!(read(cell, order).is_ok(), can_be_read, "{}", cell);
            }
        }
    }

    #[test]
    fn merged_evidence_equals_the_whole(
        cells in proptest::collection::vec("[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|[0-9]{4,5}|[A-Z]{2}", 0..40), at in 0usize..40,
    ) {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let (one, other) = cells.split_at(at.min(cells.len()));
        let mut merged = evidence(one);
        merged.merge(&evidence(other));
        prop_assert_eq!(merged, evidence(&cells));
    }

    #[test]
    fn parsing_a_cell_never_panics(cell in "\\PC{0,40}", fancy in "[0-9 TtZ:/.,+-]{0,24}") {
        for cell in [cell, fancy] {
            let mut evidence = DateEvidence::default();
            evidence.add(&cell);
            for order in DateOrder::ALL {
                let _ = read(&cell, order);
            }
        }
    }
}
