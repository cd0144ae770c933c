//! Quick search: people, policies and annuities in one statement, best matches first.
//!
//! Candidates come from two indexes: records whose name or number starts with the text, in order, and records
//! that contain every word. At most [`MAX_INSIDE`] of the latter are considered, which bounds the cost of
//! common words.

use super::condition::{containing, starting, term};
use super::sources::{Rows, Source};
use super::statement::{Bind, Statement};
use super::visible::write_visible;
use crate::auth::{Scope, Sight, Viewer};
use crate::db::Db;
use crate::error::ApiResult;
use anyhow::Context;
use diesel::deserialize::QueryableByName;
use diesel::pg::Pg;
use diesel::result::Error::DeserializationError;
use diesel::sql_types::{Nullable, SmallInt, Text, Uuid as SqlUuid};
use futures_util::TryStreamExt;
use shared::contact::ContactKind;
use shared::contract::Line;
use shared::list::ListName;
use shared::permission::Feature;
use shared::quick_search::{FoundContract, FoundPerson, MAX_RESULTS, QuickFindings, QuickText};
use uuid::Uuid;

/// Maximum number of word matches that are ranked. Beyond it, the choice is arbitrary.
const MAX_INSIDE: usize = 500;

/// A group of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    People,
    Contracts(Line),
}

/// All groups, in the order of the response.
pub const GROUPS: [Group; 3] = [
    Group::People,
    Group::Contracts(Line::Life),
    Group::Contracts(Line::Annuity),
];

impl Group {
    fn lists(self) -> Vec<ListName> {
        match self {
            Self::People => ContactKind::ALL.map(ListName::of_contacts).into(),
            Self::Contracts(line) => vec![ListName::of_contracts(line)],
        }
    }

    /// Returns the list that defines the name, table and key of the group.
    fn main_list(self) -> ListName {
        match self {
            Self::People => ListName::Agents,
            Self::Contracts(line) => ListName::of_contracts(line),
        }
    }

    /// Returns the feature needed to read the group.
    fn feature(self) -> Feature {
        self.main_list().spec().feature
    }

    /// Returns the selected columns of a result: name, status, kind and detail.
    pub(super) fn columns(self) -> &'static str {
        match self {
            Self::Contracts(Line::Life) => {
                "t.policy_number AS name, t.status, NULL::smallint AS kind,
                 concat_ws(' · ', coalesce(t.insured_name, t.owner_name), t.carrier_name) AS detail"
            }
            Self::Contracts(Line::Annuity) => {
                "t.contract_number AS name, t.status, NULL::smallint AS kind,
                 concat_ws(' · ', coalesce(t.annuitant_name, t.owner_name), t.carrier_name) AS detail"
            }
            Self::People => {
                "t.display_name AS name, '' AS status, t.kind,
                 CASE WHEN t.kind = 1 THEN coalesce(t.npn, t.email, t.city) ELSE coalesce(t.email, t.city) END AS detail"
            }
        }
    }
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    list: String,
    #[diesel(sql_type = SqlUuid)]
    uuid: Uuid,
    /// Name of a person, or number of a contract.
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    detail: Option<String>,
    #[diesel(sql_type = Text)]
    status: String,
    /// Contact kind of a person. `None` for contracts.
    #[diesel(sql_type = Nullable<SmallInt>)]
    kind: Option<i16>,
}

/// Searches the records visible to the viewer.
pub async fn quick(db: &Db, viewer: &Viewer, text: &QuickText) -> ApiResult<QuickFindings> {
    let mut found = QuickFindings::default();
    let mut groups = GROUPS.to_vec();
    groups.retain(|group| viewer.permissions.can_read(group.feature()));
    if groups.is_empty() {
        return Ok(found);
    }
    let statement = compile(&groups, &viewer.sight(), text);
    let (transaction, mut rows) = db.begin_and_load(viewer.firm.id, statement).await?;
    while let Some(row) = rows.try_next().await? {
        add(
            &mut found,
            QueryableByName::<Pg>::build(&row).map_err(DeserializationError)?,
        )?;
    }
    drop(rows);
    transaction.finish();
    Ok(found)
}

fn add(found: &mut QuickFindings, row: Row) -> anyhow::Result<()> {
    let kind = row
        .kind
        .and_then(|kind| ContactKind::try_from(u8::try_from(kind).ok()?).ok());
    let is_of_row = |group: &Group| group.main_list().as_str() == row.list;
    let group = GROUPS.into_iter().find(is_of_row).context("row of no group")?;
    let contracts = match group {
        Group::Contracts(Line::Life) => &mut found.policies,
        Group::Contracts(Line::Annuity) => &mut found.annuities,
        Group::People => {
            found.people.push(FoundPerson {
                kind: kind.context("person without a kind")?,
                uuid: row.uuid,
                name: row.name,
                detail: row.detail,
            });
            return Ok(());
        }
    };
    contracts.push(FoundContract {
        uuid: row.uuid,
        number: row.name,
        status: row.status,
        detail: row.detail,
    });
    Ok(())
}

/// Compiles the statement. `groups` must not be empty.
pub fn compile(groups: &[Group], sight: &Sight<'_>, text: &QuickText) -> Statement {
    let mut quick = Quick {
        statement: Statement::default(),
        sight,
        text,
        has_candidates: false,
    };
    quick.statement.sql("SELECT * FROM (");
    for (i, group) in groups.iter().enumerate() {
        quick.statement.sql(if i > 0 { " UNION ALL " } else { "" });
        quick.group(*group);
    }
    quick.statement.sql(") found ORDER BY list, rank, key, uuid");
    quick.statement
}

