//! Subscribers of a report.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The subscribers of a report as one user sees them: the total number and the known user keys.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ReportSubscription {
    pub subscription_count: i64,
    pub subscribed_user_keys: Vec<String>,
}

impl ReportSubscription {
    /// Adds or removes a user and adjusts the count, which never falls below 0. Does nothing if the user is
    /// already in that state.
    #[must_use]
    pub fn set(self, user_key: &str, is_active: bool) -> Self {
        self.set_all([user_key], is_active)
    }

    /// Applies [`Self::set`] to each of the keys.
    #[must_use]
    pub fn set_all<'a>(mut self, user_keys: impl IntoIterator<Item = &'a str>, is_active: bool) -> Self {
        if is_active {
            let mut known: BTreeSet<String> = self.subscribed_user_keys.iter().cloned().collect();
            for key in user_keys {
                if known.insert(key.to_owned()) {
                    self.subscribed_user_keys.push(key.to_owned());
                    self.subscription_count = self.subscription_count.saturating_add(1);
                }
            }
        } else {
            let ended: BTreeSet<&str> = user_keys.into_iter().collect();
            let before = self.subscribed_user_keys.len();
            self.subscribed_user_keys
                .retain(|key| !ended.contains(key.as_str()));
            let gone = i64::try_from(before - self.subscribed_user_keys.len()).unwrap_or(i64::MAX);
            self.subscription_count = self.subscription_count.saturating_sub(gone).max(0);
        }
        self
    }
}

/// Request body of `PUT report/{uuid}/subscription`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SubscriptionInput {
    /// Sends changes in the digest instead of immediately. Applies to the caller and to added users.
    pub is_digest: bool,
    /// Including the caller's own key subscribes the caller; omitting it unsubscribes the caller. Only the
    /// owner can add other users, and they need access to the report. Existing subscribers who are not listed
    /// stay subscribed.
    pub subscribed_user_keys: Vec<String>,
    /// Other users whom the owner unsubscribes.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub removed_user_keys: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn subscribing_increments_and_unsubscribing_decrements() {
        let none = ReportSubscription::default();
        let one = none.clone().set("ada", true);
        assert_eq!((one.subscription_count, one.subscribed_user_keys.len()), (1, 1));
        assert_eq!(one.clone().set("ada", true), one, "already subscribed");
        assert_eq!(one.set("ada", false), none);
        assert_eq!(none.clone().set("ada", false), none, "never below 0");
        let miscounted = ReportSubscription {
            subscription_count: 0,
            subscribed_user_keys: vec!["ada".into()],
        };
        assert_eq!(miscounted.set("ada", false).subscription_count, 0);
        let many = none.clone().set_all(["ada", "bo", "ada", "cy"], true);
        assert_eq!(many.subscription_count, 3);
        assert_eq!(many.set_all(["cy", "dee", "ada", "bo"], false), none);
    }

    proptest! {
        #[test]
        fn count_is_never_negative_and_matches_the_keys(
            unseen in 0i64..3,
            steps in prop::collection::vec((0u8..4, any::<bool>()), 0..30),
        ) {
            let mut subscription = ReportSubscription { subscription_count: unseen, ..Default::default() };
            for (who, is_active) in steps {
                subscription = subscription.set(&who.to_string(), is_active);
                prop_assert!(subscription.subscription_count >= 0);
                let known = i64::try_from(subscription.subscribed_user_keys.len()).unwrap_or(i64::MAX);
                prop_assert_eq!(subscription.subscription_count, unseen + known);
            }
        }
    }
}
