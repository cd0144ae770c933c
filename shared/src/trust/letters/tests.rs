use super::*;
use crate::contract::gift::{Gift, PremiumGift};
use crate::problem::Findings;
use crate::trust::TrustPerson;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);

fn gift() -> PremiumGift {
    let gift = Gift {
        trust_uuid: Uuid::from_u128(1),
        amount: Decimal::from(10_000),
        gift_date: date(2026, 11, 10),
        letter_date: date(2026, 11, 13),
        premium_due: date(2027, 1, 15),
        received_on: Some(date(2026, 11, 10)),
        letters_sent_on: None,
        premium_paid_on: None,
    };
    gift.shown(Uuid::from_u128(2), 1, "Lee Trust".into(), TODAY)
}

fn letter(change: impl FnOnce(&mut CrummeyLetter)) -> CrummeyLetter {
    let mut letter = CrummeyLetter {
        uuid: Uuid::from_u128(20),
        version: 1,
        person_uuid: Uuid::from_u128(11),
        beneficiary: "Bo Lee".into(),
        addressee: "Bo Lee".into(),
        amount: Decimal::from(4_000),
        letter_date: date(2026, 11, 15),
        is_outdated: false,
        state: LetterState::Draft.code().into(),
        state_label: LetterState::Draft.label().into(),
        method: None,
        email: Some("bo@example.com".into()),
        delivered_on: None,
        emailed_at: None,
        failure: None,
        document: LetterDocument {
            document_id: Uuid::from_u128(30),
            name: "letter.pdf".into(),
        },
        proof: None,
    };
    change(&mut letter);
    letter
}

fn gift_letters() -> GiftLetters {
    let recipient = |number: u128, name: &str| LetterRecipient {
        person_uuid: Uuid::from_u128(number),
        beneficiary: name.into(),
        addressee: name.into(),
        amount: Decimal::from(3_000),
    };
    GiftLetters {
        gift: gift(),
        policy_uuid: Uuid::from_u128(3),
        policy_number: "P-1".into(),
        recipients: vec![recipient(12, "Cy Lee"), recipient(13, "Di Lee")],
        blocked_because: String::new(),
        letters: vec![letter(|_| {})],
    }
}

fn input(letters: &[(u128, &str)]) -> LettersInput {
    LettersInput {
        gift_uuid: Uuid::from_u128(2),
        gift_version: 1,
        letter_date: "11/21/2026".into(),
        letters: letters
            .iter()
            .map(|(person, amount)| LetterAmount {
                person_uuid: Uuid::from_u128(*person),
                amount: (*amount).into(),
            })
            .collect(),
    }
}

fn codes(input: &LettersInput, gift: &GiftLetters) -> Vec<(String, String)> {
    let mut findings = Findings::default();
    let draft = check_letters(input, gift, TODAY, &mut findings);
    assert_eq!(draft.is_none(), !findings.is_acceptable());
    findings.0.into_iter().map(|one| (one.field, one.code)).collect()
}

#[test]
fn accepts_letters_up_to_the_amount_of_the_gift() {
    let mut findings = Findings::default();
    let draft = check_letters(
        &input(&[(12, "3,000"), (13, "3000.00")]),
        &gift_letters(),
        TODAY,
        &mut findings,
    );
    let draft = draft.unwrap();
    assert_eq!(draft.letter_date, TODAY);
    assert_eq!(draft.letters[1], (Uuid::from_u128(13), Decimal::from(3_000)));
}

#[test]
fn reports_errors_of_new_letters_by_field() {
    let gift = gift_letters();
    let found = |input: &LettersInput| codes(input, &gift);
    let expect = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
    // 4,000 are in the letter to Bo.
    assert_eq!(
        found(&input(&[(12, "3000"), (13, "3000.01")])),
        expect("letters", "above_gift")
    );
    assert_eq!(found(&input(&[])), expect("letters", "required"));
    assert_eq!(
        found(&input(&[(12, "0")])),
        expect("letters[0].amount", "out_of_range")
    );
    assert_eq!(
        found(&input(&[(12, "x")])),
        expect("letters[0].amount", "money_format")
    );
    // Bo has a letter already.
    assert_eq!(
        found(&input(&[(11, "1")])),
        expect("letters[0].personUuid", "unknown_recipient")
    );
    assert_eq!(
        found(&input(&[(12, "1"), (12, "1")])),
        expect("letters[1].personUuid", "unknown_recipient")
    );
    for (day, code) in [
        ("11/09/2026", "order"),
        ("12/22/2026", "too_far_ahead"),
        ("", "date_missing"),
    ] {
        let input = LettersInput {
            letter_date: day.into(),
            ..input(&[(12, "1")])
        };
        assert_eq!(found(&input), expect("letterDate", code));
    }
    let blocked = GiftLetters {
        blocked_because: "No.".into(),
        ..gift_letters()
    };
    assert_eq!(
        codes(&input(&[(12, "1")]), &blocked),
        expect("giftUuid", "blocked")
    );
}