struct Quick<'a> {
    statement: Statement,
    sight: &'a Sight<'a>,
    text: &'a QuickText,
    /// Whether the current group already has a subquery for candidates.
    has_candidates: bool,
}

impl Quick<'_> {
    /// Writes the subquery for the best candidates of a group.
    fn group(&mut self, group: Group) {
        let list = group.main_list();
        let table = Source::of(list, self.sight.scope).table;
        self.statement.sql(&format!(
            "SELECT '{}' AS list, best.* FROM (SELECT t.uuid, {}, CASE WHEN ",
            list.as_str(),
            group.columns()
        ));
        self.is_best(group);
        self.statement.sql(" THEN 0 WHEN ");
        self.words_start();
        self.statement.sql(&format!(
            " THEN 1 ELSE 2 END AS rank, {} AS key FROM (",
            key(list)
        ));
        self.has_candidates = false;
        for list in group.lists() {
            self.candidates(group, list);
        }
        if !self.has_candidates {
            self.statement.sql("SELECT NULL::uuid AS uuid WHERE false");
        }
        self.statement.sql(&format!(
            ") hit JOIN {table} t ON t.uuid = hit.uuid AND t.firm_id = "
        ));
        self.statement
            .bind(Bind::Integer(self.sight.firm_id))
            .sql(&format!(" ORDER BY rank, key, uuid LIMIT {MAX_RESULTS}) best"));
    }

    /// Writes the condition that the name or number starts with the text, or that the NPN equals it.
    fn is_best(&mut self, group: Group) {
        match (group, &self.text.number) {
            (Group::People, _) => {
                self.statement
                    .sql("t.name_key LIKE ")
                    .bind(Bind::Text(starting(&self.text.start)));
                if let Some(npn) = &self.text.npn {
                    self.statement
                        .sql(" OR t.npn_key = ")
                        .bind(Bind::Text(npn.clone()));
                }
            }
            (Group::Contracts(_), Some(number)) => {
                self.statement
                    .sql("t.number_key LIKE ")
                    .bind(Bind::Text(starting(number)));
            }
            (Group::Contracts(_), None) => {
                self.statement.sql("false");
            }
        }
    }

    /// Writes the condition that every search word starts a word of the record, such as a first name or an
    /// email.
    fn words_start(&mut self) {
        self.statement.sql(if self.text.terms.is_empty() {
            "false"
        } else {
            "true"
        });
        for term in &self.text.terms {
            self.statement.sql(" AND (");
            for (i, word) in term.words.iter().enumerate() {
                self.statement
                    .sql(if i > 0 { " AND " } else { "" })
                    .sql("' ' || t.search_text LIKE ")
                    .bind(Bind::Text(containing(&format!(" {word}"))));
            }
            if let Some(phone) = &term.phone {
                self.statement
                    .sql(" OR t.search_text LIKE ")
                    .bind(Bind::Text(containing(phone)));
            }
            self.statement.sql(")");
        }
    }

    fn candidates(&mut self, group: Group, list: ListName) {
        let text = self.text;
        let (start, part) = match group {
            Group::People => (Some(&text.start), None),
            Group::Contracts(_) => (text.number.as_ref(), text.number_part.as_ref()),
        };
        if let Some(start) = start {
            self.candidate(list, |statement| {
                statement
                    .sql(&format!("{} LIKE ", key(list)))
                    .bind(Bind::Text(starting(start)));
            });
            self.statement
                .sql(&format!(" ORDER BY {}, t.uuid LIMIT {MAX_RESULTS})", key(list)));
        }
        if let (ListName::Agents, Some(npn)) = (list, &text.npn) {
            self.candidate(list, |statement| {
                statement.sql("t.npn_key = ").bind(Bind::Text(npn.clone()));
            });
            self.statement.sql(")");
        }
        if !text.terms.is_empty() || part.is_some() {
            self.candidate(list, |statement| {
                for (i, search) in text.terms.iter().enumerate() {
                    statement.sql(if i > 0 { " AND " } else { "" });
                    term(statement, search, |statement| {
                        statement.sql("t.search_text");
                    });
                }
                if let Some(part) = part {
                    statement
                        .sql(if text.terms.is_empty() {
                            "t.search_text LIKE "
                        } else {
                            " OR t.search_text LIKE "
                        })
                        .bind(Bind::Text(containing(part)));
                }
            });
            self.statement.sql(&format!(" LIMIT {MAX_INSIDE})"));
        }
    }

    /// Writes `(SELECT …` for the visible rows of the list that match the condition. The caller closes the
    /// parenthesis.
    fn candidate(&mut self, list: ListName, condition: impl FnOnce(&mut Statement)) {
        let source = Source::of(list, self.sight.scope);
        let joint = if std::mem::replace(&mut self.has_candidates, true) {
            " UNION "
        } else {
            ""
        };
        self.statement
            .sql(&format!(
                "{joint}(SELECT t.uuid FROM {} t WHERE t.firm_id = ",
                source.table
            ))
            .bind(Bind::Integer(self.sight.firm_id));
        if let Some(kind) = source.kind {
            self.statement.sql(&format!(" AND t.kind = {kind}"));
        }
        self.statement.sql(" AND t.deleted_at IS NULL AND (");
        condition(&mut self.statement);
        self.statement.sql(")");
        write_visible(&mut self.statement, list, self.sight, Rows::Many);
    }
}

/// Returns the indexed key of the list's default sort order.
fn key(list: ListName) -> &'static str {
    let (column, _) = list.default_sort();
    (Source::of(list, &Scope::All).sort_key)(column.key).unwrap_or("t.uuid::text")
}
