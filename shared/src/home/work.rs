//! The work queue: tasks with their due dates and assignees.

use super::WorkKind;
use crate::date;
use crate::list::{FilterItem, ListName, Sort};
use crate::vocabulary::coded;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use uuid::Uuid;

/// Maximum number of queue rows per response.
pub const MAX_WORK_ITEMS: u16 = 200;
/// Maximum number of snoozed rows per user.
pub const MAX_SNOOZED: usize = 200;
const WEEK_DAYS: i64 = 7;
const MONTH_DAYS: i64 = 30;

coded! {
    /// Urgency of work by its due date.
    Urgency {
        Overdue = "overdue", "Overdue";
        Week = "week", "Next 7 days";
        Month = "month", "Next 30 days";
        Later = "later", "Later";
        /// For example, a policy in its grace period without a recorded end date.
        Undated = "undated", "No date recorded";
    }
}

impl Urgency {
    /// Classifies the due date of a row.
    pub fn of(day: Option<Date>, today: Date) -> Self {
        let Some(day) = day else { return Self::Undated };
        let until = |days| date::plus_days(today, days).unwrap_or(Date::MAX);
        match day {
            day if day < today => Self::Overdue,
            day if day <= until(WEEK_DAYS) => Self::Week,
            day if day <= until(MONTH_DAYS) => Self::Month,
            _ => Self::Later,
        }
    }
}

coded! {
    /// Selection of the queue's rows.
    View {
        Open = "open", "All work";
        Mine = "mine", "Assigned to me";
        Snoozed = "snoozed", "Snoozed";
    }
}

/// The record that a row opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkRecord {
    /// `policy`, `annuity`, `owner`, `trust` or `insured`.
    pub kind: String,
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
}

/// The user who does the work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Assignee {
    pub user_key: String,
    pub name: String,
}

/// A row of the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkItem {
    /// `WorkKind` code.
    pub kind: String,
    /// What is due.
    pub task: String,
    /// `Urgency` code.
    pub urgency: String,
    pub urgency_label: String,
    /// Identifies the row among those of its kind: the contract, owner, gift or request.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub uuid: Uuid,
    pub record: WorkRecord,
    /// The trust of a gift.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub trust_uuid: Option<Uuid>,
    /// Policy or contract number, or what the record is, such as `Medical request`.
    pub name: String,
    /// Insured, annuitant, trust or owner.
    pub who: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub day: Option<Date>,
    /// US dollars.
    pub amount: Option<String>,
    pub amount_label: Option<String>,
    pub assignee: Option<Assignee>,
    /// The first day on which the row is shown again. Null unless the viewer snoozed it.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub snoozed_until: Option<Date>,
}

/// All work of a kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkCount {
    /// `WorkKind` code.
    pub kind: String,
    pub title: String,
    /// Number of rows in the view of the queue. Null for a hidden kind.
    pub total: Option<i64>,
    /// Whether the viewer can assign the work to users.
    pub can_assign: bool,
    /// The list with all records of this kind, also those that are snoozed. Null if no list shows them.
    pub list: Option<ListName>,
    pub filter: Vec<FilterItem>,
    pub sort: Vec<Sort>,
}

/// Work that is due, earliest first. Rows without a date come last.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkQueue {
    /// The kinds of work that the user can see, hidden ones included.
    pub kinds: Vec<WorkCount>,
    pub items: Vec<WorkItem>,
    /// Number of rows of the shown kinds, of which `items` has the first.
    pub total: i64,
    /// Number of rows that the viewer has not snoozed.
    pub open: i64,
    /// Numbers of rows that are assigned to the viewer, and that the viewer snoozed.
    pub mine: i64,
    pub snoozed: i64,
}

/// Returns the first rows of several sorted sources, sorted by date.
pub fn merge(sources: Vec<Vec<WorkItem>>, rows: usize) -> Vec<WorkItem> {
    let mut items: Vec<WorkItem> = sources.into_iter().flatten().collect();
    // Stable, so that rows of a day keep the order of the kinds.
    items.sort_by(|a, b| match (a.day, b.day) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    items.truncate(rows);
    items
}

/// Request to hide a row from the viewer's queue until a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SnoozeInput {
    /// Due date of the row. When it changes, the row is shown again.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub day: Option<Date>,
    /// The first day on which the row is shown again.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub until: Date,
}

/// Request to assign a row to a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AssignInput {
    /// Due date of the row. When it changes, the row is assigned to no one.
    #[serde(default, deserialize_with = "crate::date::deserialize_optional")]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub day: Option<Date>,
    pub user_key: String,
}

impl WorkItem {
    /// Creates a row without assignee, snooze and details, named after its kind. `record` is the kind and uuid of the record that the
    /// row links to.
    pub fn new(kind: WorkKind, uuid: Uuid, record: (&str, Uuid), day: Option<Date>, today: Date) -> Self {
        let urgency = Urgency::of(day, today);
        Self {
            kind: kind.code().into(),
            task: kind.task().into(),
            urgency: urgency.code().into(),
            urgency_label: urgency.label().into(),
            uuid,
            record: WorkRecord {
                kind: record.0.into(),
                uuid: record.1,
            },
            trust_uuid: None,
            name: kind.record_name().into(),
            who: None,
            day,
            amount: None,
            amount_label: None,
            assignee: None,
            snoozed_until: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::{GiftWork, ListWork};
    use jiff::civil::date;

    const TODAY: Date = date(2026, 11, 21);

    fn item(kind: WorkKind, day: Option<Date>) -> WorkItem {
        WorkItem::new(kind, Uuid::nil(), ("policy", Uuid::nil()), day, TODAY)
    }

    #[test]
    fn derives_urgency_from_the_days_left() {
        for (day, urgency) in [
            (Some(date(2026, 11, 20)), Urgency::Overdue),
            (Some(TODAY), Urgency::Week),
            (Some(date(2026, 11, 28)), Urgency::Week),
            (Some(date(2026, 11, 29)), Urgency::Month),
            (Some(date(2026, 12, 21)), Urgency::Month),
            (Some(date(2026, 12, 22)), Urgency::Later),
            (None, Urgency::Undated),
        ] {
            assert_eq!(Urgency::of(day, TODAY), urgency, "{day:?}");
        }
    }

    #[test]
    fn merges_sources_by_date_with_undated_rows_last() {
        let (premium, gift) = (
            WorkKind::List(ListWork::PremiumsDue),
            WorkKind::Gift(GiftWork::Gifts),
        );
        let at = |day| Some(date(2026, 12, day));
        let sources = || {
            vec![
                vec![item(premium, at(1)), item(premium, at(3)), item(premium, None)],
                vec![item(gift, at(1)), item(gift, at(2))],
            ]
        };
        let days = |rows| -> Vec<(String, Option<i8>)> {
            let merged = merge(sources(), rows);
            merged
                .into_iter()
                .map(|item| (item.kind, item.day.map(Date::day)))
                .collect()
        };
        let named = |kind: WorkKind, day| (kind.code().to_owned(), day);
        assert_eq!(
            days(10),
            [
                named(premium, Some(1)),
                named(gift, Some(1)),
                named(gift, Some(2)),
                named(premium, Some(3)),
                named(premium, None),
            ]
        );
        assert_eq!(days(2).len(), 2);
    }

    #[test]
    fn finds_every_kind_by_its_code() {
        for kind in WorkKind::all() {
            assert_eq!(WorkKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(WorkKind::all().count(), 9);
        assert_eq!(WorkKind::from_code("other"), None);
    }
}
