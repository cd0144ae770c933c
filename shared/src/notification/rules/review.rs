//! Notification rule for reviews of best interest forms.

use super::{DatedNotice, Subject, Window};
use crate::date::{format, plus_days};
use crate::notification::NotificationKind::BestInterestReview;
use jiff::civil::Date;
use uuid::Uuid;

/// Number of days before a review when users are first notified.
pub const FIRST_REVIEW_NOTICE: i64 = 30;
const STEPS: [i64; 2] = [FIRST_REVIEW_NOTICE, 0];

/// A signed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFacts {
    pub form: Uuid,
    pub owner: Uuid,
    pub owner_name: String,
    /// A contract of the owner. Users who can see it are notified.
    pub contract: Uuid,
    pub due: Date,
}

/// Returns the notices about a form that are within the window.
pub fn review(facts: &ReviewFacts, window: Window) -> Vec<DatedNotice> {
    let mut subject = Subject {
        contract: facts.contract,
        number: &facts.owner_name,
        person: None,
        address: format!("/people/owners/{}?tab=bestInterest", facts.owner),
        window,
        found: Vec::new(),
    };
    let words = format!("best interest review due {}", format(facts.due));
    for days in STEPS {
        let notify_on = plus_days(facts.due, -days);
        let step = days.to_string();
        subject.add_about(
            facts.form,
            BestInterestReview,
            notify_on,
            facts.due,
            &step,
            &words,
        );
    }
    subject.found
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn reminds_30_days_before_and_on_the_day() {
        let facts = ReviewFacts {
            form: Uuid::from_u128(1),
            owner: Uuid::from_u128(2),
            owner_name: "Ada Lee".into(),
            contract: Uuid::from_u128(3),
            due: date(2027, 3, 1),
        };
        let window = Window {
            from: date(2027, 1, 30),
            to: date(2027, 3, 1),
        };
        let notices = review(&facts, window);
        let days: Vec<Date> = notices.iter().map(|notice| notice.notify_on).collect();
        assert_eq!(days, [date(2027, 1, 30), date(2027, 3, 1)]);
        assert_eq!(
            notices[0].display_name,
            "Ada Lee: best interest review due 03/01/2027"
        );
        assert_eq!(
            notices[0].application_url,
            format!("/people/owners/{}?tab=bestInterest", facts.owner)
        );
        assert_eq!(
            (notices[0].contract, notices[0].kind),
            (facts.contract, BestInterestReview)
        );
        let late = Window {
            from: date(2027, 1, 31),
            ..window
        };
        assert_eq!(review(&facts, late).len(), 1);
    }
}
