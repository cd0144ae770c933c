//! Loads the work queue.

use super::HomeParams;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::{ApiError, ApiResult};
use crate::records::work::narrow::Narrow;
use crate::records::work::snooze::Snooze;
use crate::records::work::{assignment, rows, snooze};
use jiff::civil::Date;
use shared::home::{MAX_WORK_ITEMS, View, WorkCount, WorkItem, WorkKind, WorkQueue, merge};
use shared::list::ListName;
use shared::problem::Findings;
use std::collections::HashSet;
use uuid::Uuid;

const DEFAULT_ROWS: u16 = 25;

/// The part of the queue to load.
pub(super) struct Wanted {
    pub agent: Option<Uuid>,
    view: View,
    rows: u16,
    hidden: HashSet<WorkKind>,
}

impl TryFrom<HomeParams> for Wanted {
    type Error = ApiError;

    fn try_from(params: HomeParams) -> ApiResult<Self> {
        let mut findings = Findings::default();
        let view = params.view.as_deref().unwrap_or(View::Open.code());
        let view = View::from_code(view);
        if view.is_none() {
            findings.fault("view", "not_a_choice", "Choose open, mine or snoozed.");
        }
        let rows = params.rows.unwrap_or(DEFAULT_ROWS);
        if !(1..=MAX_WORK_ITEMS).contains(&rows) {
            let message = format!("The number of rows must be from 1 to {MAX_WORK_ITEMS}.");
            findings.fault("rows", "out_of_range", message);
        }
        let hidden = params.hidden.unwrap_or_default();
        let codes = hidden.split(',').filter(|code| !code.is_empty());
        match view {
            Some(view) if findings.0.is_empty() => Ok(Self {
                agent: params.agent_uuid,
                view,
                rows,
                // Ignore unknown codes, because browsers may have stored obsolete ones.
                hidden: codes.filter_map(WorkKind::from_code).collect(),
            }),
            _ => Err(ApiError::Invalid(findings.0)),
        }
    }
}

pub(super) fn can_read(viewer: &Viewer, kind: WorkKind) -> bool {
    let mut features = kind.features().into_iter();
    features.all(|feature| viewer.permissions.can_read(feature))
        && !(matches!(kind, WorkKind::Gift(_)) && viewer.sees_shared_only())
}

pub(super) fn can_assign(viewer: &Viewer, kind: WorkKind) -> bool {
    let mut features = kind.features().into_iter();
    features.all(|feature| viewer.permissions.can_write(feature))
}

pub(super) async fn load(
    transaction: &mut Transaction,
    viewer: &Viewer,
    wanted: &Wanted,
    today: Date,
) -> ApiResult<WorkQueue> {
    let mut snoozed = snooze::beyond(transaction, viewer, today).await?;
    let mut assigned = assignment::of_viewer(transaction, viewer).await?;
    let mut queue = WorkQueue::default();
    let mut sources = Vec::new();
    for kind in WorkKind::all().filter(|kind| can_read(viewer, *kind)) {
        if wanted.hidden.contains(&kind) {
            queue.kinds.push(count(viewer, kind, None));
            continue;
        }
        let reader = Kind {
            kind,
            viewer,
            wanted,
            today,
        };
        let hidden = reader
            .snoozed(transaction, snoozed.remove(&kind).unwrap_or_default())
            .await?;
        let mine = reader
            .mine(transaction, assigned.remove(&kind).unwrap_or_default(), &hidden)
            .await?;
        queue.snoozed += length(&hidden);
        queue.mine += length(&mine);
        let (open, first) = reader.open(transaction, &hidden).await?;
        // The list that the count links to also has the snoozed rows.
        let in_list = open + length(&hidden);
        // Outside advisors have work only on records that they can open, which are few or none of the shared rows.
        // Leave out their empty kinds.
        if in_list > 0 || !viewer.sees_shared_only() {
            queue.kinds.push(count(viewer, kind, Some(in_list)));
        }
        queue.open += open;
        let (total, items) = match wanted.view {
            View::Open => (open, first),
            View::Mine => (length(&mine), mine),
            View::Snoozed => (length(&hidden), hidden),
        };
        queue.total += total;
        sources.push(items);
    }
    queue.items = merge(sources, wanted.rows.into());
    name_assignees(transaction, viewer.firm.id, &mut queue.items).await?;
    Ok(queue)
}

