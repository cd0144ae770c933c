//! Books of business: the contracts of an agent or owner.

use super::frame::{self, Frame, Subject};
use super::{Preparer, letterhead};
use crate::db::{Db, Transaction};
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::deliverable_text::{self, TextPlace, TextSubject};
use crate::records::{contact, deliverable};
use diesel_async::SimpleAsyncConnection;
use shared::contact::{ContactKind, ContactRecord, address, name};
use shared::contract::Line;
use shared::deliverable::book::{Columns, Contracts};
use shared::deliverable::layout::Layout;
use shared::deliverable::{DeliverableKind, GroupBy};
use shared::list::{ListName, ListQuery, check};
use uuid::Uuid;

/// Title of the document.
pub(super) const BOOK_OF_BUSINESS: &str = "Book of business";

/// A book of business to lay out.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    pub kind: ContactKind,
    pub deliverable: DeliverableKind,
    pub contact: Uuid,
    pub template: Uuid,
    pub group_by: GroupBy,
    pub includes_annuities: bool,
}

impl Book {
    /// Loads and lays out the contracts that the preparer can open. All values are of one moment.
    ///
    /// # Errors
    /// Returns `ApiError::NotFound` for an unknown contact or template, and `ApiError::Refused` if there are more than
    /// [`MAX_CONTRACTS`](shared::deliverable::MAX_CONTRACTS) contracts, and `ApiError::Forbidden` if the preparer
    /// has no access to lists of contracts.
    pub async fn layout(&self, db: &Db, preparer: Preparer<'_>) -> ApiResult<Layout> {
        let firm_id = preparer.sight.firm_id;
        let mut transaction = db.begin(firm_id).await?;
        transaction
            .batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        let contact = contact::find_in(&mut transaction, &preparer.sight, self.kind, self.contact)
            .await?
            .ok_or(ApiError::NotFound(self.kind.noun()))?;
        let contact = ContactRecord::from(contact);
        let template = deliverable::template(&mut transaction, firm_id, self.deliverable, self.template)
            .await?
            .ok_or(ApiError::NotFound("template"))?
            .settings;
        must_fit(&contact, self.includes_annuities)?;
        let mut contracts = Vec::new();
        for line in Line::ALL {
            if *line == Line::Life || self.includes_annuities {
                let columns = template.columns(*line);
                contracts.push(self.contracts(&mut transaction, &preparer, columns).await?);
            }
        }
        let texts = deliverable_text::applicable(&mut transaction, firm_id, &self.texts()).await?;
        let letterhead = letterhead::load(&mut transaction, firm_id).await?;
        transaction.finish();

        let (mut totals, mut charts, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for line in &contracts {
            totals.extend(line.figures().map_err(frame::too_large)?);
            charts.extend(line.chart().map_err(frame::too_large)?);
            tables.push(line.table(self.group_by).map_err(frame::too_large)?);
        }
        let frame = Frame {
            kind: self.deliverable,
            subject: subject(&contact),
            letterhead,
            settings: &template,
            texts: &texts,
            prepared_by: preparer.name,
            today: preparer.sight.day,
        };
        Ok(Layout {
            totals,
            charts,
            tables,
            ..frame.layout()
        })
    }

    const fn texts(&self) -> TextPlace {
        TextPlace {
            kind: self.deliverable,
            template: Some(self.template),
            subject: Some(TextSubject::Contact(self.contact)),
        }
    }

    async fn contracts(
        &self,
        transaction: &mut Transaction,
        preparer: &Preparer<'_>,
        columns: Columns,
    ) -> ApiResult<Contracts> {
        let list = ListName::of_contracts(columns.line());
        if !preparer.permissions.can_read(list.spec().feature) {
            return Err(ApiError::Forbidden);
        }
        let sight = &preparer.sight;
        let asked = ListQuery {
            uuid: Some(self.contact),
            contact_type: Some(self.kind),
            select_columns: columns.keys().iter().map(|key| (*key).to_owned()).collect(),
            ..ListQuery::default()
        };
        let mut query = check(list, &asked, sight.day).map_err(ApiError::Invalid)?;
        sight.time_zone.clone_into(&mut query.time_zone);
        let question = ScopedQuery {
            query,
            scope: sight.scope.clone(),
        };
        let rows = list::all_rows(transaction, sight.firm_id, &question).await?;
        Ok(Contracts { columns, rows })
    }
}

fn must_fit(contact: &ContactRecord, includes_annuities: bool) -> ApiResult<()> {
    let annuities = if includes_annuities {
        contact.totals.annuity_count
    } else {
        0
    };
    let count = contact.totals.policy_count.saturating_add(annuities);
    let advice = if annuities > 0 {
        "Leave out annuities, or export the list instead."
    } else {
        "Export the list instead."
    };
    frame::must_fit(count, advice)
}

/// Returns the name on the cover page, with the address of an owner or the NPN of an agent.
pub(super) fn subject(contact: &ContactRecord) -> Subject {
    Subject {
        title: BOOK_OF_BUSINESS,
        name: name::full_name(&contact.person),
        lines: match contact.contact_type {
            ContactKind::Agent => contact
                .person
                .npn
                .iter()
                .map(|npn| format!("NPN {npn}"))
                .collect(),
            ContactKind::Owner | ContactKind::Insured => address::lines(&contact.person.address),
        },
    }
}
