//! Widgets and the API calls that their access tokens permit.

use crate::hub::push;
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
    /// Totals of one saved report
    ReportTotals,
    /// Notifications of the user
    Notifications,
    /// Import of records from a file
    Import,
}

/// The call that exchanges a client secret for an access token.
const EXCHANGE: (&str, &str) = ("POST", "/Embed/token");
/// Calls that every widget may make, as method and route template. Widgets use the hub to learn about changed data.
const EVERY_WIDGET: &[(&str, &str)] = &[
    ("DELETE", "/Embed/token"),
    ("POST", "/notify/negotiate"),
    ("GET", "/notify"),
    ("POST", "/notify"),
    ("DELETE", "/notify"),
];

const READ: Access = Access {
    read: true,
    write: false,
};
const WRITE: Access = Access {
    read: true,
    write: true,
};

impl Widget {
    pub const ALL: &'static [Self] = &[
        Self::PolicyList,
        Self::ReportTotals,
        Self::Notifications,
        Self::Import,
    ];

    /// Returns the code in JSON and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::PolicyList => "policyList",
            Self::ReportTotals => "reportTotals",
            Self::Notifications => "notifications",
            Self::Import => "import",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|widget| widget.code() == code)
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::PolicyList => "Policy list",
            Self::ReportTotals => "Report totals",
            Self::Notifications => "Notifications",
            Self::Import => "Import",
        }
    }

    /// Returns the last path segment of the widget's page.
    pub const fn page(self) -> &'static str {
        match self {
            Self::PolicyList => "policy-list",
            Self::ReportTotals => "report-totals",
            Self::Notifications => "notifications",
            Self::Import => "import",
        }
    }

    /// Looks up a widget by the path segment of its page.
    pub fn from_page(page: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|widget| widget.page() == page)
    }

    /// Returns the features that the widget uses, with the maximum access it has to each.
    pub const fn features(self) -> &'static [(Feature, Access)] {
        match self {
            Self::PolicyList => &[(Feature::AllPolicies, READ)],
            Self::ReportTotals => &[
                (Feature::PolicyReports, READ),
                (Feature::ContactReports, READ),
                (Feature::AllPolicies, READ),
                (Feature::Annuities, READ),
                (Feature::Contacts, READ),
            ],
            Self::Notifications => &[(Feature::CanViewMyNotifications, READ)],
            Self::Import => &[
                (Feature::ImportData, WRITE),
                (Feature::AllPolicies, WRITE),
                (Feature::Annuities, WRITE),
            ],
        }
    }

    /// Returns whether a user with these permissions can use the widget. Does not check the session's report
    /// and scopes.
    pub fn is_usable_with(self, permissions: &Permissions) -> bool {
        match self {
            Self::PolicyList => permissions.can_read(Feature::AllPolicies),
            Self::ReportTotals => {
                permissions.can_read(Feature::PolicyReports) || permissions.can_read(Feature::ContactReports)
            }
            Self::Notifications => permissions.can_read(Feature::CanViewMyNotifications),
            Self::Import => permissions.can_write(Feature::ImportData),
        }
    }

    /// Returns whether a session can be limited to a contact.
    pub const fn has_contact(self) -> bool {
        matches!(self, Self::PolicyList)
    }

    /// Returns whether sessions of the widget refer to a saved report.
    pub const fn has_report(self) -> bool {
        matches!(self, Self::ReportTotals)
    }

    /// Returns the calls that the widget may make, as method and route template.
    pub fn calls(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own: &[(&str, &str)] = match self {
            Self::PolicyList => &[
                ("GET", "/allpolicy/columns"),
                ("POST", "/allpolicy/search"),
                ("POST", "/allpolicy/totals"),
            ],
            Self::ReportTotals => &[
                ("GET", "/report/{reportUuid}"),
                ("POST", "/report/{reportUuid}/totals"),
            ],
            Self::Notifications => &[("GET", "/UserNotification/digest")],
            Self::Import => &[
                ("POST", "/Cohort/bulk/map/{uploadType}/firm/{firmId}"),
                ("GET", "/Cohort/bulk/{storageGuid}"),
                ("POST", "/Cohort/bulk/preview/{storageGuid}"),
                ("POST", "/Cohort/bulk/submit/{storageGuid}/cohort/{cohortId}"),
                ("GET", "/Cohort/bulk/{storageGuid}/rejected"),
                ("DELETE", "/Cohort/bulk/{storageGuid}"),
            ],
        };
        own.iter().chain(EVERY_WIDGET).copied()
    }

    /// Returns whether an access token of the widget permits a call. `path` is the route template.
    pub fn may_call(self, method: &str, path: &str) -> bool {
        self.calls().any(|call| call == (method, path))
    }

    /// Returns whether a page of any widget makes this call, with a client secret or an access token. `path` is
    /// the actual path of the request.
    pub fn page_may_call(method: &str, path: &str) -> bool {
        let is_asked = |call: (&str, &str)| call.0 == method && is_path_of(path, call.1);
        is_asked(EXCHANGE) || Self::ALL.iter().any(|widget| widget.calls().any(is_asked))
    }

    /// Returns what the hub sends to the widget in place of a portal push with this target.
    pub fn push_for(self, target: &str) -> WidgetPush {
        match (self, target) {
            // Added contracts of an import are announced only by its progress.
            (Self::PolicyList, push::RECORD_CHANGED | push::JOB_PROGRESS)
            | (Self::ReportTotals, push::REPORT_TOTALS) => WidgetPush::Stale,
            (Self::Notifications, push::USER_NOTIFICATIONS) | (Self::Import, push::JOB_PROGRESS) => {
                WidgetPush::Whole
            }
            _ => WidgetPush::Nothing,
        }
    }
}

