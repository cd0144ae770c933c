use super::*;
use crate::contact::Address;
use crate::contract::MedicalRequestState;
use crate::problem::Findings;
use jiff::civil::{Date, date};
use uuid::Uuid;

const TODAY: Date = date(2026, 11, 21);

fn complete() -> AuthorizationInput {
    AuthorizationInput {
        document_id: Some(Uuid::from_u128(1)),
        information: "All medical records".into(),
        discloser_kind: "Named".into(),
        discloser: "Dr. Ada Stone, Mercy Hospital".into(),
        recipient: "Harbor & Pine Advisors".into(),
        purpose: "Life insurance underwriting".into(),
        expires_on: "12/31/2026".into(),
        signed_on: "11/01/2026".into(),
        signed_by: "Self".into(),
        states_right_to_revoke: true,
        states_no_conditioning: true,
        states_redisclosure: true,
        ..AuthorizationInput::default()
    }
}

fn input() -> MedicalRequestInput {
    MedicalRequestInput {
        request_type: "APS".into(),
        provider: Provider {
            name: "Mercy Hospital".into(),
            fax: Some("415 555 0100".into()),
            address: Address {
                line1: Some("1 Main Street".into()),
                city: Some("Reno".into()),
                state: Some("NV".into()),
                postal_code: Some("89501".into()),
                ..Address::default()
            },
            ..Provider::default()
        },
        date_from: "01/01/2020".into(),
        date_to: "11/01/2026".into(),
        purpose: "Underwriting".into(),
        authorization: Some(complete()),
        ..MedicalRequestInput::default()
    }
}

fn codes(findings: &Findings) -> Vec<String> {
    let faults = findings.0.iter();
    faults
        .map(|fault| format!("{} {}", fault.field, fault.code))
        .collect()
}

fn checked(change: impl FnOnce(&mut MedicalRequestInput)) -> Result<RequestContent, Vec<String>> {
    let (mut input, mut findings) = (input(), Findings::default());
    change(&mut input);
    check_request(&input, TODAY, &mut findings).ok_or_else(|| codes(&findings))
}

#[test]
fn reads_a_complete_request() {
    let content = checked(|_| {}).unwrap();
    assert_eq!(content.provider.fax.as_deref(), Some("+14155550100"));
    assert_eq!((content.date_from, content.deliver_by), (date(2020, 1, 1), None));
    assert_eq!(gaps(&content, TODAY), []);
    let stored = serde_json::to_string(&content).unwrap();
    assert_eq!(serde_json::from_str::<RequestContent>(&stored).unwrap(), content);
}

