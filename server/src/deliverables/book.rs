//! Books of business: the contracts of an agent or owner.

use super::letterhead;
use crate::auth::Viewer;
use crate::clock::Clock;
use crate::db::{Db, Transaction};
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::{contact, deliverable};
use diesel_async::SimpleAsyncConnection;
use shared::contact::{ContactKind, ContactRecord, address, name};
use shared::contract::Line;
use shared::date;
use shared::deliverable::book::{Contracts, columns};
use shared::deliverable::layout::{Layout, Page, PageSize};
use shared::deliverable::texts::{Part, Values, default_text, resolve};
use shared::deliverable::{DeliverableKind, GroupBy, MAX_CONTRACTS};
use shared::list::{ListName, ListQuery, check};
use shared::totals::format_count;
use uuid::Uuid;

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
    /// Loads and lays out the contracts that the viewer can open. All values are of one moment.
    ///
    /// # Errors
    /// Returns `ApiError::NotFound` for an unknown contact or template, and `ApiError::Refused` if there are more than
    /// [`MAX_CONTRACTS`] contracts.
    pub async fn layout(&self, db: &Db, clock: Clock, viewer: &Viewer) -> ApiResult<Layout> {
        let firm_id = viewer.firm.id;
        let mut transaction = db.begin(firm_id).await?;
        transaction
            .batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        let contact = contact::find(&mut transaction, viewer, self.kind, self.contact)
            .await?
            .ok_or(ApiError::NotFound(self.kind.noun()))?;
        let contact = ContactRecord::from(contact);
        deliverable::template(&mut transaction, firm_id, self.deliverable, self.template)
            .await?
            .ok_or(ApiError::NotFound("template"))?;
        must_fit(&contact, self.includes_annuities)?;
        let mut contracts = vec![
            self.contracts(&mut transaction, clock, viewer, Line::Life)
                .await?,
        ];
        if self.includes_annuities {
            contracts.push(
                self.contracts(&mut transaction, clock, viewer, Line::Annuity)
                    .await?,
            );
        }
        let letterhead = letterhead::load(&mut transaction, firm_id, &viewer.firm.name).await?;
        transaction.finish();

        let today = viewer.today(clock);
        let values = Values {
            subject: name::full_name(&contact.person),
            firm: letterhead.firm.clone(),
            as_of: date::format(today),
        };
        let text = |part| {
            let mut text = default_text(self.deliverable, part);
            resolve(&mut text, &values);
            text
        };
        let too_large = |error| ApiError::Internal(anyhow::Error::new(error).context("cannot add up a book"));
        let (mut totals, mut charts, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for line in &contracts {
            totals.extend(line.figures().map_err(too_large)?);
            charts.extend(line.chart().map_err(too_large)?);
            tables.push(line.table(self.group_by).map_err(too_large)?);
        }
        Ok(Layout {
            title: "Book of business".into(),
            subject: values.subject.clone(),
            subject_lines: subject_lines(&contact),
            letterhead,
            page: Page {
                size: PageSize::Letter,
                is_landscape: true,
            },
            as_of: values.as_of.clone(),
            date: today.to_string(),
            prepared_by: Some(format!("{} {}", viewer.first_name, viewer.last_name)),
            cover_page: text(Part::CoverPage),
            disclosure: text(Part::Disclosure),
            recommendation: text(Part::Recommendation),
            totals,
            charts,
            tables,
        })
    }

    async fn contracts(
        &self,
        transaction: &mut Transaction,
        clock: Clock,
        viewer: &Viewer,
        line: Line,
    ) -> ApiResult<Contracts> {
        let list = ListName::of_contracts(line);
        viewer.may_read(list.spec().feature)?;
        let asked = ListQuery {
            uuid: Some(self.contact),
            contact_type: Some(self.kind),
            select_columns: columns(line).iter().map(|key| (*key).to_owned()).collect(),
            ..ListQuery::default()
        };
        let mut query = check(list, &asked, viewer.today(clock)).map_err(ApiError::Invalid)?;
        query.time_zone.clone_from(&viewer.time_zone);
        let question = ScopedQuery {
            query,
            scope: viewer.scopes.records.clone(),
        };
        let rows = list::all_rows(transaction, viewer.firm.id, &question).await?;
        Ok(Contracts { line, rows })
    }
}

fn must_fit(contact: &ContactRecord, includes_annuities: bool) -> ApiResult<()> {
    let annuities = if includes_annuities {
        contact.totals.annuity_count
    } else {
        0
    };
    let count = contact.totals.policy_count.saturating_add(annuities);
    if count <= MAX_CONTRACTS {
        return Ok(());
    }
    let advice = if annuities > 0 {
        "Leave out annuities, or export the list instead."
    } else {
        "Export the list instead."
    };
    Err(ApiError::Refused {
        code: "too_many_contracts",
        message: format!(
            "A document can have up to {} contracts, but there are {}. {advice}",
            format_count(Some(MAX_CONTRACTS)),
            format_count(Some(count)),
        ),
    })
}

/// Returns the lines under the name: the address of an owner, the NPN of an agent.
fn subject_lines(contact: &ContactRecord) -> Vec<String> {
    match contact.contact_type {
        ContactKind::Agent => contact
            .person
            .npn
            .iter()
            .map(|npn| format!("NPN {npn}"))
            .collect(),
        ContactKind::Owner | ContactKind::Insured => address::lines(&contact.person.address),
    }
}
