use super::*;
use crate::contact::ContactKind::{Agent, Owner};
use crate::date::next_anniversary;
use jiff::civil::{DateTime, Time, date, time};
use jiff::tz::TimeZone;
use proptest::prelude::*;

const NEW_YORK: &str = "EST5EDT,M3.2.0,M11.1.0";
/// Includes a half-hour time change, a skipped midnight and the easternmost offset.
const ZONES: [&str; 7] = [
    "UTC0",
    NEW_YORK,
    "GMT0BST,M3.5.0/1,M10.5.0",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
    "<+0545>-5:45",
    "<+14>-14",
];

fn zone(text: &str) -> TimeZone {
    TimeZone::posix(text).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn plan(frequency: Frequency, first: Date, time: Time) -> Plan {
    Plan {
        frequency,
        first,
        time,
    }
}

fn days(plan: Plan, from: Date, count: usize) -> Vec<String> {
    plan.days_from(from)
        .take(count)
        .map(|day| day.to_string())
        .collect()
}

#[test]
fn uses_last_day_of_shorter_months() {
    use Frequency::*;
    let nine = time(9, 0, 0, 0);
    for (frequency, first, from, expected) in [
        (
            Monthly,
            date(2027, 1, 31),
            date(2027, 1, 31),
            ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"],
        ),
        (
            Monthly,
            date(2028, 1, 30),
            date(2028, 2, 1),
            ["2028-02-29", "2028-03-30", "2028-04-30", "2028-05-30"],
        ),
        (
            Quarterly,
            date(2026, 11, 30),
            date(2026, 12, 1),
            ["2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30"],
        ),
        (
            SemiAnnual,
            date(2026, 8, 31),
            date(2026, 1, 1),
            ["2026-08-31", "2027-02-28", "2027-08-31", "2028-02-29"],
        ),
        (
            Annual,
            date(2024, 2, 29),
            date(2025, 1, 1),
            ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
        ),
        (
            Birthday,
            date(2026, 12, 30),
            date(2026, 12, 31),
            ["2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"],
        ),
    ] {
        assert_eq!(
            days(plan(frequency, first, nine), from, 4),
            expected,
            "{frequency:?} {first}"
        );
    }
    let once = plan(Once, date(2026, 12, 1), nine);
    assert_eq!(days(once, date(2026, 1, 1), 4), ["2026-12-01"]);
    assert_eq!(days(once, date(2026, 12, 2), 4), [""; 0]);
}

#[test]
fn sends_at_local_time_of_its_time_zone() {
    let monthly = plan(Frequency::Monthly, date(2026, 1, 8), time(2, 30, 0, 0));
    for (after, day, instant) in [
        ("2026-01-08T07:29:59Z", "2026-01-08", "2026-01-08T07:30:00Z"),
        ("2026-01-08T07:30:00Z", "2026-02-08", "2026-02-08T07:30:00Z"),
        // March 8, 2026: clocks skip from 1:59 to 3:00, so 2:30 becomes 3:30.
        ("2026-03-01T00:00:00Z", "2026-03-08", "2026-03-08T07:30:00Z"),
        ("2026-03-08T07:30:00Z", "2026-04-08", "2026-04-08T06:30:00Z"),
    ] {
        let next = monthly.next_after(at(after), &zone(NEW_YORK));
        assert_eq!(next, Some((day.parse().unwrap(), at(instant))), "after {after}");
    }
    // November 1, 2026: 1:30 occurs at 5:30 and at 6:30 UTC.
    let twice = plan(Frequency::Monthly, date(2026, 1, 1), time(1, 30, 0, 0));
    let first = at("2026-11-01T05:30:00Z");
    assert_eq!(
        twice.next_after(at("2026-10-15T00:00:00Z"), &zone(NEW_YORK)),
        Some((date(2026, 11, 1), first))
    );
    for between in [first, at("2026-11-01T06:00:00Z"), at("2026-11-01T06:30:00Z")] {
        let next = twice.next_after(between, &zone(NEW_YORK)).unwrap();
        assert_eq!(next.0, date(2026, 12, 1), "after {between}");
    }
    // End of the supported range.
    assert_eq!(twice.next_after(Timestamp::MAX, &TimeZone::UTC), None);
}

#[test]
fn collects_missed_sends() {
    let utc = TimeZone::UTC;
    let monthly = plan(Frequency::Monthly, date(2026, 8, 31), time(9, 0, 0, 0));
    let now = at("2026-11-21T17:00:00Z");
    let due = |since| monthly.due(at(since), now, &utc);
    let all = [date(2026, 8, 31), date(2026, 9, 30), date(2026, 10, 31)];
    assert_eq!(due("2026-08-31T09:00:00Z"), all);
    assert_eq!(due("2026-09-30T09:00:01Z"), [date(2026, 10, 31)]);
    assert_eq!(due("2026-11-01T00:00:00Z"), []);
    let once = plan(Frequency::Once, date(2026, 11, 20), time(9, 0, 0, 0));
    assert_eq!(
        once.due(at("2026-11-20T09:00:00Z"), now, &utc),
        [date(2026, 11, 20)]
    );
    assert_eq!(once.due(at("2026-11-20T09:00:01Z"), now, &utc), []);
    for (missed, note) in [
        (vec![], None),
        (
            vec![date(2026, 10, 31)],
            Some("Sent late. This was due on 10/31/2026."),
        ),
        (
            all.to_vec(),
            Some("Sent late, once. This was due 3 times from 08/31/2026 to 10/31/2026."),
        ),
    ] {
        assert_eq!(late_note(&missed).as_deref(), note);
    }
}

#[test]
fn february_29_falls_on_march_1_in_other_years() {
    let leap = date(1980, 2, 29);
    let window: Vec<Date> = plan(Frequency::Birthday, date(2026, 2, 27), Time::midnight())
        .days_from(date(2026, 2, 27))
        .take(4)
        .collect();
    assert_eq!(latest_anniversary_in(leap, &window), Some(date(2026, 3, 1)));
    assert_eq!(
        latest_anniversary_in(date(1990, 2, 27), &window),
        Some(date(2026, 2, 27))
    );
    assert_eq!(latest_anniversary_in(date(1990, 3, 3), &window), None);
}

#[test]
fn lists_upcoming_dates_after_local_time() {
    let monthly = plan(Frequency::Monthly, date(2026, 10, 31), time(9, 0, 0, 0));
    let shown = |now: DateTime| monthly.upcoming(now, 2);
    assert_eq!(
        shown(date(2026, 11, 30).at(8, 59, 0, 0)),
        [date(2026, 11, 30), date(2026, 12, 31)]
    );
    assert_eq!(
        shown(date(2026, 11, 30).at(9, 0, 0, 0)),
        [date(2026, 12, 31), date(2027, 1, 31)]
    );
    let birthdays = plan(Frequency::Birthday, date(2026, 10, 31), time(9, 0, 0, 0));
    assert_eq!(birthdays.upcoming(date(2026, 11, 1).at(0, 0, 0, 0), 5), []);
}

fn input() -> ScheduleInput {
    ScheduleInput {
        firm_id: None,
        cohort_uuid: None,
        schedule_id: None,
        version: None,
        name: " Annual  review ".into(),
        frequency: Frequency::Annual,
        first_send_date: "12/31/2026".into(),
        time: "9:00".into(),
        time_zone: "America/New_York".into(),
        send_to: SendTo::Contact,
        subject: "Your contracts".into(),
        message: "Dear client,\r\nhere they are.\n".into(),
        include_annuities: true,
        deliverable_type: None,
        template_uuid: None,
        group_by: None,
        status: ScheduleStatus::Active,
    }
}

const NOW: DateTime = DateTime::constant(2026, 11, 21, 12, 0, 0, 0);

#[test]
fn normalizes_valid_schedule() {
    let (checked, findings) = check(&input(), Owner, NOW, None);
    let checked = checked.unwrap();
    assert!(findings.0.is_empty());
    assert_eq!(checked.name, "Annual review");
    assert_eq!(checked.message, "Dear client,\nhere they are.");
    assert_eq!(
        checked.plan,
        plan(Frequency::Annual, date(2026, 12, 31), time(9, 0, 0, 0))
    );
}

#[test]
fn reports_schedule_errors_by_field() {
    type Change = fn(&mut ScheduleInput);
    let cases: [(Change, &str, &str); 17] = [
        (|i| i.name = " ".into(), "name", "length"),
        (|i| i.name = "x".repeat(81), "name", "length"),
        (|i| i.subject = String::new(), "subject", "length"),
        (|i| i.subject = "x".repeat(151), "subject", "length"),
        (|i| i.message = "\n \n".into(), "message", "length"),
        (|i| i.message = "x".repeat(5_001), "message", "length"),
        (
            |i| i.subject = "For {{agent.name}}".into(),
            "subject",
            "unknown_placeholder",
        ),
        (
            |i| i.message = "Dear {{contact.firstName".into(),
            "message",
            "unclosed_placeholder",
        ),
        (
            |i| i.first_send_date = String::new(),
            "firstSendDate",
            "date_missing",
        ),
        (
            |i| i.first_send_date = "02/30/2027".into(),
            "firstSendDate",
            "date_no_such_day",
        ),
        (
            |i| i.first_send_date = "11/20/2026".into(),
            "firstSendDate",
            "in_past",
        ),
        (
            |i| i.first_send_date = "11/21/2026".into(),
            "firstSendDate",
            "in_past",
        ),
        (|i| i.time = "24:00".into(), "time", "time"),
        (|i| i.time = "9".into(), "time", "time"),
        (|i| i.time = "+9:00".into(), "time", "time"),
        (|i| i.time_zone = String::new(), "timeZone", "required"),
        (
            |i| i.send_to = SendTo::ServicingAgent,
            "sendTo",
            "not_for_this_kind",
        ),
    ];
    for (change, field, code) in cases {
        let mut typed = input();
        change(&mut typed);
        let (checked, findings) = check(&typed, Agent, NOW, None);
        let found: Vec<_> = findings
            .0
            .iter()
            .map(|one| (one.field.as_str(), one.code.as_str()))
            .collect();
        assert_eq!((checked, found), (None, vec![(field, code)]));
    }
}

#[test]
fn accepts_past_first_date_only_for_unchanged_recurring_plan() {
    let began = ScheduleInput {
        first_send_date: "01/31/2026".into(),
        ..input()
    };
    let before = Some(plan(Frequency::Annual, date(2026, 1, 31), time(9, 0, 0, 0)));
    assert!(check(&began, Owner, NOW, before).0.is_some());
    let sooner = ScheduleInput {
        time: "10:00".into(),
        ..began.clone()
    };
    assert!(check(&sooner, Owner, NOW, before).0.is_none());
    let ended = ScheduleInput {
        status: ScheduleStatus::Ended,
        ..sooner
    };
    assert!(check(&ended, Owner, NOW, before).0.is_some());
    let once = ScheduleInput {
        frequency: Frequency::Once,
        ..began
    };
    let before = Some(plan(Frequency::Once, date(2026, 1, 31), time(9, 0, 0, 0)));
    assert!(check(&once, Owner, NOW, before).0.is_none());
}

#[test]
fn schedule_with_unknown_fields_can_be_paused_and_ended_but_not_resumed() {
    let with = |status| ScheduleInput {
        subject: "For {{agent.name}}".into(),
        status,
        ..input()
    };
    for status in [ScheduleStatus::Paused, ScheduleStatus::Ended] {
        assert!(check(&with(status), Agent, NOW, None).0.is_some());
    }
    assert!(check(&with(ScheduleStatus::Active), Agent, NOW, None).0.is_none());
}

#[test]
fn validates_the_book_of_business() {
    use crate::contact::ContactKind::Insured;
    use crate::deliverable::{DeliverableKind, GroupBy};
    let template = Some(Uuid::from_u128(7));
    let book = |kind, template, group_by| ScheduleInput {
        deliverable_type: Some(kind),
        template_uuid: template,
        group_by,
        ..input()
    };
    let codes = |input: &ScheduleInput, contact_type| -> Vec<(String, String)> {
        let findings = check(input, contact_type, NOW, None).1;
        findings
            .0
            .into_iter()
            .map(|problem| (problem.field, problem.code))
            .collect()
    };
    for (input, contact_type, field, code) in [
        (
            book(1, template, Some(1)),
            Owner,
            "deliverableType",
            "not_for_this_kind",
        ),
        (
            book(2, template, Some(1)),
            Agent,
            "deliverableType",
            "not_for_this_kind",
        ),
        (
            book(2, template, Some(1)),
            Insured,
            "deliverableType",
            "not_for_this_kind",
        ),
        (
            book(3, template, Some(1)),
            Owner,
            "deliverableType",
            "not_for_this_kind",
        ),
        (book(2, None, Some(1)), Owner, "templateUuid", "required"),
        (book(2, template, Some(0)), Owner, "groupBy", "unknown_grouping"),
        (book(2, template, Some(8)), Owner, "groupBy", "unknown_grouping"),
    ] {
        assert_eq!(codes(&input, contact_type), [(field.to_owned(), code.to_owned())]);
    }
    let checked = |input: &ScheduleInput| check(input, Owner, NOW, None).0.unwrap().book;
    let expected = |group_by| ScheduledBook {
        kind: DeliverableKind::Owner,
        template: Uuid::from_u128(7),
        group_by,
    };
    assert_eq!(
        checked(&book(2, template, Some(2))),
        Some(expected(GroupBy::Carrier))
    );
    assert_eq!(checked(&book(2, template, None)), Some(expected(GroupBy::None)));
    // Lists have neither template nor groups.
    let lists = ScheduleInput {
        template_uuid: template,
        group_by: Some(9),
        ..input()
    };
    assert_eq!(checked(&lists), None);
}

prop_compose! {
    fn any_plan()(
        frequency in prop::sample::select(Frequency::ALL),
        days in 0_i64..1_500,
        hour in 0_i8..24,
        minute in 0_i8..60,
    ) -> Plan {
        let first = crate::date::plus_days(date(2024, 1, 1), days).unwrap();
        plan(frequency, first, time(hour, minute, 0, 0))
    }
}

proptest! {
    /// Stepping from send to send visits each date exactly once, across time changes.
    #[test]
    fn next_after_visits_each_date_once(plan in any_plan(), zone_index in 0..ZONES.len()) {
        let zone = zone(ZONES[zone_index]);
        let expected: Vec<Date> = plan.days_from(plan.first).take(400).collect();
        let mut now = plan.at(plan.first, &zone).unwrap() - jiff::SignedDuration::from_secs(1);
        let mut found = Vec::new();
        while found.len() < expected.len() {
            let (day, instant) = plan.next_after(now, &zone).unwrap();
            prop_assert!(instant > now, "{} after {}", instant, now);
            found.push(day);
            now = instant;
        }
        prop_assert_eq!(&found, &expected);
        let since = plan.at(plan.first, &zone).unwrap();
        prop_assert_eq!(plan.due(since, now, &zone), expected);
    }

    /// Polling at arbitrary times finds each date due exactly once.
    #[test]
    fn polling_finds_each_date_due_once(
        plan in any_plan(),
        zone_index in 0..ZONES.len(),
        pauses in prop::collection::vec(1_i64..90, 1..30),
    ) {
        let zone = zone(ZONES[zone_index]);
        let mut now = plan.at(plan.first, &zone).unwrap();
        let (mut since, mut found) = (Some(now), Vec::new());
        for pause in pauses {
            if let Some(begin) = since.filter(|since| *since <= now) {
                found.extend(plan.due(begin, now, &zone));
                since = plan.next_after(now, &zone).map(|(_, at)| at);
            }
            now += jiff::SignedDuration::from_hours(pause * 12);
        }
        let expected: Vec<Date> = plan.days_from(plan.first).take(found.len()).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn birthday_falls_once_a_year(year in 1930_i16..2020, offset in 0_i64..366, from in 0_i64..3_000) {
        let born = crate::date::plus_days(Date::new(year, 1, 1).unwrap(), offset).unwrap();
        let from = crate::date::plus_days(date(2024, 1, 1), from).unwrap();
        let first = next_anniversary(born, from).unwrap();
        prop_assert!(first >= from && (first - from).get_days() <= 366);
        let second = next_anniversary(born, first.tomorrow().unwrap()).unwrap();
        prop_assert_eq!(second.year(), first.year() + 1);
    }

    #[test]
    fn check_handles_any_input(name in any::<String>(), date in any::<String>(), time in any::<String>()) {
        let typed = ScheduleInput { name, first_send_date: date, time, ..input() };
        let (checked, findings) = check(&typed, Owner, NOW, None);
        prop_assert_eq!(checked.is_some(), findings.is_acceptable());
    }
}
