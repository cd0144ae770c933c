//! The widgets and the calls that their access tokens can make.

use crate::permission::{Access, Feature, Features, Permissions};
use serde::{Deserialize, Serialize};

/// A widget that partners can embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Widget {
    /// Life policies with a search, totals and pages
    PolicyList,
    /// Notifications of the user
    Notifications,
}

/// The call that exchanges a client secret for an access token.
const EXCHANGE: (&str, &str) = ("POST", "/Embed/token");
/// The calls of every widget, as method and path in the route table.
const EVERY_WIDGET: &[(&str, &str)] = &[("DELETE", "/Embed/token")];

impl Widget {
    pub const ALL: &'static [Self] = &[Self::PolicyList, Self::Notifications];

    /// Returns the code in JSON and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::PolicyList => "policyList",
            Self::Notifications => "notifications",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|widget| widget.code() == code)
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::PolicyList => "Policy list",
            Self::Notifications => "Notifications",
        }
    }

    /// Returns the last part of the address of the widget's page.
    pub const fn page(self) -> &'static str {
        match self {
            Self::PolicyList => "policy-list",
            Self::Notifications => "notifications",
        }
    }

    /// Looks up the widget of a page.
    pub fn from_page(page: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|widget| widget.page() == page)
    }

    /// Returns the feature that the user of a session must be able to read.
    pub const fn feature(self) -> Feature {
        match self {
            Self::PolicyList => Feature::AllPolicies,
            Self::Notifications => Feature::CanViewMyNotifications,
        }
    }

    /// Returns whether a session can be limited to a contact.
    pub const fn has_contact(self) -> bool {
        match self {
            Self::PolicyList => true,
            Self::Notifications => false,
        }
    }

    /// Returns the calls of the widget, as method and path in the route table.
    pub fn calls(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own: &[(&str, &str)] = match self {
            Self::PolicyList => &[
                ("GET", "/allpolicy/columns"),
                ("POST", "/allpolicy/search"),
                ("POST", "/allpolicy/totals"),
            ],
            Self::Notifications => &[("GET", "/UserNotification/digest")],
        };
        own.iter().chain(EVERY_WIDGET).copied()
    }

    /// Returns whether an access token of the widget can make a call. `path` is the template of the route table.
    pub fn may_call(self, method: &str, path: &str) -> bool {
        self.calls().any(|call| call == (method, path))
    }

    /// Returns whether the page of any widget makes a call, with a client secret or an access token.
    pub fn page_may_call(method: &str, path: &str) -> bool {
        (method, path) == EXCHANGE || Self::ALL.iter().any(|widget| widget.may_call(method, path))
    }
}

impl Permissions {
    /// Keeps only read access to the feature of a widget.
    #[must_use]
    pub fn for_widget(mut self, widget: Widget) -> Self {
        let read = self.can_read(widget.feature());
        self.features = Features::default().with(widget.feature(), Access { read, write: false });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permission::{FirmUserType, Role};

    #[test]
    fn codes_match_the_names_in_json() {
        for widget in Widget::ALL {
            assert_eq!(serde_json::json!(widget), widget.code());
            assert_eq!(Widget::from_code(widget.code()), Some(*widget));
        }
        assert_eq!(Widget::from_code("accounts"), None);
    }

    #[test]
    fn widget_permissions_are_at_most_one_readable_feature() {
        for role in FirmUserType::ALL {
            let own = Permissions::of(Role::Firm(*role));
            for widget in Widget::ALL {
                let left = own.clone().for_widget(*widget);
                assert_eq!(left.scope, own.scope);
                for feature in Feature::ALL {
                    assert!(!left.can_write(feature));
                    let expected = feature == widget.feature() && own.can_read(feature);
                    assert_eq!(left.can_read(feature), expected, "{role:?} {feature:?}");
                }
            }
        }
    }

    #[test]
    fn a_widget_can_only_make_its_calls() {
        let list = Widget::PolicyList;
        assert!(list.may_call("POST", "/allpolicy/search"));
        assert!(list.may_call("DELETE", "/Embed/token"));
        for (method, path) in [
            ("GET", "/allpolicy/search"),
            ("POST", "/allpolicy/export"),
            ("POST", "/allannuity/search"),
            ("POST", "/allpolicy/search/"),
            ("POST", "/Embed/session"),
            ("GET", "/UserNotification/digest"),
        ] {
            assert!(!list.may_call(method, path), "{method} {path}");
        }
        assert!(Widget::page_may_call("POST", "/Embed/token") && !list.may_call("POST", "/Embed/token"));
        assert!(!Widget::page_may_call("POST", "/Embed/session"));
    }
}
