//! Sessions of widgets. A partner's backend creates a session, and the page of the widget exchanges its client secret for
//! an access token.

use super::origin;
use super::scope::EmbedScope;
use super::widget::Widget;
use crate::contact::ContactKind;
use crate::problem::{FieldProblem, Findings};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use uuid::Uuid;

/// Allowed lifetimes of a session, in seconds.
pub const TTL_SECONDS: RangeInclusive<u32> = 10..=900;
const DEFAULT_TTL_SECONDS: u32 = 600;
const MAX_KEY_CHARS: usize = 100;

/// Request of a partner's backend to create a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmbedSessionRequest {
    pub widget: Widget,
    /// Key of the firm's user whose rows the widget shows
    pub user_key: String,
    /// Origin of the page that embeds the widget. One of the partner's origins
    pub origin: String,
    /// With `contactUuid`: limits the widget to the contracts of this contact
    #[serde(default)]
    pub contact_type: Option<ContactKind>,
    #[serde(default)]
    pub contact_uuid: Option<Uuid>,
    /// The saved report that `reportTotals` shows. The user must be able to open it
    #[serde(default)]
    pub report_uuid: Option<Uuid>,
    /// Actions that the widget can take. `import` needs at least one
    #[serde(default)]
    pub scopes: Vec<EmbedScope>,
    /// 10 to 900. Default: 600
    #[serde(default = "default_ttl")]
    pub ttl_seconds: u32,
}

fn default_ttl() -> u32 {
    DEFAULT_TTL_SECONDS
}

/// Returns the request with its origin in stored form, and its validation errors.
pub fn check_session(mut request: EmbedSessionRequest) -> (EmbedSessionRequest, Vec<FieldProblem>) {
    let mut findings = Findings::default();
    if !TTL_SECONDS.contains(&request.ttl_seconds) {
        findings.fault("ttlSeconds", "out_of_range", "Use 10 to 900 seconds.");
    }
    if !(1..=MAX_KEY_CHARS).contains(&request.user_key.len()) || request.user_key.contains('\0') {
        findings.fault("userKey", "length", "Use the key of a user of the firm.");
    }
    if request.contact_type.is_some() != request.contact_uuid.is_some() {
        findings.fault(
            "contactUuid",
            "incomplete",
            "Use contactType and contactUuid together.",
        );
    }
    if request.contact_uuid.is_some() && !request.widget.has_contact() {
        findings.fault(
            "contactUuid",
            "not_supported",
            "This widget cannot be limited to a contact.",
        );
    }
    if request.report_uuid.is_some() != request.widget.has_report() {
        let (code, message) = if request.widget.has_report() {
            ("required", "Use reportUuid to name a saved report.")
        } else {
            ("not_supported", "This widget shows no report.")
        };
        findings.fault("reportUuid", code, message);
    }
    request.scopes.sort_unstable();
    request.scopes.dedup();
    if request
        .scopes
        .iter()
        .any(|scope| scope.widget() != request.widget)
    {
        findings.fault(
            "scopes",
            "not_supported",
            "This widget does not have these scopes.",
        );
    } else if request.scopes.is_empty() && request.widget == Widget::Import {
        findings.fault("scopes", "required", "Use scopes to name the records to import.");
    }
    if let Some(origin) = findings.take("origin", origin::normalize(&request.origin)) {
        request.origin = origin;
    }
    (request, findings.0)
}

/// A new session. Its client secret can be used once, by a page of the widget below the session's origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientSecret {
    /// Never store or log it
    pub client_secret: String,
    /// When the session ends
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub expires_at: jiff::Timestamp,
}

/// Request of an administrator to preview a widget in the portal, as themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmbedPreviewRequest {
    pub widget: Widget,
    /// The saved report that `reportTotals` shows
    #[serde(default)]
    pub report_uuid: Option<Uuid>,
    /// Actions that the widget can take. `import` needs at least one
    #[serde(default)]
    pub scopes: Vec<EmbedScope>,
}

impl EmbedPreviewRequest {
    /// Returns a request for a session that runs as the administrator, embedded in a page of the portal.
    pub fn into_session(self, user_key: String, portal: String) -> EmbedSessionRequest {
        EmbedSessionRequest {
            widget: self.widget,
            user_key,
            origin: portal,
            contact_type: None,
            contact_uuid: None,
            report_uuid: self.report_uuid,
            scopes: self.scopes,
            ttl_seconds: default_ttl(),
        }
    }
}

