//! Records with activity and documents: contacts and contracts.

use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::records::contact;
use crate::records::contract::InDatabase;
use diesel_async::AsyncPgConnection;
use shared::contact::ContactKind;
use shared::contract::{Annuity, Line, Policy};
use shared::list::ListName;
use shared::permission::Feature;
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectKind {
    Contact(ContactKind),
    Contract(Line),
}

impl SubjectKind {
    pub const ALL: [Self; 5] = [
        Self::Contact(ContactKind::Agent),
        Self::Contact(ContactKind::Owner),
        Self::Contact(ContactKind::Insured),
        Self::Contract(Line::Life),
        Self::Contract(Line::Annuity),
    ];

    /// Name of the kind, such as `agent` or `policy`, in messages and in the audit log.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Contact(kind) => kind.noun(),
            Self::Contract(Line::Life) => Policy::NOUN,
            Self::Contract(Line::Annuity) => Annuity::NOUN,
        }
    }

    /// Feature needed to read the record.
    pub fn feature(self) -> Feature {
        self.list().spec().feature
    }

    /// List that contains the record.
    pub fn list(self) -> ListName {
        match self {
            Self::Contact(kind) => ListName::of_contacts(kind),
            Self::Contract(line) => ListName::of_contracts(line),
        }
    }

    /// Path of the record.
    pub fn path(self) -> &'static str {
        match self {
            Self::Contact(ContactKind::Agent) => "/FirmAgent/agent/{uuid}",
            Self::Contact(ContactKind::Owner) => "/FirmOwner/owner/{uuid}",
            Self::Contact(ContactKind::Insured) => "/FirmInsured/insured/{uuid}",
            Self::Contract(Line::Life) => "/allpolicy/{policyUuid}",
            Self::Contract(Line::Annuity) => "/allannuity/{annuityUuid}",
        }
    }

    /// Fails with `ApiError::NotFound` if the record does not exist or is not visible to the viewer.
    pub async fn must_see(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> ApiResult<()> {
        let is_seen = match self {
            Self::Contact(kind) => contact::find(connection, viewer, kind, uuid).await?.is_some(),
            Self::Contract(Line::Life) => Policy::find(connection, viewer, uuid).await?.is_some(),
            Self::Contract(Line::Annuity) => Annuity::find(connection, viewer, uuid).await?.is_some(),
        };
        if is_seen {
            Ok(())
        } else {
            Err(ApiError::NotFound(self.noun()))
        }
    }
}
