//! States of a request, and due work.

use super::{LetterMethod, LetterState};
use crate::contract::MedicalRequestState::{
    self, Cancelled, Draft, Expired, FollowUp1, FollowUp2, Received, Refused, Sent,
};
use crate::date::plus_days;
use crate::vocabulary::coded;
use jiff::civil::Date;

/// Days after a letter until the next one is due.
pub const FOLLOW_UP_DAYS: i64 = 14;

coded! {
    /// A letter to the provider: the request, then up to two follow-ups.
    LetterStep {
        Request = "Request", "Request";
        FollowUp1 = "FollowUp1", "First follow-up";
        FollowUp2 = "FollowUp2", "Second follow-up";
    }
}

impl LetterStep {
    /// Returns the next letter for a request in this state.
    pub const fn next(state: MedicalRequestState) -> Option<Self> {
        match state {
            Draft => Some(Self::Request),
            Sent => Some(Self::FollowUp1),
            FollowUp1 => Some(Self::FollowUp2),
            FollowUp2 | Received | Refused | Expired | Cancelled => None,
        }
    }

    /// Returns the state of a request after this letter.
    pub const fn state(self) -> MedicalRequestState {
        match self {
            Self::Request => Sent,
            Self::FollowUp1 => FollowUp1,
            Self::FollowUp2 => FollowUp2,
        }
    }
}

coded! {
    /// Next action for a request.
    DueWork {
        SendLetter = "SendLetter", "Send the letter";
        RetryLetter = "RetryLetter", "Send the letter again";
        FollowUp = "FollowUp", "Follow up";
        /// The provider has not answered the second follow-up.
        Decide = "Decide", "Review";
    }
}

/// Returns whether a request is waiting for the provider.
pub const fn is_open(state: MedicalRequestState) -> bool {
    matches!(state, Sent | FollowUp1 | FollowUp2)
}

/// Returns whether records can be received. Records can arrive late or in several parts.
pub const fn may_receive(state: MedicalRequestState) -> bool {
    is_open(state) || matches!(state, Expired | Received)
}

/// Returns whether a request in this state can be refused, cancelled or expired.
pub const fn may_close(state: MedicalRequestState, to: MedicalRequestState) -> bool {
    match to {
        Refused | Expired => is_open(state),
        Cancelled => is_open(state) || matches!(state, Draft),
        Draft | Sent | FollowUp1 | FollowUp2 | Received => false,
    }
}

/// Returns the state of a request as users see it. While its latest letter has not left the office, a request does not
/// wait for the provider.
pub fn progress_label(state: MedicalRequestState, letter: Option<(LetterState, LetterMethod)>) -> String {
    let label = state.label();
    let (first, follow_up) = match letter.filter(|_| is_open(state)) {
        None | Some((LetterState::Sent, _)) => return label.into(),
        Some((LetterState::Queued, LetterMethod::Mail)) => ("To mail", "to mail"),
        Some((LetterState::Queued, LetterMethod::Fax)) => ("To fax", "to fax"),
        Some((LetterState::Failed, _)) => ("Not delivered", "not delivered"),
    };
    match state {
        Sent => first.into(),
        _ => format!("{label}, {follow_up}"),
    }
}

/// Returns the day on which the next step is due: `due_on`, or the date of the latest letter until it has left.
pub fn next_step_on(due_on: Option<Date>, letter: Option<(LetterState, Date)>) -> Option<Date> {
    let unsent = letter.filter(|(letter, _)| *letter != LetterState::Sent);
    due_on.map(|day| unsent.map_or(day, |(_, date)| date))
}

/// Returns the due date of the next step after a letter sent on `day`.
pub fn due_on(day: Date) -> Date {
    plus_days(day, FOLLOW_UP_DAYS).unwrap_or(day)
}

/// Returns the work that is due on a day. `letter` is the state of the latest letter.
pub fn due_work(
    state: MedicalRequestState,
    due_on: Option<Date>,
    letter: Option<LetterState>,
    today: Date,
) -> Option<DueWork> {
    if !is_open(state) {
        return None;
    }
    match letter {
        Some(LetterState::Queued) => return Some(DueWork::SendLetter),
        Some(LetterState::Failed) => return Some(DueWork::RetryLetter),
        Some(LetterState::Sent) | None => {}
    }
    let is_due = due_on.is_some_and(|day| day <= today);
    let work = match LetterStep::next(state) {
        Some(_) => DueWork::FollowUp,
        None => DueWork::Decide,
    };
    is_due.then_some(work)
}
