//! Records with activity and documents: contacts and contracts.

use crate::auth::{Sight, Viewer};
use crate::error::{ApiError, ApiResult};
use crate::list::statement::{Bind, Statement};
use crate::list::{Rows, Source, write_visible};
use crate::records::contract::InDatabase;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use shared::contact::ContactKind;
use shared::contract::{Annuity, Line, Policy};
use shared::list::ListName;
use shared::permission::Feature;
use std::slice::from_ref;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Integer)]
    place: i32,
}

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

    /// Returns the noun for the record type, such as `agent` or `policy`, for messages and the audit log.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Contact(kind) => kind.noun(),
            Self::Contract(Line::Life) => Policy::NOUN,
            Self::Contract(Line::Annuity) => Annuity::NOUN,
        }
    }

    /// Returns the feature needed to read the record.
    pub fn feature(self) -> Feature {
        self.list().spec().feature
    }

    /// Returns the list that contains the record.
    pub fn list(self) -> ListName {
        match self {
            Self::Contact(kind) => ListName::of_contacts(kind),
            Self::Contract(line) => ListName::of_contracts(line),
        }
    }

    /// Returns the record's path.
    pub fn path(self) -> &'static str {
        match self {
            Self::Contact(ContactKind::Agent) => "/FirmAgent/agent/{uuid}",
            Self::Contact(ContactKind::Owner) => "/FirmOwner/owner/{uuid}",
            Self::Contact(ContactKind::Insured) => "/FirmInsured/insured/{uuid}",
            Self::Contract(Line::Life) => "/allpolicy/{policyUuid}",
            Self::Contract(Line::Annuity) => "/allannuity/{annuityUuid}",
        }
    }

    /// Fails with `ApiError::NotFound` if the record does not exist or the viewer cannot open it.
    pub async fn must_see(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> ApiResult<()> {
        if self.is_among(connection, &viewer.sight(), uuid).await? {
            Ok(())
        } else {
            Err(ApiError::NotFound(self.noun()))
        }
    }

    /// Fails with `ApiError::NotFound` if the record does not exist or the viewer cannot open its documents.
    pub async fn must_see_documents(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> ApiResult<()> {
        if self.opens_documents(connection, viewer, uuid).await? {
            Ok(())
        } else {
            Err(ApiError::NotFound(self.noun()))
        }
    }

    /// Returns whether the record exists and the viewer can open its documents.
    pub async fn opens_documents(
        self,
        connection: &mut AsyncPgConnection,
        viewer: &Viewer,
        uuid: Uuid,
    ) -> QueryResult<bool> {
        self.is_among(connection, &viewer.document_sight(), uuid).await
    }

    /// Returns whether the record exists and is visible in `sight`.
    pub async fn is_among(
        self,
        connection: &mut AsyncPgConnection,
        sight: &Sight<'_>,
        uuid: Uuid,
    ) -> QueryResult<bool> {
        let found = self.visible_to(connection, from_ref(sight), uuid).await?;
        Ok(!found.is_empty())
    }

    /// Returns the indexes of the sights whose rows include the record.
    pub async fn visible_to(
        self,
        connection: &mut AsyncPgConnection,
        sights: &[Sight<'_>],
        uuid: Uuid,
    ) -> QueryResult<Vec<usize>> {
        if sights.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = Statement::default();
        for (place, sight) in sights.iter().enumerate() {
            if place > 0 {
                statement.sql(" UNION ALL ");
            }
            let source = Source::of(self.list(), sight.scope);
            statement
                .sql(&format!(
                    "SELECT {place} AS place FROM {} t WHERE t.deleted_at IS NULL AND t.firm_id = ",
                    source.table
                ))
                .bind(Bind::Integer(sight.firm_id))
                .sql(" AND t.uuid = ")
                .bind(Bind::Uuid(uuid));
            if let Some(kind) = source.kind {
                statement.sql(&format!(" AND t.kind = {kind}"));
            }
            write_visible(&mut statement, self.list(), sight, Rows::Few);
        }
        // The SQL text depends on the firm's users, so it is unlikely to recur.
        statement.is_rare |= sights.len() > 1;
        let found: Vec<Found> = statement.load(connection).await?;
        Ok(found
            .into_iter()
            .filter_map(|row| usize::try_from(row.place).ok())
            .collect())
    }
}