#[test]
fn reports_request_errors_by_field() {
    type Change = fn(&mut MedicalRequestInput);
    let cases: [(Change, &[&str]); 12] = [
        (
            |i| i.request_type = "Xray".into(),
            &["requestType unknown_choice"],
        ),
        (|i| i.provider.name = " ".into(), &["provider.name required"]),
        (
            |i| i.provider.fax = Some("12".into()),
            &["provider.fax invalid_phone"],
        ),
        (
            |i| i.provider.address.state = Some("Nowhere".into()),
            &["provider.address.state unknown_state"],
        ),
        (|i| i.date_from = String::new(), &["dateFrom date_missing"]),
        (|i| i.date_to = "12/31/2019".into(), &["dateTo order"]),
        (
            |i| i.date_from = "01/01/2027".into(),
            &["dateTo order", "dateFrom future"],
        ),
        (|i| i.purpose = String::new(), &["purpose required"]),
        (|i| i.deliver_by = "11/20/2026".into(), &["deliverBy past"]),
        (
            |i| i.authorization.as_mut().unwrap().signed_on = "11/22/2026".into(),
            &["authorization.signedOn future"],
        ),
        (
            |i| i.authorization.as_mut().unwrap().expires_on = "10/31/2026".into(),
            &["authorization.expiresOn order"],
        ),
        (
            |i| i.authorization.as_mut().unwrap().signed_by = "Neighbor".into(),
            &["authorization.signedBy unknown_choice"],
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(checked(change).unwrap_err(), expected);
    }
}

#[test]
fn reports_each_missing_element_of_an_authorization() {
    type Change = fn(&mut AuthorizationInput);
    let cases: [(Change, &[&str]); 19] = [
        (|_| {}, &[]),
        (|a| a.document_id = None, &["document"]),
        (|a| a.information = String::new(), &["information"]),
        (|a| a.discloser = String::new(), &["discloser"]),
        (|a| a.discloser_kind = String::new(), &["discloser"]),
        (|a| a.recipient = String::new(), &["recipient"]),
        (|a| a.purpose = String::new(), &["purpose"]),
        (|a| a.expires_on = String::new(), &["expiresOn"]),
        (|a| a.signed_by = String::new(), &["signedBy"]),
        (|a| a.signed_on = String::new(), &["signedOn"]),
        (|a| a.signed_by = "Representative".into(), &["authority"]),
        (|a| a.states_right_to_revoke = false, &["statesRightToRevoke"]),
        (|a| a.states_no_conditioning = false, &["statesNoConditioning"]),
        (|a| a.states_redisclosure = false, &["statesRedisclosure"]),
        (
            |a| a.covers_psychotherapy_notes = true,
            &["coversPsychotherapyNotes"],
        ),
        (|a| a.discloser = "Dr. Gray".into(), &["discloser"]),
        (
            |a| (a.discloser_kind, a.discloser) = ("Class".into(), "Any physician".into()),
            &[],
        ),
        (
            |a| (a.covers_from, a.covers_to) = ("01/02/2020".into(), "10/31/2026".into()),
            &["coversFrom", "coversTo"],
        ),
        (
            |a| (a.expires_on, a.expiration_event) = (String::new(), "End of the application".into()),
            &[],
        ),
    ];
    for (i, (change, expected)) in cases.into_iter().enumerate() {
        let content = checked(|input| change(input.authorization.as_mut().unwrap())).unwrap();
        let found: Vec<String> = gaps(&content, TODAY).into_iter().map(|gap| gap.element).collect();
        assert_eq!(found, expected, "case {i}");
    }
    let none = checked(|input| input.authorization = None).unwrap();
    assert_eq!(gaps(&none, TODAY).len(), 1);
}

#[test]
fn authorization_is_valid_on_its_expiration_date() {
    let content = checked(|_| {}).unwrap();
    assert_eq!(gaps(&content, date(2026, 12, 31)), []);
    let [gap] = <[_; 1]>::try_from(gaps(&content, date(2027, 1, 1))).unwrap();
    assert_eq!(
        (gap.element.as_str(), gap.message.as_str()),
        (
            "expiresOn",
            "The authorization expired on 12/31/2026. Get a new one from the insured."
        )
    );
}

type Status = (MedicalRequestState, Option<Date>, Option<LetterState>);

fn sent(method: &str, content: &RequestContent, status: Status) -> Result<LetterStep, Vec<String>> {
    let input = SendInput {
        version: 1,
        method: method.into(),
        confirms_event: false,
    };
    let mut findings = Findings::default();
    check_send(&input, content, status, TODAY, &mut findings)
        .map(|(step, _)| step)
        .ok_or_else(|| codes(&findings))
}

#[test]
fn sends_letters_in_order_and_only_when_due() {
    use MedicalRequestState as State;
    let content = checked(|_| {}).unwrap();
    let (sent_letter, due) = (Some(LetterState::Sent), Some(TODAY));
    let cases: [(Status, Result<LetterStep, &str>); 9] = [
        ((State::Draft, None, None), Ok(LetterStep::Request)),
        ((State::Sent, due, sent_letter), Ok(LetterStep::FollowUp1)),
        ((State::FollowUp1, due, sent_letter), Ok(LetterStep::FollowUp2)),
        ((State::FollowUp2, due, sent_letter), Err("state wrong_state")),
        ((State::Received, None, sent_letter), Err("state wrong_state")),
        ((State::Expired, None, sent_letter), Err("state wrong_state")),
        (
            (State::Sent, Some(date(2026, 11, 22)), sent_letter),
            Err("state not_due"),
        ),
        (
            (State::Sent, due, Some(LetterState::Queued)),
            Err("state letter_not_sent"),
        ),
        (
            (State::Sent, due, Some(LetterState::Failed)),
            Err("state letter_not_sent"),
        ),
    ];
    for (status, expected) in cases {
        let expected = expected.map_err(|code| vec![code.to_owned()]);
        assert_eq!(sent("Mail", &content, status), expected, "{status:?}");
    }
}

#[test]
fn letters_require_an_address_or_a_fax_number() {
    let draft = (MedicalRequestState::Draft, None, None);
    let bare = checked(|input| {
        input.provider.address = Address::default();
        input.provider.fax = None;
    });
    let bare = bare.unwrap();
    assert_eq!(
        sent("Mail", &bare, draft).unwrap_err(),
        [
            "provider.address.line1 required",
            "provider.address.city required",
            "provider.address.postalCode required"
        ]
    );
    assert_eq!(sent("Fax", &bare, draft).unwrap_err(), ["provider.fax required"]);
    assert_eq!(
        sent("Pigeon", &bare, draft).unwrap_err(),
        ["method unknown_choice"]
    );
}

#[test]
fn expiration_event_must_be_confirmed() {
    let content = checked(|input| {
        let authorization = input.authorization.as_mut().unwrap();
        authorization.expires_on = String::new();
        authorization.expiration_event = "End of the application".into();
    });
    let draft = (MedicalRequestState::Draft, None, None);
    assert_eq!(
        sent("Mail", &content.unwrap(), draft).unwrap_err(),
        ["confirmsEvent required"]
    );
}

#[test]
fn letters_require_a_valid_authorization() {
    let draft = (MedicalRequestState::Draft, None, None);
    let none = checked(|input| input.authorization = None).unwrap();
    assert_eq!(
        sent("Mail", &none, draft).unwrap_err(),
        ["authorization.document authorization"]
    );
    let expired = checked(|input| input.authorization.as_mut().unwrap().expires_on = "11/20/2026".into());
    assert_eq!(
        sent("Mail", &expired.unwrap(), draft).unwrap_err(),
        ["authorization.expiresOn authorization"]
    );
}

#[test]
fn letter_states_change_in_order() {
    let content = checked(|input| input.authorization.as_mut().unwrap().expires_on = "11/20/2026".into());
    let content = content.unwrap();
    let change = |from: LetterState, to: &str, day: &str| {
        let input = LetterChangeInput {
            version: 1,
            state: to.into(),
            sent_on: day.into(),
            failure: "Returned".into(),
            method: "Mail".into(),
        };
        let mut findings = Findings::default();
        let status = (MedicalRequestState::Sent, from, date(2026, 11, 19));
        check_letter_change(&input, &content, status, TODAY, &mut findings).ok_or_else(|| codes(&findings))
    };
    use LetterState::{Failed, Queued, Sent};
    let day = date(2026, 11, 20);
    assert_eq!(change(Queued, "Sent", "11/20/2026"), Ok(LetterChange::Sent(day)));
    assert_eq!(
        change(Queued, "Failed", ""),
        Ok(LetterChange::Failed(LetterFailure::Returned))
    );
    assert_eq!(
        change(Sent, "Failed", ""),
        Ok(LetterChange::Failed(LetterFailure::Returned))
    );
    for (from, to, day, expected) in [
        (Sent, "Sent", "11/20/2026", "state wrong_state"),
        (Failed, "Failed", "", "state wrong_state"),
        (Queued, "Queued", "", "state wrong_state"),
        (Queued, "Lost", "", "state unknown_choice"),
        (Queued, "Sent", "11/18/2026", "sentOn order"),
    ] {
        assert!(
            change(from, to, day).unwrap_err().contains(&expected.to_owned()),
            "{to}"
        );
    }
    // The authorization expired on November 20.
    assert_eq!(
        change(Queued, "Sent", "11/21/2026").unwrap_err(),
        ["sentOn authorization"]
    );
    assert_eq!(change(Failed, "Queued", "").unwrap_err(), ["state authorization"]);
    let closed = LetterChangeInput {
        version: 1,
        state: "Sent".into(),
        sent_on: "11/20/2026".into(),
        failure: String::new(),
        method: String::new(),
    };
    let mut findings = Findings::default();
    let status = (MedicalRequestState::Cancelled, Queued, day);
    assert_eq!(
        check_letter_change(&closed, &content, status, TODAY, &mut findings),
        None
    );
    assert_eq!(codes(&findings), ["state wrong_state"]);
}

#[test]
fn requests_close_only_from_allowed_states() {
    use MedicalRequestState as State;
    let allowed: Vec<String> = State::ALL
        .iter()
        .map(|state| {
            let may = |to| if may_close(*state, to) { to.code() } else { "-" };
            let receive = if may_receive(*state) { "Received" } else { "-" };
            format!(
                "{}: {} {} {} {receive}",
                state.code(),
                may(State::Refused),
                may(State::Cancelled),
                may(State::Expired)
            )
        })
        .collect();
    assert_eq!(
        allowed,
        [
            "Draft: - Cancelled - -",
            "Sent: Refused Cancelled Expired Received",
            "FollowUp1: Refused Cancelled Expired Received",
            "FollowUp2: Refused Cancelled Expired Received",
            "Received: - - - Received",
            "Refused: - - - -",
            "Expired: - - - Received",
            "Cancelled: - - - -",
        ]
    );
    let close = |state: &str, because: &str| {
        let input = CloseInput {
            version: 1,
            state: state.into(),
            because: because.into(),
        };
        let mut findings = Findings::default();
        check_close(&input, State::Sent, &mut findings).ok_or_else(|| codes(&findings))
    };
    assert_eq!(
        close("Refused", " No records "),
        Ok((State::Refused, "No records".into()))
    );
    assert_eq!(close("Received", "x").unwrap_err(), ["state unknown_choice"]);
    assert_eq!(close("Refused", "").unwrap_err(), ["because required"]);
}

#[test]
fn finds_due_work() {
    use MedicalRequestState as State;
    let (due, later) = (Some(TODAY), Some(date(2026, 11, 22)));
    let (queued, sent_letter) = (Some(LetterState::Queued), Some(LetterState::Sent));
    for (state, day, letter, expected) in [
        (State::Draft, None, None, None),
        (State::Sent, later, queued, Some(DueWork::SendLetter)),
        (
            State::Sent,
            later,
            Some(LetterState::Failed),
            Some(DueWork::RetryLetter),
        ),
        (State::Sent, later, sent_letter, None),
        (State::Sent, due, sent_letter, Some(DueWork::FollowUp)),
        (State::FollowUp1, due, sent_letter, Some(DueWork::FollowUp)),
        (State::FollowUp2, due, sent_letter, Some(DueWork::Decide)),
        (State::Received, due, queued, None),
        (State::Expired, due, sent_letter, None),
    ] {
        assert_eq!(
            due_work(state, day, letter, TODAY),
            expected,
            "{state:?} {letter:?}"
        );
    }
    assert_eq!(due_on(TODAY), date(2026, 12, 5));
}

#[test]
fn a_request_is_not_sent_until_its_letter_has_left() {
    use LetterMethod::{Fax, Mail};
    use MedicalRequestState as State;
    for (state, letter, expected) in [
        (State::Draft, None, "Draft"),
        (State::Sent, Some((LetterState::Queued, Mail)), "To mail"),
        (State::Sent, Some((LetterState::Queued, Fax)), "To fax"),
        (State::Sent, Some((LetterState::Failed, Fax)), "Not delivered"),
        (State::Sent, Some((LetterState::Sent, Mail)), "Sent"),
        (
            State::FollowUp1,
            Some((LetterState::Queued, Mail)),
            "First follow-up, to mail",
        ),
        (
            State::FollowUp2,
            Some((LetterState::Failed, Mail)),
            "Second follow-up, not delivered",
        ),
        (
            State::FollowUp2,
            Some((LetterState::Sent, Mail)),
            "Second follow-up",
        ),
        // The letter of a closed request is not needed.
        (State::Cancelled, Some((LetterState::Queued, Mail)), "Cancelled"),
    ] {
        assert_eq!(progress_label(state, letter), expected, "{state:?} {letter:?}");
    }
}

#[test]
fn a_letter_that_has_not_left_is_the_next_step() {
    let (letter_date, follow_up) = (TODAY, date(2026, 12, 5));
    for (due, letter, expected) in [
        (None, None, None),
        (Some(follow_up), Some(LetterState::Queued), Some(letter_date)),
        (Some(follow_up), Some(LetterState::Failed), Some(letter_date)),
        (Some(follow_up), Some(LetterState::Sent), Some(follow_up)),
        // A closed request has no next step.
        (None, Some(LetterState::Queued), None),
    ] {
        let letter = letter.map(|state| (state, letter_date));
        assert_eq!(next_step_on(due, letter), expected, "{letter:?}");
    }
}
