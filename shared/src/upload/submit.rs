//! Decides whether a previewed import can be submitted. The browser uses this rule to enable its button, and
//! the server checks it again.

use super::preview::Counts;
use super::question::Question;

/// Reason why an import cannot be submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmitBlocker {
    OpenQuestions,
    NothingToImport,
}

impl SubmitBlocker {
    /// Returns the stable code used in API errors.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OpenQuestions => "open_questions",
            Self::NothingToImport => "nothing_to_import",
        }
    }

    pub const fn message(self) -> &'static str {
        match self {
            Self::OpenQuestions => "Answer all questions about the file first.",
            Self::NothingToImport => "The file has nothing to import. Choose another file.",
        }
    }
}

/// Returns the reason why an import cannot be submitted, or `None` if it can. An import into a cohort can be
/// submitted even if it only adds unchanged contacts to the cohort.
pub fn submit_blocker(counts: &Counts, questions: &[Question], into_cohort: bool) -> Option<SubmitBlocker> {
    let existing = if into_cohort {
        counts.unchanged + counts.duplicate_in_firm
    } else {
        0
    };
    if questions.iter().any(|question| question.is_open) {
        Some(SubmitBlocker::OpenQuestions)
    } else if counts.new + counts.update + existing == 0 {
        Some(SubmitBlocker::NothingToImport)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upload::preview::RowOutcome;
    use crate::upload::question::QuestionKind;

    fn blocker(outcome: RowOutcome, into_cohort: bool) -> Option<SubmitBlocker> {
        let mut counts = Counts::default();
        counts.add(outcome, 2);
        submit_blocker(&counts, &[], into_cohort)
    }

    #[test]
    fn only_rows_that_the_import_uses_can_be_submitted() {
        for outcome in RowOutcome::ALL {
            let changes_contacts = matches!(outcome, RowOutcome::New | RowOutcome::Update);
            let is_existing = matches!(outcome, RowOutcome::Unchanged | RowOutcome::DuplicateInFirm);
            assert_eq!(blocker(outcome, false).is_none(), changes_contacts, "{outcome:?}");
            assert_eq!(
                blocker(outcome, true).is_none(),
                changes_contacts || is_existing,
                "{outcome:?} into a cohort"
            );
        }
        assert_eq!(
            blocker(RowOutcome::Error, true),
            Some(SubmitBlocker::NothingToImport)
        );
    }

    #[test]
    fn open_questions_block_submitting() {
        let mut counts = Counts::default();
        counts.add(RowOutcome::New, 1);
        let mut question = Question {
            id: QuestionKind::OwnerType.id(None),
            kind: QuestionKind::OwnerType,
            column: None,
            text: "Which type are these owners?".into(),
            samples: Vec::new(),
            choices: Vec::new(),
            answer: None,
            is_open: true,
        };
        assert_eq!(
            submit_blocker(&counts, std::slice::from_ref(&question), true),
            Some(SubmitBlocker::OpenQuestions)
        );
        question.is_open = false;
        assert_eq!(submit_blocker(&counts, &[question], false), None);
    }
}