/// Returns whether a path matches a route template. Parameters in braces match any non-empty segment.
fn is_path_of(path: &str, template: &str) -> bool {
    let (mut segments, mut expected) = (path.split('/'), template.split('/'));
    loop {
        match (segments.next(), expected.next()) {
            (None, None) => return true,
            (Some(segment), Some(parameter)) if parameter.starts_with('{') && !segment.is_empty() => {}
            (Some(segment), Some(name)) if segment == name => {}
            _ => return false,
        }
    }
}

/// Form in which a widget receives a portal push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WidgetPush {
    /// The unchanged portal push.
    Whole,
    /// Only [`push::WIDGET_STALE`], which names no record, because the widget may show fewer records than its
    /// user can see.
    Stale,
    Nothing,
}

impl Permissions {
    /// Limits the permissions to those that the widget uses.
    #[must_use]
    pub fn for_widget(mut self, widget: Widget) -> Self {
        let own = widget.features().iter().map(|(feature, most)| {
            let access = Access {
                read: most.read && self.can_read(*feature),
                write: most.write && self.can_write(*feature),
            };
            (*feature, access)
        });
        self.features = own.fold(Features::default(), |features, (feature, access)| {
            features.with(feature, access)
        });
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
            assert_eq!(Widget::from_page(widget.page()), Some(*widget));
        }
        assert_eq!(Widget::from_code("accounts"), None);
    }

    #[test]
    fn widget_permissions_are_a_subset_of_the_users() {
        for role in FirmUserType::ALL {
            let own = Permissions::of(Role::Firm(*role));
            for widget in Widget::ALL {
                let left = own.clone().for_widget(*widget);
                assert_eq!(left.scope, own.scope);
                for feature in Feature::ALL {
                    let most = widget.features().iter().find(|(used, _)| *used == feature);
                    let (read, write) = most.map_or((false, false), |(_, most)| (most.read, most.write));
                    assert_eq!(
                        left.can_read(feature),
                        read && own.can_read(feature),
                        "{role:?} {feature:?}"
                    );
                    assert_eq!(
                        left.can_write(feature),
                        write && own.can_write(feature),
                        "{role:?} {feature:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_the_import_widget_writes() {
        for widget in Widget::ALL {
            let writes = widget.features().iter().any(|(_, access)| access.write);
            assert_eq!(writes, *widget == Widget::Import, "{widget:?}");
        }
    }

    #[test]
    fn widget_may_make_only_its_own_calls() {
        let list = Widget::PolicyList;
        assert!(list.may_call("POST", "/allpolicy/search"));
        assert!(list.may_call("DELETE", "/Embed/token"));
        assert!(list.may_call("POST", "/notify/negotiate"));
        for (method, path) in [
            ("GET", "/allpolicy/search"),
            ("POST", "/allpolicy/export"),
            ("POST", "/allannuity/search"),
            ("POST", "/allpolicy/search/"),
            ("POST", "/Embed/session"),
            ("GET", "/UserNotification/digest"),
            ("GET", "/report/{reportUuid}"),
            ("POST", "/Cohort/bulk/map/{uploadType}/firm/{firmId}"),
        ] {
            assert!(!list.may_call(method, path), "{method} {path}");
        }
        assert!(Widget::page_may_call("POST", "/Embed/token") && !list.may_call("POST", "/Embed/token"));
        assert!(!Widget::page_may_call("POST", "/Embed/session"));
    }

    #[test]
    fn matches_paths_with_parameters() {
        for (path, may_call) in [
            ("/report/01936d0e/totals", true),
            ("/report//totals", false),
            ("/report/01936d0e/totals/", false),
            ("/report/01936d0e/export", false),
            ("/report/01936d0e", false),
            ("/Cohort/bulk/map/1/firm/7", true),
            ("/Cohort/bulk/map/1/firm", false),
        ] {
            assert_eq!(Widget::page_may_call("POST", path), may_call, "{path}");
        }
    }

    #[test]
    fn widget_receives_only_pushes_that_it_shows() {
        let targets = [
            push::TRANSIENT_NOTIFICATION,
            push::USER_NOTIFICATIONS,
            push::REPORT_TOTALS,
            push::JOB_PROGRESS,
            push::RECORD_CHANGED,
        ];
        let sent = [
            (Widget::PolicyList, push::RECORD_CHANGED, WidgetPush::Stale),
            (Widget::PolicyList, push::JOB_PROGRESS, WidgetPush::Stale),
            (Widget::ReportTotals, push::REPORT_TOTALS, WidgetPush::Stale),
            (Widget::Notifications, push::USER_NOTIFICATIONS, WidgetPush::Whole),
            (Widget::Import, push::JOB_PROGRESS, WidgetPush::Whole),
        ];
        for widget in Widget::ALL {
            for target in targets {
                let expected = sent.iter().find(|(to, of, _)| (to, *of) == (widget, target));
                let expected = expected.map_or(WidgetPush::Nothing, |(_, _, push)| *push);
                assert_eq!(widget.push_for(target), expected, "{widget:?} {target}");
            }
        }
    }
}
