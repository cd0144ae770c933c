//! The tables whose rows belong to contacts, and the rules for combining the rows of merged contacts.

/// A table whose rows belong to contacts.
pub(super) struct Source {
    /// Name of the table, or another name if the table has two references to contacts.
    pub name: &'static str,
    pub table: &'static str,
    /// Column with the contact's uuid.
    pub contact: &'static str,
    /// Primary key columns, except the firm and the contact, with their types.
    key: &'static [(&'static str, &'static str)],
    /// The other columns. They are rewritten when rows are combined or separated.
    pub values: &'static [&'static str],
}

/// All tables whose rows move with a contact. Cohort sends and audit log entries stay, because they record what
/// happened to the merged contact.
pub(super) static SOURCES: [Source; 11] = [
    Source {
        name: LINKS,
        table: LINKS,
        contact: "contact_uuid",
        key: &[
            ("contract_uuid", "uuid"),
            ("role", "text"),
            ("type_id", "smallint"),
        ],
        values: &[
            "line",
            "kind",
            "share_percent",
            "origin",
            "origin_uuid",
            "created_at",
            "created_by",
            "deleted_at",
            "deleted_by",
        ],
    },
    Source {
        name: "cohort_contact",
        table: "cohort_contact",
        contact: "contact_uuid",
        key: &[("cohort_uuid", "uuid")],
        values: &["added_at", "added_by"],
    },
    Source {
        name: "firm_assignment_agent",
        table: "firm_assignment_agent",
        contact: "agent_uuid",
        key: &[("user_key", "text")],
        values: &[],
    },
    Source {
        name: "favorite",
        table: "favorite",
        contact: "uuid",
        key: &[("user_key", "text"), ("kind", "text")],
        values: &["created_at"],
    },
    Source {
        name: "document",
        table: "document",
        contact: "subject_uuid",
        key: ROW_ID,
        values: &[],
    },
    Source {
        name: "beneficiary",
        table: "beneficiary",
        contact: "contact_uuid",
        key: ROW_ID,
        values: &[],
    },
    Source {
        name: "best_interest",
        table: "best_interest",
        contact: "owner_uuid",
        key: ROW_ID,
        values: &[],
    },
    Source {
        name: "premium_gift",
        table: "premium_gift",
        contact: "trust_uuid",
        key: ROW_ID,
        values: &[],
    },
    Source {
        name: TRUST,
        table: TRUST,
        contact: "contact_uuid",
        // Trusts have one row each, so the rows of merged trusts are combined.
        key: &[("kind", "smallint")],
        values: &[
            "version",
            "trust_type",
            "governing_state",
            "notes",
            "updated_at",
            "updated_by",
        ],
    },
    Source {
        name: "trust_person",
        table: "trust_person",
        contact: "trust_uuid",
        key: ROW_ID,
        values: &[],
    },
    Source {
        name: "trust_person.contact_uuid",
        table: "trust_person",
        contact: "contact_uuid",
        key: ROW_ID,
        values: &[],
    },
];

/// Key of rows that are never combined.
const ROW_ID: &[(&str, &str)] = &[("uuid", "uuid")];
const LINKS: &str = "contract_party";
const TRUST: &str = "trust";

/// Returns the tables whose rows are rewritten, with all columns written. A test compares them with the database.
pub fn rewritten_tables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let rewritten = SOURCES.iter().filter(|source| source.combines_rows());
    rewritten.map(|source| {
        let columns = [
            &["firm_id", source.contact],
            &*source.key_columns(),
            source.values,
        ]
        .concat();
        (source.table, columns)
    })
}

/// Returns the expression for the sum of the shares of the attached links, or of all links if none is attached.
/// `over` is empty for a GROUP BY, or the OVER clause of a window.
fn total(over: &str) -> String {
    let sum = "sum((original->>'share_percent')::numeric)";
    let is_attached = "original->>'deleted_at' IS NULL";
    format!(
        "CASE WHEN bool_or({is_attached}) {over} THEN {sum} FILTER (WHERE {is_attached}) {over} ELSE {sum} {over} END"
    )
}

/// Returns the expression for the share of a combined link. `least` would turn a missing share into 100 percent.
fn share(over: &str) -> String {
    let total = total(over);
    format!("CASE WHEN {total} > 100 THEN 100 ELSE {total} END")
}

