//! Books of business: the contracts of an agent or owner.

use super::frame::{self, Frame, Subject};
use super::{Preparer, letterhead, text_images};
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
use shared::deliverable::{DeliverableKind, GroupBy, TemplateSettings};
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
    /// Loads and lays out the contracts that the preparer can open. All values come from one database snapshot.
    ///
    /// # Errors
    /// Returns `ApiError::NotFound` for an unknown contact or template, `ApiError::Refused` if there are more than
    /// [`MAX_DOCUMENT_CONTRACTS`](shared::deliverable::MAX_DOCUMENT_CONTRACTS) contracts, and `ApiError::Forbidden` if
    /// the preparer has no access to contract lists.
    pub async fn layout(&self, db: &Db, preparer: Preparer<'_>) -> ApiResult<Layout> {
        let firm_id = preparer.sight.firm_id;
        let mut transaction = db.begin(firm_id).await?;
        transaction
            .batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        let (contact, template) = self.checked(&mut transaction, &preparer).await?;
        let mut contracts = Vec::new();
        for line in self.lines() {
            let columns = template.columns(line);
            contracts.push(self.contracts(&mut transaction, &preparer, columns).await?);
        }
        let texts = deliverable_text::applicable(&mut transaction, firm_id, &self.texts()).await?;
        let images = text_images::load(&mut transaction, firm_id, self.deliverable, &texts).await?;
        let letterhead = letterhead::load(&mut transaction, firm_id).await?;
        transaction.finish();

        let (mut totals, mut charts, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for line in &contracts {
            totals.extend(line.figures().map_err(frame::too_large)?);
            charts.extend(line.charts(preparer.sight.day).map_err(frame::too_large)?);
            tables.push(line.table(self.group_by).map_err(frame::too_large)?);
        }
        let frame = Frame {
            kind: self.deliverable,
            subject: subject(&contact),
            letterhead,
            settings: &template,
            texts: &texts,
            images,
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

    /// Returns the number of contracts that the document would list.
    ///
    /// # Errors
    /// See [`Self::layout`].
    pub async fn count(&self, transaction: &mut Transaction, preparer: &Preparer<'_>) -> ApiResult<i64> {
        let (contact, _) = self.checked(transaction, preparer).await?;
        Ok(count(&contact, self.includes_annuities))
    }

    /// Returns the contact and the template's settings. Fails if the document cannot be generated.
    async fn checked(
        &self,
        transaction: &mut Transaction,
        preparer: &Preparer<'_>,
    ) -> ApiResult<(ContactRecord, TemplateSettings)> {
        let sight = &preparer.sight;
        let contact = contact::find_in(transaction, sight, self.kind, self.contact)
            .await?
            .ok_or(ApiError::NotFound(self.kind.noun()))?;
        let contact = ContactRecord::from(contact);
        let template = deliverable::template(transaction, sight.firm_id, self.deliverable, self.template)
            .await?
            .ok_or(ApiError::NotFound("template"))?;
        must_fit(&contact, self.includes_annuities)?;
        for line in self.lines() {
            let feature = ListName::of_contracts(line).spec().feature;
            if !preparer.permissions.can_read(feature) {
                return Err(ApiError::Forbidden);
            }
        }
        Ok((contact, template.settings))
    }

    fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let includes_annuities = self.includes_annuities;
        let all = Line::ALL.iter().copied();
        all.filter(move |line| *line == Line::Life || includes_annuities)
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

fn count(contact: &ContactRecord, includes_annuities: bool) -> i64 {
    let annuities = if includes_annuities {
        contact.totals.annuity_count
    } else {
        0
    };
    contact.totals.policy_count.saturating_add(annuities)
}

fn must_fit(contact: &ContactRecord, includes_annuities: bool) -> ApiResult<()> {
    let advice = if includes_annuities && contact.totals.annuity_count > 0 {
        "Leave out annuities, or save a filtered report and generate its summary."
    } else {
        "Save a filtered report and generate its summary instead."
    };
    frame::must_fit(count(contact, includes_annuities), advice)
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
