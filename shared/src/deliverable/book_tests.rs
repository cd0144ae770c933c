use super::*;
use proptest::prelude::*;
use rust_decimal::Decimal;

fn money(cents: i64) -> Cell {
    Cell::Money(Decimal::new(cents, 2))
}

/// Returns a policy with this carrier and death benefit.
fn policy(number: &str, carrier: Option<&str>, benefit: i64) -> Vec<Cell> {
    let text = |value: &str| Cell::Text(value.into());
    vec![
        text(number),
        text("Lee, Ada"),
        carrier.map_or(Cell::Empty, text),
        text("WholeLife"),
        text("InForce"),
        Cell::Date(jiff::civil::date(2001, 2, 3)),
        money(benefit),
        money(benefit / 100),
        Cell::Empty,
        money(0),
        Cell::Empty,
        text("Lee, Bob"),
        Cell::Empty,
    ]
}

fn default(line: Line) -> Columns {
    let shown: Vec<String> = default_columns(line).map(str::to_owned).collect();
    Columns::of(line, &shown)
}

fn book(rows: Vec<Vec<Cell>>) -> Contracts {
    Contracts {
        columns: default(Line::Life),
        rows,
    }
}

#[test]
fn every_column_exists_and_money_columns_are_totals_of_the_list() {
    for line in [Line::Life, Line::Annuity] {
        let columns = default(line);
        let specs: Vec<&Column> = columns.specs().collect();
        assert_eq!(columns.keys(), [needed(line), charted(line)].concat());
        assert_eq!(specs.len(), columns.keys().len());
        let amounts: Vec<&str> = specs
            .iter()
            .take(needed(line).len())
            .filter(|column| column.column_type == ColumnType::Money)
            .map(|column| column.key)
            .collect();
        let totals: Vec<&str> = ListName::of_contracts(line)
            .spec()
            .columns
            .iter()
            .filter(|column| column.totals)
            .map(|column| column.key)
            .collect();
        assert_eq!(amounts.len(), totals.len());
        assert!(
            amounts.iter().all(|key| totals.contains(key)),
            "{amounts:?} {totals:?}"
        );
        for grouping in GroupBy::ALL {
            if let Some(key) = grouping.column(line) {
                assert!(needed(line).contains(&key), "{key}");
            }
        }
    }
}

#[test]
fn groups_are_sorted_and_rows_without_value_come_last() {
    let contracts = book(vec![
        policy("P-1", None, 100),
        policy("P-2", Some("zenith"), 250_050),
        policy("P-3", Some("Ámbar"), 3),
        policy("P-4", Some("zenith"), 1),
    ]);
    let table = contracts.table(GroupBy::Carrier).unwrap();
    assert_eq!(table.columns[6].label, "Death benefit");
    let titles: Vec<_> = table
        .groups
        .iter()
        .map(|group| group.title.as_deref().unwrap())
        .collect();
    assert_eq!(titles, ["Ámbar", "zenith", "No carrier"]);
    assert_eq!(table.groups[1].totals[0], "2 policies");
    assert_eq!(table.groups[1].totals[6], "$2,500.51");
    assert_eq!(table.totals[6], "$2,501.54");
    assert_eq!(table.groups[0].rows[0][4], "In Force");
    assert_eq!(table.groups[0].rows[0][5], "02/03/2001");
}

#[test]
fn rejects_totals_out_of_range() {
    let mut row = policy("P-1", None, 1);
    row[6] = Cell::Money(Decimal::MAX);
    let contracts = book(vec![row.clone(), row]);
    assert_eq!(contracts.figures(), Err(TotalsOverflow));
    assert_eq!(contracts.table(GroupBy::None), Err(TotalsOverflow));
}

#[test]
fn empty_book_has_zero_totals_and_no_charts() {
    let contracts = book(vec![]);
    let table = contracts.table(GroupBy::Owner).unwrap();
    assert!(table.groups.is_empty());
    assert_eq!(table.totals[0], "0 policies");
    assert_eq!(contracts.figures().unwrap()[1].value, "$0.00");
    assert_eq!(contracts.charts(jiff::civil::date(2026, 11, 21)).unwrap(), []);
}

fn amount(text: &str) -> Decimal {
    text.replace(['$', ','], "").parse().unwrap()
}

proptest! {
    /// However contracts are grouped, each appears once, and the group totals add up to the overall total.
    #[test]
    fn group_totals_add_up(
        rows in prop::collection::vec((0_u8..5, 0_i64..10_000_000_000), 0..60),
        grouping in 1_u8..=7,
    ) {
        let carriers = [None, Some("A"), Some("B"), Some("b"), Some("C")];
        let contracts = book(
            rows.iter()
                .enumerate()
                .map(|(i, (carrier, benefit))| policy(&format!("P-{i}"), carriers[usize::from(*carrier)], *benefit))
                .collect(),
        );
        let table = contracts.table(GroupBy::from_number(grouping).unwrap()).unwrap();
        let numbers: std::collections::BTreeSet<_> =
            table.groups.iter().flat_map(|group| &group.rows).map(|row| row[0].clone()).collect();
        prop_assert_eq!(numbers.len(), rows.len());
        let expected: Decimal = rows.iter().map(|(_, benefit)| Decimal::new(*benefit, 2)).sum();
        prop_assert_eq!(amount(&table.totals[6]), expected);
        prop_assert_eq!(amount(&contracts.figures().unwrap()[1].value), expected);
        if grouping > 1 {
            let groups: Decimal = table.groups.iter().map(|group| amount(&group.totals[6])).sum();
            prop_assert_eq!(groups, expected);
        }
    }
}

#[test]
fn shows_the_chosen_columns_after_the_number() {
    let chosen = ["deathBenefit", "no such column", "policyNumber", "agent"].map(str::to_owned);
    let columns = Columns::of(Line::Life, &chosen);
    assert_eq!(
        columns.keys().len(),
        needed(Line::Life).len() + charted(Line::Life).len()
    );
    let row = vec![
        Cell::Text("P-1".into()),
        money(100),
        Cell::Text("Lee, Bob".into()),
    ];
    let contracts = Contracts {
        columns,
        rows: vec![row.clone(), row],
    };
    let table = contracts.table(GroupBy::None).unwrap();
    let labels: Vec<_> = table.columns.iter().map(|column| column.label.as_str()).collect();
    assert_eq!(labels, ["Policy number", "Death benefit", "Agent"]);
    assert_eq!(table.groups[0].rows[0], ["P-1", "$1.00", "Lee, Bob"]);
    assert_eq!(table.totals, ["2 policies", "$2.00", ""]);
}
