//! Questions about a file that the user must answer because the data is ambiguous.

use serde::{Deserialize, Serialize};

/// Subject of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum QuestionKind {
    /// Order of day, month and year.
    DateOrder,
    /// Century of years with two digits.
    Century,
    /// First day of serial dates.
    Epoch,
    /// Owner type of organizations whose name does not indicate one.
    OwnerType,
}

impl QuestionKind {
    const fn code(self) -> &'static str {
        match self {
            Self::DateOrder => "dateOrder",
            Self::Century => "century",
            Self::Epoch => "epoch",
            Self::OwnerType => "ownerType",
        }
    }

    /// Returns the id of a question about a column, or about the file if `column` is `None`.
    pub fn id(self, column: Option<u32>) -> String {
        match column {
            Some(column) => format!("{}:{column}", self.code()),
            None => self.code().into(),
        }
    }
}

/// A possible answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionChoice {
    pub code: String,
    pub label: String,
    /// Number of values that fit this answer.
    pub rows: u32,
}

/// A question about a column or file, with the answer if the user gave one or the data is unambiguous.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Question {
    /// Referenced by [`Answer::question`].
    pub id: String,
    pub kind: QuestionKind,
    /// Null for a question about the file.
    pub column: Option<u32>,
    /// One sentence.
    pub text: String,
    /// Values from the file.
    pub samples: Vec<String>,
    pub choices: Vec<QuestionChoice>,
    /// Code of the current choice, given by the user or detected.
    pub answer: Option<String>,
    /// The import cannot be submitted while a question is open.
    pub is_open: bool,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answer {
    pub question: String,
    /// [`QuestionChoice`] code.
    pub choice: String,
}
