//! Loads, locks and displays an insured's stored requests.

use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::medical::document::Listed;
use crate::records::medical::letter::StoredLetter;
use crate::records::medical::request::StoredRequest;
use crate::records::medical::{document, letter, request};
use crate::records::party;
use crate::records::subject::SubjectKind;
use crate::routes::changed::confidentially_changed;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::json;
use shared::contact::ContactKind;
use shared::contract::MedicalRequestState::{self, Cancelled, Draft, Refused};
use shared::medical::{
    LetterMethod, LetterState, LetterStep, MedicalDocument, MedicalDocumentKind, MedicalLetter,
    MedicalRecord, MedicalRequest, MedicalRequestType, ViewReason, due_work, gaps, is_open, may_close,
    may_receive, next_step_on, progress_label,
};
use shared::problem::Findings;
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) const SUBJECT: SubjectKind = SubjectKind::Contact(ContactKind::Insured);

/// Why the viewer opens medical data.
#[derive(Deserialize, IntoParams)]
pub(super) struct Reason {
    /// `ViewReason` code: `Request`, `Underwriting`, `PolicyReview`, `Claim` or `ClientQuestion`
    #[param(value_type = String, required = true)]
    pub reason: Option<String>,
}

impl Reason {
    /// Returns the reason, or `None` if there is none.
    pub fn given(&self) -> ApiResult<Option<ViewReason>> {
        match self.reason {
            Some(_) => self.required().map(Some),
            None => Ok(None),
        }
    }

    pub fn required(&self) -> ApiResult<ViewReason> {
        let reason = self.reason.as_deref().and_then(ViewReason::from_code);
        reason.ok_or_else(|| {
            let mut findings = Findings::default();
            let message = "Choose why you open the medical data.";
            findings.fault("reason", "required", message);
            ApiError::Invalid(findings.0)
        })
    }
}

/// Records that the viewer sees an insured's requests. `reason` is `None` for repeated requests, which change
/// nothing.
pub(super) async fn note_view(
    transaction: &mut Transaction,
    viewer: &Viewer,
    insured: Uuid,
    reason: Option<ViewReason>,
) -> ApiResult<()> {
    note_views(transaction, viewer, [insured], reason).await
}

/// Records that the viewer sees requests of several insureds.
pub(super) async fn note_views(
    transaction: &mut Transaction,
    viewer: &Viewer,
    insureds: impl IntoIterator<Item = Uuid>,
    reason: Option<ViewReason>,
) -> ApiResult<()> {
    let details = json!({ "reason": reason.map(ViewReason::code) });
    let entries = insureds.into_iter().map(|insured| {
        let subject = (SUBJECT.noun(), Some(insured));
        (subject.into(), details.clone())
    });
    Ok(audit::record_each(transaction, viewer, "viewMedical", entries.collect()).await?)
}

/// An insured's requests as stored.
pub(super) struct Loaded {
    pub insured: Uuid,
    pub requests: Vec<StoredRequest>,
    letters: Vec<StoredLetter>,
    documents: Vec<Listed>,
}

pub(super) async fn load(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    insured: Uuid,
) -> ApiResult<Loaded> {
    let (sealer, subject) = (&app.medical.sealer, (viewer.firm.id, insured));
    let requests = request::of_insured(transaction, sealer, subject).await?;
    let uuids: Vec<Uuid> = requests.iter().map(|request| request.uuid).collect();
    Ok(Loaded {
        insured,
        letters: letter::of_requests(transaction, viewer.firm.id, &uuids).await?,
        documents: document::of_insured(transaction, sealer, subject).await?,
        requests,
    })
}

/// Locks the insured, so that its requests change one at a time, and loads them.
pub(super) async fn hold(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    insured: Uuid,
) -> ApiResult<Loaded> {
    party::hold_contacts(transaction, viewer, vec![insured]).await?;
    SUBJECT.must_see(transaction, viewer, insured).await?;
    load(transaction, app, viewer, insured).await
}

/// Fails with `ApiError::Conflict` if a request or letter was changed since the caller read it.
pub(super) fn must_be_current(is_current: bool) -> ApiResult<()> {
    if is_current {
        Ok(())
    } else {
        Err(ApiError::Conflict(Box::default()))
    }
}

impl Loaded {
    pub fn request(&self, uuid: Uuid) -> ApiResult<&StoredRequest> {
        let mut requests = self.requests.iter();
        requests
            .find(|request| request.uuid == uuid)
            .ok_or(ApiError::NotFound("request"))
    }

    /// Returns a letter of a request.
    pub fn letter(&self, request: Uuid, uuid: Uuid) -> ApiResult<&StoredLetter> {
        let mut letters = self.letters_of(request);
        letters
            .find(|letter| letter.uuid == uuid)
            .ok_or(ApiError::NotFound("letter"))
    }

    /// Returns the state of the latest letter of a request.
    pub fn latest_letter(&self, request: Uuid) -> Option<LetterState> {
        self.letters_of(request).last().and_then(StoredLetter::state)
    }