impl Source {
    fn key_columns(&self) -> Vec<&'static str> {
        self.key.iter().map(|(column, _)| *column).collect()
    }

    /// Returns whether rows of merged contacts can have the same key and are then combined into one.
    pub fn combines_rows(&self) -> bool {
        self.key != ROW_ID
    }

    /// Returns the expression for the key that a row of `alias` has in `merged_row`.
    pub fn key(&self, alias: &str) -> String {
        let columns = self.list(alias);
        if self.key.len() == 1 {
            format!("{columns}::text")
        } else {
            format!("concat_ws('|', {columns})")
        }
    }

    /// Returns the key columns of `alias`, separated by commas.
    pub fn list(&self, alias: &str) -> String {
        let columns = self.key.iter().map(|(column, _)| format!("{alias}.{column}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// Returns the expressions for the key columns of an original, to select from `merged_row`.
    ///
    /// A statement has to compute them in a subquery that PostgreSQL does not inline. PostgreSQL may not look up a
    /// row by a computed value, because it has to check row-level security before the computation.
    pub fn original_key(&self) -> String {
        let columns = self
            .key
            .iter()
            .map(|(column, kind)| format!("(original->>'{column}')::{kind} AS {column}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// Returns the condition that row `t` has the same key as row `alias`.
    pub fn is_row_of(&self, alias: &str) -> String {
        let columns = self
            .key
            .iter()
            .map(|(column, _)| format!("t.{column} = {alias}.{column}"));
        columns.collect::<Vec<_>>().join(" AND ")
    }

    /// Returns all columns except the firm and the contact, separated by commas.
    pub fn columns(&self) -> String {
        [&*self.key_columns(), self.values].concat().join(", ")
    }

    /// Returns the expression that turns the first original into the combined row. A combined link is detached only
    /// if all of its originals are.
    pub fn combined(&self) -> String {
        if self.table != LINKS {
            return String::new();
        }
        let share = share("");
        format!(
            " || jsonb_build_object('share_percent', {share},
               'deleted_at', CASE WHEN NOT bool_or(original->>'deleted_at' IS NULL)
                 THEN max((original->>'deleted_at')::timestamptz) END,
               'deleted_by', CASE WHEN NOT bool_or(original->>'deleted_at' IS NULL)
                 THEN (array_agg(original->>'deleted_by' ORDER BY (original->>'deleted_at')::timestamptz DESC))[1] END)"
        )
    }

    /// Returns the statements that copy edits of combined rows into their originals, for the firm `$1` and the
    /// holders `$2`.
    pub fn edits(&self) -> Vec<String> {
        match self.table {
            LINKS => self.edits_of_links(),
            TRUST => vec![format!(
                "UPDATE merged_row m SET original = m.original || (to_jsonb(t) - 'contact_uuid')
                 FROM (SELECT DISTINCT ON (holder_uuid) holder_uuid, home_uuid FROM merged_row
                       WHERE firm_id = $1 AND source = '{TRUST}' AND holder_uuid = ANY($2)
                       ORDER BY holder_uuid, home_uuid <> holder_uuid, home_uuid) f
                 JOIN {TRUST} t ON t.firm_id = $1 AND t.contact_uuid = ANY($2) AND t.contact_uuid = f.holder_uuid
                 WHERE m.firm_id = $1 AND m.source = '{TRUST}' AND m.holder_uuid = ANY($2)
                   AND (m.holder_uuid, m.home_uuid) = (f.holder_uuid, f.home_uuid)"
            )],
            _ => Vec::new(),
        }
    }

    fn edits_of_links(&self) -> Vec<String> {
        let key = self.key("t");
        let (share, total) = (share("OVER same_row"), total("OVER same_row"));
        let edited = |set: &str, condition: &str| {
            format!(
                "UPDATE merged_row m SET original = m.original || {set}
                 FROM (SELECT home_uuid, holder_uuid, row_key, {share} AS share, {total} AS total,
                         count(*) OVER same_row AS n,
                         bool_and(original->>'deleted_at' IS NOT NULL) OVER same_row AS is_deleted,
                         min(home_uuid::text) OVER same_row = home_uuid::text AS is_first
                       FROM merged_row WHERE firm_id = $1 AND source = '{LINKS}' AND holder_uuid = ANY($2)
                       WINDOW same_row AS (PARTITION BY holder_uuid, row_key)) f
                 JOIN {LINKS} t ON t.firm_id = $1 AND t.contact_uuid = ANY($2) AND t.contact_uuid = f.holder_uuid
                   AND {key} = f.row_key
                 WHERE m.firm_id = $1 AND m.source = '{LINKS}' AND m.holder_uuid = ANY($2) AND m.home_uuid = f.home_uuid
                   AND m.row_key = f.row_key AND {condition}"
            )
        };
        let deletion = "jsonb_build_object('deleted_at', t.deleted_at, 'deleted_by', t.deleted_by)";
        vec![
            // If the link was detached, detach its originals.
            edited(
                deletion,
                "t.deleted_at IS NOT NULL AND NOT f.is_deleted AND m.original->>'deleted_at' IS NULL",
            ),
            // If the link was attached again, attach its first original.
            edited(
                &format!(
                    "{deletion} || jsonb_build_object('created_at', t.created_at, 'created_by', t.created_by)"
                ),
                "t.deleted_at IS NULL AND f.is_deleted AND f.is_first",
            ),
            // Divide a new share in proportion to the old ones.
            edited(
                "jsonb_build_object('share_percent', CASE
                   WHEN f.n = 1 OR coalesce(f.total, 0) = 0
                     THEN CASE WHEN f.is_first THEN t.share_percent END
                   ELSE round((m.original->>'share_percent')::numeric * t.share_percent / f.total, 4) END)",
                "t.share_percent IS DISTINCT FROM f.share AND (f.is_deleted OR m.original->>'deleted_at' IS NULL)",
            ),
        ]
    }
}
