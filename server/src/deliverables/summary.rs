//! Report summaries: the rows of a saved report.

use super::frame::{self, Frame};
use super::text_pages::report_subject;
use super::{letterhead, text_images};
use crate::auth::Sight;
use crate::db::{Db, Transaction};
use crate::error::{ApiError, ApiResult};
use crate::list::{self, ScopedQuery};
use crate::records::deliverable;
use crate::records::deliverable_text::{self, TextPlace, TextSubject};
use crate::records::report::Saved;
use diesel_async::SimpleAsyncConnection;
use shared::contact::Totals;
use shared::deliverable::book::Contracts;
use shared::deliverable::layout::Layout;
use shared::deliverable::people::{self, People};
use shared::deliverable::{DeliverableKind, GroupBy};
use shared::list::ListSubject;
use shared::list::eval::Cell;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A report summary to lay out.
pub struct Summary<'a> {
    /// The rows visible to the user.
    pub sight: Sight<'a>,
    pub prepared_by: String,
    pub report: &'a Saved,
    pub kind: DeliverableKind,
    pub template: Uuid,
    pub group_by: GroupBy,
}

impl Summary<'_> {
    /// Loads and lays out the report's rows. All values come from one database snapshot.
    ///
    /// # Errors
    /// Returns `ApiError::NotFound` for an unknown template, and `ApiError::Refused` if the report cannot be run or has
    /// too many rows.
    pub async fn layout(self, db: &Db) -> ApiResult<Layout> {
        let firm_id = self.sight.firm_id;
        let mut transaction = db.begin(firm_id).await?;
        transaction
            .batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await?;
        let template = deliverable::template(&mut transaction, firm_id, self.kind, self.template)
            .await?
            .ok_or(ApiError::NotFound("template"))?
            .settings;
        let place = TextPlace {
            kind: self.kind,
            template: Some(self.template),
            subject: Some(TextSubject::Report(self.report.uuid)),
        };
        let texts = deliverable_text::applicable(&mut transaction, firm_id, &place).await?;
        let images = text_images::load(&mut transaction, firm_id, self.kind, &texts).await?;
        let letterhead = letterhead::load(&mut transaction, firm_id).await?;
        let frame = Frame {
            kind: self.kind,
            subject: report_subject(self.report.name.clone()),
            letterhead,
            settings: &template,
            texts: &texts,
            images,
            prepared_by: self.prepared_by.clone(),
            today: self.sight.day,
        };
        let mut layout = frame.layout();
        match self.report.report_type.list().spec().subject {
            ListSubject::Contract(line) => {
                let columns = template.columns(line);
                let (rows, _) = self.rows(&mut transaction, columns.keys()).await?;
                let contracts = Contracts { columns, rows };
                layout.totals = contracts.figures().map_err(frame::too_large)?;
                layout.charts = contracts.charts(self.sight.day).map_err(frame::too_large)?;
                layout
                    .tables
                    .push(contracts.table(self.group_by).map_err(frame::too_large)?);
            }
            ListSubject::Contact(kind) => {
                let (rows, totals) = self.rows(&mut transaction, &people::COLUMNS).await?;
                let people = People { kind, rows };
                layout.totals = people.figures(&totals);
                layout.tables.push(people.table());
            }
            ListSubject::Other => {}
        }
        transaction.finish();
        Ok(layout)
    }

    /// Loads the report's rows with the given columns instead of its own, and its totals.
    async fn rows(
        &self,
        transaction: &mut Transaction,
        columns: &[&str],
    ) -> ApiResult<(Vec<Vec<Cell>>, Totals)> {
        let mut report = self.report.clone();
        report.query.select_columns = columns.iter().map(|key| (*key).to_owned()).collect();
        report.query.custom_labels = BTreeMap::new();
        let question: ScopedQuery = self.sight.question(&report)?;
        let counted = list::totals::counted_in(transaction, self.sight.firm_id, &question).await?;
        frame::must_fit(
            counted.rows,
            "Narrow the report with a filter, or export it instead.",
        )?;
        let rows = list::all_rows(transaction, self.sight.firm_id, &question).await?;
        Ok((rows, counted.totals))
    }
}
