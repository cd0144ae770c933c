use super::*;
use jiff::civil::date;

const TODAY: Date = date(2026, 11, 21);

fn draft() -> GiftDraft {
    GiftDraft {
        trust_uuid: Some(Uuid::from_u128(1)),
        amount: "$ 12,500".into(),
        gift_date: "12/01/2026".into(),
        letter_date: "12/04/2026".into(),
        premium_due: "2027-01-15".into(),
        ..GiftDraft::default()
    }
}

fn faults(draft: &GiftDraft) -> Vec<(String, String)> {
    let mut findings = Findings::default();
    let gift = read(draft, TODAY, &mut findings);
    assert_eq!(gift.is_none(), !findings.0.is_empty());
    findings.0.into_iter().map(|one| (one.field, one.code)).collect()
}

#[test]
fn parses_gift() {
    let gift = read(&draft(), TODAY, &mut Findings::default()).unwrap();
    assert_eq!(gift.amount.to_string(), "12500.00");
    assert_eq!(gift.premium_due, date(2027, 1, 15));
    assert_eq!((gift.received_on, gift.letters_sent_on), (None, None));
}

#[test]
fn reports_gift_errors_by_field() {
    let changed = |change: fn(&mut GiftDraft)| {
        let mut draft = draft();
        change(&mut draft);
        draft
    };
    for (draft, field, code) in [
        (changed(|gift| gift.trust_uuid = None), "trustUuid", "required"),
        (changed(|gift| gift.amount = "0".into()), "amount", "out_of_range"),
        (
            changed(|gift| gift.amount = "-5".into()),
            "amount",
            "money_negative",
        ),
        (
            changed(|gift| gift.gift_date = String::new()),
            "giftDate",
            "date_missing",
        ),
        (
            changed(|gift| gift.letter_date = "11/30/2026".into()),
            "letterDate",
            "order",
        ),
        (
            changed(|gift| gift.premium_due = "12/03/2026".into()),
            "premiumDue",
            "order",
        ),
        (
            changed(|gift| gift.received_on = "11/22/2026".into()),
            "receivedOn",
            "future",
        ),
        (
            changed(|gift| gift.letters_sent_on = "11/20/2026".into()),
            "receivedOn",
            "required",
        ),
        (
            changed(|gift| {
                gift.received_on = "11/20/2026".into();
                gift.letters_sent_on = "11/19/2026".into();
            }),
            "lettersSentOn",
            "order",
        ),
        (
            changed(|gift| gift.premium_paid_on = "11/20/2026".into()),
            "lettersSentOn",
            "required",
        ),
        (
            changed(|gift| {
                gift.received_on = "10/01/2026".into();
                gift.letters_sent_on = "10/02/2026".into();
                gift.premium_paid_on = "10/01/2026".into();
            }),
            "premiumPaidOn",
            "order",
        ),
    ] {
        assert_eq!(faults(&draft), [(field.to_owned(), code.to_owned())]);
    }
}

#[test]
fn warns_about_a_premium_paid_while_the_window_is_open() {
    let paid = |on: &str| {
        let draft = GiftDraft {
            received_on: "10/01/2026".into(),
            letters_sent_on: "10/02/2026".into(),
            premium_paid_on: on.into(),
            ..draft()
        };
        let mut findings = Findings::default();
        assert!(read(&draft, TODAY, &mut findings).is_some());
        let texts = findings.0.into_iter().map(|one| one.message);
        texts.collect::<Vec<_>>()
    };
    assert_eq!(
        paid("11/01/2026"),
        ["The withdrawal window is open until 11/01/2026."]
    );
    assert_eq!(paid("11/02/2026"), [""; 0]);
}

#[test]
fn derives_state_from_dates() {
    let gift = read(&draft(), TODAY, &mut Findings::default()).unwrap();
    let received = Gift {
        received_on: Some(date(2026, 12, 1)),
        ..gift.clone()
    };
    let told = Gift {
        letters_sent_on: Some(date(2026, 12, 6)),
        ..received.clone()
    };
    let paid = Gift {
        premium_paid_on: Some(date(2027, 1, 16)),
        ..told.clone()
    };
    let late = Gift {
        letters_sent_on: Some(date(2027, 1, 10)),
        ..received.clone()
    };
    assert_eq!(
        (gift.window_ends(), told.window_ends()),
        (date(2027, 1, 3), date(2027, 1, 5))
    );
    for (gift, day, state) in [
        (&gift, date(2026, 12, 1), GiftState::Planned),
        (&gift, date(2026, 12, 2), GiftState::Overdue),
        (&received, date(2026, 12, 4), GiftState::Received),
        (&received, date(2026, 12, 5), GiftState::Overdue),
        (&told, date(2027, 1, 5), GiftState::WindowOpen),
        (&told, date(2027, 1, 6), GiftState::WindowOver),
        (&told, date(2027, 1, 15), GiftState::WindowOver),
        (&told, date(2027, 1, 16), GiftState::Overdue),
        (&paid, date(2030, 1, 1), GiftState::PremiumPaid),
        // The premium is due before the window ends.
        (&late, date(2027, 1, 15), GiftState::WindowOpen),
        (&late, date(2027, 1, 16), GiftState::Overdue),
    ] {
        assert_eq!(gift.state(day), state, "{day}");
    }
}
