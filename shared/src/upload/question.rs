//! What a file leaves open: it is asked, never guessed.

use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum QuestionKind {
    /// Whether the month, the day or the year comes first.
    DateOrder,
    /// Which century years of two digits are of.
    Century,
    /// From which day a spreadsheet counted the days.
    Epoch,
    /// What organisations are whose name does not say it.
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

    /// The question's id: about one column, or about the file.
    pub fn id(self, column: Option<u32>) -> String {
        match column {
            Some(column) => format!("{}:{column}", self.code()),
            None => self.code().into(),
        }
    }
}

/// One way of answering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionChoice {
    pub code: String,
    pub label: String,
    /// Values that can be read this way.
    pub rows: u32,
}

/// Something that the whole column leaves open, or that was found out from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Question {
    /// What [`Answer::question`] names.
    pub id: String,
    pub kind: QuestionKind,
    /// None for a question about the file.
    pub column: Option<u32>,
    /// One sentence.
    pub text: String,
    /// Values as they are written.
    pub samples: Vec<String>,
    pub choices: Vec<QuestionChoice>,
    /// The choice that holds: what was answered, or what every value of the column shows.
    pub answer: Option<String>,
    /// Nothing is submitted before it is answered.
    pub is_open: bool,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answer {
    pub question: String,
    /// The code of a [`QuestionChoice`].
    pub choice: String,
}