/// Request of a widget's page to exchange its client secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmbedTokenRequest {
    pub widget: Widget,
    /// Origin of the embedding page, as reported by the browser
    pub origin: String,
}

/// Access token of a widget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmbedToken {
    pub access_token: String,
    /// Seconds until the session ends. The clock of the browser may be wrong.
    pub expires_in: u32,
    pub firm_id: i32,
    /// The report that the widget shows
    pub report_uuid: Option<Uuid>,
    pub scopes: Vec<EmbedScope>,
}

/// A session, as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmbedSession {
    pub uuid: Uuid,
    pub widget: String,
    pub user_name: String,
    pub origin: String,
    /// Name of the contact that the session is limited to, or of its report
    pub subject_name: Option<String>,
    /// The last four characters of the key that created the session. Null for a preview in the portal
    pub key_ending: Option<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub created_at: jiff::Timestamp,
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub expires_at: jiff::Timestamp,
    /// When the client secret was used
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = DateTime))]
    pub opened_at: Option<jiff::Timestamp>,
    /// Why the client secret was refused
    pub refusal: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> EmbedSessionRequest {
        serde_json::from_value(serde_json::json!({
            "widget": "policyList", "userKey": "u1", "origin": "HTTPS://www.example.com:443/" }))
        .unwrap()
    }

    fn fields(request: EmbedSessionRequest) -> Vec<String> {
        let (_, faults) = check_session(request);
        faults.into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn normalizes_the_origin_and_lasts_ten_minutes_by_default() {
        let (request, faults) = check_session(request());
        assert_eq!(faults, []);
        assert_eq!(request.origin, "https://www.example.com");
        assert_eq!(request.ttl_seconds, 600);
    }

    #[test]
    fn limits_the_lifetime_of_a_session() {
        for (ttl_seconds, faults) in [(9, 1), (10, 0), (900, 0), (901, 1)] {
            let request = EmbedSessionRequest {
                ttl_seconds,
                ..request()
            };
            assert_eq!(fields(request).len(), faults, "{ttl_seconds}");
        }
    }

    #[test]
    fn rejects_incomplete_and_invalid_values() {
        let half = EmbedSessionRequest {
            contact_uuid: Some(Uuid::nil()),
            ..request()
        };
        assert_eq!(fields(half), ["contactUuid"]);
        let unlimited = EmbedSessionRequest {
            widget: Widget::Notifications,
            contact_type: Some(ContactKind::Owner),
            contact_uuid: Some(Uuid::nil()),
            ..request()
        };
        assert_eq!(fields(unlimited), ["contactUuid"]);
        let report = EmbedSessionRequest {
            report_uuid: Some(Uuid::nil()),
            ..request()
        };
        assert_eq!(fields(report.clone()), ["reportUuid"]);
        let no_report = EmbedSessionRequest {
            widget: Widget::ReportTotals,
            ..request()
        };
        assert_eq!(fields(no_report), ["reportUuid"]);
        let totals = EmbedSessionRequest {
            widget: Widget::ReportTotals,
            ..report
        };
        assert_eq!(fields(totals), [""; 0]);
        let invalid = EmbedSessionRequest {
            user_key: String::new(),
            origin: "null".into(),
            ..request()
        };
        assert_eq!(fields(invalid), ["userKey", "origin"]);
    }

    #[test]
    fn import_requires_scopes_and_other_widgets_have_none() {
        let import = |scopes: &[EmbedScope]| EmbedSessionRequest {
            widget: Widget::Import,
            scopes: scopes.to_vec(),
            ..request()
        };
        assert_eq!(fields(import(&[])), ["scopes"]);
        let repeated = [
            EmbedScope::ImportPolicies,
            EmbedScope::ImportAgents,
            EmbedScope::ImportPolicies,
        ];
        let (checked, faults) = check_session(import(&repeated));
        assert_eq!(faults, []);
        assert_eq!(
            checked.scopes,
            [EmbedScope::ImportAgents, EmbedScope::ImportPolicies]
        );
        let list = EmbedSessionRequest {
            scopes: vec![EmbedScope::ImportAgents],
            ..request()
        };
        assert_eq!(fields(list), ["scopes"]);
    }
}