fn length(items: &[WorkItem]) -> i64 {
    i64::try_from(items.len()).unwrap_or(i64::MAX)
}

fn count(viewer: &Viewer, kind: WorkKind, total: Option<i64>) -> WorkCount {
    let (list, filter, sort) = match kind {
        WorkKind::List(work) => (Some(work.list()), work.filter(), work.sort()),
        WorkKind::Gift(work) => (Some(ListName::PremiumGifts), work.filter(), work.sort()),
        WorkKind::Medical => (None, Vec::new(), Vec::new()),
    };
    WorkCount {
        kind: kind.code().into(),
        title: kind.title().into(),
        total,
        can_assign: can_assign(viewer, kind),
        // Lists of outside advisors also contain shared rows that they cannot open.
        list: list
            .filter(|list| viewer.permissions.can_read(list.spec().feature) && !viewer.sees_shared_only()),
        filter,
        sort,
    }
}

/// Reads the rows of one kind.
struct Kind<'a> {
    kind: WorkKind,
    viewer: &'a Viewer,
    wanted: &'a Wanted,
    today: Date,
}

impl Kind<'_> {
    async fn find(
        &self,
        transaction: &mut Transaction,
        narrow: Narrow,
        rows: u16,
    ) -> ApiResult<(i64, Vec<WorkItem>)> {
        let narrow = Narrow {
            agent: self.wanted.agent,
            ..narrow
        };
        rows::find(transaction, self.viewer, self.kind, &narrow, (rows, self.today)).await
    }

    /// Returns the given rows that are still due.
    async fn among(&self, transaction: &mut Transaction, uuids: Vec<Uuid>) -> ApiResult<Vec<WorkItem>> {
        if uuids.is_empty() {
            return Ok(Vec::new());
        }
        let narrow = Narrow {
            among: Some(uuids),
            ..Narrow::default()
        };
        Ok(self.find(transaction, narrow, MAX_WORK_ITEMS).await?.1)
    }

    /// Returns the rows that the viewer snoozed, unless their due date has changed since.
    async fn snoozed(&self, transaction: &mut Transaction, snoozes: Vec<Snooze>) -> ApiResult<Vec<WorkItem>> {
        let uuids = snoozes.iter().map(|snooze| snooze.uuid).collect();
        let mut items = self.among(transaction, uuids).await?;
        items.retain_mut(|item| {
            let mut snoozes = snoozes.iter();
            let snooze = snoozes.find(|snooze| snooze.uuid == item.uuid && snooze.day == item.day);
            item.snoozed_until = snooze.map(|snooze| snooze.until);
            snooze.is_some()
        });
        Ok(items)
    }

    /// Returns the rows that are assigned to the viewer, unless they are hidden or their due date has changed since.
    async fn mine(
        &self,
        transaction: &mut Transaction,
        assigned: Vec<(Uuid, Option<Date>)>,
        hidden: &[WorkItem],
    ) -> ApiResult<Vec<WorkItem>> {
        let is_hidden = |uuid: &Uuid| hidden.iter().any(|item| item.uuid == *uuid);
        let uuids = assigned
            .iter()
            .map(|(uuid, _)| *uuid)
            .filter(|uuid| !is_hidden(uuid))
            .collect();
        let mut items = self.among(transaction, uuids).await?;
        items.retain(|item| assigned.contains(&(item.uuid, item.day)));
        Ok(items)
    }

    async fn open(
        &self,
        transaction: &mut Transaction,
        hidden: &[WorkItem],
    ) -> ApiResult<(i64, Vec<WorkItem>)> {
        let narrow = Narrow {
            except: hidden.iter().map(|item| item.uuid).collect(),
            ..Narrow::default()
        };
        self.find(transaction, narrow, self.wanted.rows).await
    }
}

async fn name_assignees(
    transaction: &mut Transaction,
    firm_id: i32,
    items: &mut [WorkItem],
) -> ApiResult<()> {
    let uuids: Vec<Uuid> = items.iter().map(|item| item.uuid).collect();
    if uuids.is_empty() {
        return Ok(());
    }
    for assigned in assignment::of_rows(transaction, firm_id, &uuids).await? {
        let item = items.iter_mut().find(|item| {
            item.kind == assigned.kind && item.uuid == assigned.uuid && item.day == assigned.day
        });
        if let Some(item) = item {
            item.assignee = Some(assigned.to);
        }
    }
    Ok(())
}