#[test]
fn letters_require_a_received_gift_and_a_trustee() {
    let none = Decimal::ZERO;
    let blocked = |gift: &PremiumGift, has_trustee| blocked_because(gift, none, "", has_trustee);
    assert_eq!(blocked(&gift(), true), "");
    assert_eq!(blocked_because(&gift(), none, "Revocable.", true), "Revocable.");
    assert!(blocked_because(&gift(), gift().amount, "", true).contains("whole amount"));
    assert!(blocked(&gift(), false).contains("no trustee"));
    let planned = PremiumGift {
        received_on: None,
        ..gift()
    };
    assert!(blocked(&planned, true).contains("not received"));
    let paid = PremiumGift {
        state: "PremiumPaid".into(),
        ..gift()
    };
    assert!(blocked(&paid, true).contains("paid the premium"));
    let sent = PremiumGift {
        letters_sent_on: Some(date(2026, 11, 12)),
        ..gift()
    };
    assert!(blocked(&sent, true).contains("sent outside Firmbook on 11/12/2026"));
    // Some letters were sent from Firmbook, and a beneficiary is missing.
    assert_eq!(blocked_because(&sent, Decimal::ONE, "", true), "");
}

#[test]
fn letters_to_minors_address_the_guardian() {
    let person = |born: Date| TrustPerson {
        name: "Cy Lee".into(),
        birth_date: Some(born),
        guardian: Some("Jo Lee".into()),
        ..TrustPerson::default()
    };
    assert_eq!(
        addressee(&person(date(2008, 11, 22)), TODAY),
        "Jo Lee, guardian of Cy Lee"
    );
    // The eighteenth birthday.
    assert_eq!(addressee(&person(date(2008, 11, 21)), TODAY), "Cy Lee");
    let unknown = TrustPerson {
        birth_date: None,
        ..person(TODAY)
    };
    assert_eq!(addressee(&unknown, TODAY), "Cy Lee");
}

#[test]
fn checks_deliveries() {
    let found = |method: &str, day: &str, letters: &[&CrummeyLetter], can_email: bool| {
        let input = DeliveryInput {
            method: method.into(),
            delivered_on: day.into(),
            letters: Vec::new(),
        };
        let mut findings = Findings::default();
        let delivery = check_delivery(&input, letters, (can_email, TODAY), &mut findings);
        let codes: Vec<String> = findings.0.into_iter().map(|one| one.code).collect();
        (delivery, codes)
    };
    let draft = letter(|_| {});
    let failed = letter(|one| one.state = "Failed".into());
    let none = || Vec::<String>::new();
    assert_eq!(
        found("Email", "", &[&draft, &failed], true),
        (Some(Delivery::Email), none())
    );
    let marked = Delivery::Marked(DeliveryMethod::Hand, date(2026, 11, 15));
    assert_eq!(
        found("Hand", "11/15/2026", &[&draft], false),
        (Some(marked), none())
    );
    let refused = |code: &str| (None, vec![code.to_owned()]);
    assert_eq!(found("Hand", "11/14/2026", &[&draft], true), refused("order"));
    assert_eq!(found("Mail", "11/22/2026", &[&draft], true), refused("future"));
    assert_eq!(found("Mail", "", &[&draft], true), refused("date_missing"));
    assert_eq!(
        found("Fax", "11/15/2026", &[&draft], true),
        refused("unknown_method")
    );
    assert_eq!(found("Email", "", &[], true), refused("required"));
    assert_eq!(found("Email", "", &[&draft], false), refused("mail_disabled"));
    assert_eq!(
        found("Email", "", &[&letter(|one| one.email = None)], true),
        refused("no_email")
    );
    for state in ["Sending", "Delivered"] {
        let delivered = letter(|one| one.state = state.into());
        assert_eq!(
            found("Email", "", &[&delivered], true),
            refused("already_delivered")
        );
    }
}

#[test]
fn proposes_equal_parts() {
    let parts = |amount: &str, count| {
        let parts = propose(amount.parse().unwrap(), count);
        parts.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(parts("10000.00", 3), ["3333.34", "3333.33", "3333.33"]);
    assert_eq!(parts("10000", 2), ["5000.00", "5000.00"]);
    assert_eq!(parts("-5", 1), ["0.00"]);
    assert!(parts("1", 0).is_empty());
}

proptest! {
    #[test]
    fn proposed_parts_add_up_to_the_amount(cents in 0_i64..10_000_000_000, count in 1_usize..200) {
        let amount = Decimal::new(cents, 2);
        let parts = propose(amount, count);
        prop_assert_eq!(parts.iter().sum::<Decimal>(), amount);
        let (least, most) = (parts.iter().min().unwrap(), parts.iter().max().unwrap());
        prop_assert!(*most - *least <= Decimal::new(1, 2));
    }
}