    /// Returns whether an authorization was uploaded for the insured.
    pub fn has_authorization(&self, uuid: Uuid) -> bool {
        let mut authorizations = self.of_kind(MedicalDocumentKind::Authorization);
        authorizations.any(|document| document.document_id == uuid)
    }

    fn letters_of(&self, request: Uuid) -> impl Iterator<Item = &StoredLetter> {
        self.letters
            .iter()
            .filter(move |letter| letter.request == request)
    }

    fn of_kind(&self, kind: MedicalDocumentKind) -> impl Iterator<Item = &MedicalDocument> {
        let listed = self.documents.iter().filter(move |listed| listed.kind == kind);
        listed.map(|listed| &listed.document)
    }

    pub fn shown(&self, today: Date) -> MedicalRecord {
        MedicalRecord {
            insured_uuid: self.insured,
            requests: self
                .requests
                .iter()
                .map(|request| self.shown_request(request, today))
                .collect(),
            authorizations: self
                .of_kind(MedicalDocumentKind::Authorization)
                .cloned()
                .collect(),
        }
    }

    fn shown_request(&self, request: &StoredRequest, today: Date) -> MedicalRequest {
        let (state, content) = (request.state, &request.content);
        let is_waiting = state == Draft || is_open(state);
        let letter = self.letters_of(request.uuid).last();
        let letter_state = letter.and_then(StoredLetter::state);
        let work = due_work(state, request.due_on, letter_state, today);
        let mut letters = self.letters_of(request.uuid);
        let has_left = letters
            .next()
            .is_none_or(|first| first.state() == Some(LetterState::Sent));
        let records = self.documents.iter().filter(|listed| {
            listed.kind == MedicalDocumentKind::Record && listed.request == Some(request.uuid)
        });
        MedicalRequest {
            uuid: request.uuid,
            version: request.version,
            state: state.code().into(),
            state_label: progress_label(state, letter_state.zip(letter.and_then(StoredLetter::method))),
            request_type: content.request_type.clone(),
            request_type_label: MedicalRequestType::label_of(&content.request_type),
            provider: content.provider.clone(),
            date_from: content.date_from,
            date_to: content.date_to,
            purpose: content.purpose.clone(),
            deliver_by: content.deliver_by,
            notes: content.notes.clone(),
            authorization: content.authorization.clone(),
            gaps: if is_waiting {
                gaps(content, today)
            } else {
                Vec::new()
            },
            sent_on: request.sent_on.filter(|_| has_left),
            due_on: next_step_on(
                request.due_on,
                letter_state.zip(letter.map(|letter| letter.letter_date)),
            ),
            due_work: work.map(|work| work.code().into()),
            next_letter: LetterStep::next(state).map(|step| step.label().into()),
            can_receive: may_receive(state),
            can_refuse: may_close(state, Refused),
            can_cancel: may_close(state, Cancelled),
            closed_because: content.closed_because.clone(),
            letters: self
                .letters_of(request.uuid)
                .filter_map(|letter| self.shown_letter(letter))
                .collect(),
            records: records.map(|listed| listed.document.clone()).collect(),
            created_by: request.created_by.clone(),
            created_at: request.created_at,
        }
    }

    fn shown_letter(&self, letter: &StoredLetter) -> Option<MedicalLetter> {
        let mut documents = self.of_kind(MedicalDocumentKind::Letter);
        let document = documents.find(|document| document.document_id == letter.document)?;
        let sent_by = letter.sent_by.as_ref();
        Some(MedicalLetter {
            uuid: letter.uuid,
            version: letter.version,
            step_label: LetterStep::label_of(&letter.step),
            method_label: LetterMethod::label_of(&letter.method),
            method: letter.method.clone(),
            state_label: LetterState::label_of(&letter.state),
            state: letter.state.clone(),
            letter_date: letter.letter_date,
            sent_on: letter.sent_on,
            sent_by: sent_by.map(|(first, last)| format!("{first} {last}")),
            failure: letter.failure_label(),
            document: document.clone(),
        })
    }
}

/// Records a change, notifies the insured's open pages, and returns the insured's requests.
pub(super) async fn saved(
    transaction: &mut Transaction,
    app: &App,
    viewer: &Viewer,
    insured: Uuid,
    (action, about): (&str, &str),
) -> ApiResult<MedicalRecord> {
    let loaded = load(transaction, app, viewer, insured).await?;
    let details = json!({ "about": about });
    let subject = (SUBJECT.noun(), insured);
    confidentially_changed(transaction, viewer, action, subject, details).await?;
    Ok(loaded.shown(viewer.today(app.clock)))
}

/// Builds the error for a state that does not allow an action.
pub(super) fn wrong_state(code: &'static str, state: MedicalRequestState, cannot: &str) -> ApiError {
    ApiError::Refused {
        code,
        message: format!("A request in the state {} {cannot}.", state.label()),
    }
}
