//! Support requests from users to their firm.

use crate::problem::{FieldProblem, Findings};
use crate::text::{clean, clean_lines};
use serde::{Deserialize, Serialize};

const MAX_SUBJECT: usize = 150;
const MAX_MESSAGE: usize = 5_000;

/// A question to the support of the firm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SupportRequest {
    /// 1 to 150 characters.
    pub subject: String,
    /// 1 to 5,000 characters, line breaks included.
    pub message: String,
}

/// Cleans and checks a request.
///
/// # Errors
/// Returns an error with the code `length` for each text that is empty or too long.
pub fn normalize(input: &SupportRequest) -> Result<SupportRequest, Vec<FieldProblem>> {
    let request = SupportRequest {
        subject: clean(&input.subject),
        message: clean_lines(&input.message),
    };
    let mut findings = Findings::default();
    findings.required_text("subject", &request.subject, MAX_SUBJECT, "a subject");
    findings.required_text("message", &request.message, MAX_MESSAGE, "a message");
    if findings.0.is_empty() {
        Ok(request)
    } else {
        Err(findings.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(subject: &str, message: &str) -> Vec<String> {
        let request = SupportRequest {
            subject: subject.into(),
            message: message.into(),
        };
        let problems = normalize(&request).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn requires_a_subject_and_a_message_within_their_limits() {
        assert_eq!(faults("Export", "It stops."), [""; 0]);
        assert_eq!(faults(" ", "\n\n"), ["subject", "message"]);
        assert_eq!(faults(&"é".repeat(150), &"é".repeat(5_000)), [""; 0]);
        assert_eq!(
            faults(&"x".repeat(151), &"x".repeat(5_001)),
            ["subject", "message"]
        );
    }

    #[test]
    fn subject_is_a_single_line() {
        let request = SupportRequest {
            subject: " Export\r\nBcc: everyone@example.com ".into(),
            message: "First.\r\nSecond.".into(),
        };
        let normalized = normalize(&request).unwrap();
        assert_eq!(normalized.subject, "Export Bcc: everyone@example.com");
        assert_eq!(normalized.message, "First.\nSecond.");
    }
}
