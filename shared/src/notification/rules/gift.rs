//! Notification rules for premium gifts and their Crummey letters.

use super::Subject;
use crate::date::plus_days;
use crate::notification::NotificationKind::{
    self, CrummeyLetter, CrummeyLetter10Day, CrummeyLetter45Day, CrummeyLetter90Day, PremiumGift,
    PremiumGift10Day, PremiumGift45Day, PremiumGift90Day,
};
use jiff::civil::Date;
use uuid::Uuid;

const GIFT: [(NotificationKind, i64); 4] = [
    (PremiumGift90Day, 90),
    (PremiumGift45Day, 45),
    (PremiumGift10Day, 10),
    (PremiumGift, 0),
];
const LETTER: [(NotificationKind, i64); 4] = [
    (CrummeyLetter90Day, 90),
    (CrummeyLetter45Day, 45),
    (CrummeyLetter10Day, 10),
    (CrummeyLetter, 0),
];

/// The gift data that the rules use.
#[derive(Debug, Clone, PartialEq)]
pub struct GiftFacts {
    pub uuid: Uuid,
    pub trust_uuid: Uuid,
    pub trust_name: String,
    pub gift_date: Date,
    pub letter_date: Date,
    pub is_received: bool,
    pub has_letters_sent: bool,
}

impl GiftFacts {
    /// Adds reminders until the gift is received and until its letters are sent.
    pub(super) fn add_notices(&self, subject: &mut Subject<'_>) {
        let gifts = format!("{}?tab=gifts", subject.address);
        let policy = std::mem::replace(&mut subject.address, gifts);
        if !self.is_received {
            self.steps(&GIFT, self.gift_date, "gift due", subject);
        }
        if !self.has_letters_sent {
            subject.address = format!("/business/trust/manage/{}?tab=letters", self.trust_uuid);
            self.steps(&LETTER, self.letter_date, "Crummey letters due", subject);
        }
        subject.address = policy;
    }

    fn steps(&self, steps: &[(NotificationKind, i64)], due: Date, words: &str, subject: &mut Subject<'_>) {
        let words = format!("{}, {words} {}", self.trust_name, crate::date::format(due));
        for (kind, days) in steps {
            let notify_on = plus_days(due, -days);
            subject.add_about(self.uuid, *kind, notify_on, due, &days.to_string(), &words);
        }
    }
}
