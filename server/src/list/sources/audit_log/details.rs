//! SQL of the details of an audit entry `log` as text. `words.vocabulary` has the labels, see `shared::audit::vocabulary`.
//!
//! The text is built in SQL, because filters, searches and the order of the list use it.

/// Returns the SQL of all details, separated by semicolons.
pub(super) fn text() -> String {
    format!(
        "(SELECT string_agg(line, '; ' ORDER BY place, key) FROM (SELECT detail.key, \
         coalesce((known->>'place')::integer, 1000) AS place, CASE known->>'kind' {} \
         ELSE label || ': ' || {} END AS line \
         FROM jsonb_each(log.details) detail \
         CROSS JOIN LATERAL (SELECT words.vocabulary->'details'->detail.key AS known, \
         CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE jsonb_build_array(value) END AS list) one \
         CROSS JOIN LATERAL (SELECT coalesce(known->>'label', {}) AS label) named \
         WHERE value NOT IN ('null', '[]', '{{}}', '\"\"')) lines)",
        kinds(),
        joined(&value("detail.key"), "true"),
        spelled("detail.key"),
    )
}

/// Returns a branch for each kind of detail that is not a plain value.
fn kinds() -> String {
    let is_changed =
        "log.details->'changes' @> jsonb_build_array(jsonb_build_object('field', item #>> '{}'))";
    [
        ("hidden", "NULL".to_owned()),
        // The names of merged contacts have a line of their own.
        (
            "plain",
            "CASE WHEN NOT log.details ? 'merged' THEN value #>> '{}' END".to_owned(),
        ),
        ("users", labeled(&joined(&user("item #>> '{}'"), "true"))),
        (
            "records",
            labeled(&joined(&record(), "jsonb_typeof(item) = 'string'")),
        ),
        (
            "fields",
            labeled(&joined(
                &field("item #>> '{}'"),
                &format!("{is_changed} IS NOT TRUE"),
            )),
        ),
        ("changes", changes()),
        (
            "columns",
            labeled(&joined(
                "coalesce(words.vocabulary #>> ARRAY['columns', item #>> '{}'], item #>> '{}')",
                "true",
            )),
        ),
        ("status", status()),
        ("ends", labeled(ENDS)),
        (
            "role",
            labeled("(words.vocabulary #>> ARRAY['roles', log.subject_type, value #>> '{}'])"),
        ),
        (
            "before",
            format!(
                "CASE jsonb_typeof(value) WHEN 'string' THEN {} END",
                labeled(&user("value #>> '{}'"))
            ),
        ),
        ("after", merged()),
    ]
    .map(|(kind, line)| format!("WHEN '{kind}' THEN {line}"))
    .join(" ")
}

const ENDS: &str = "CASE WHEN value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\dT' \
THEN round(extract(epoch FROM (value #>> '{}')::timestamptz - log.at) / 60)::text END";

fn labeled(text: &str) -> String {
    format!("label || ': ' || {text}")
}

/// Joins the texts of the items that meet a condition.
fn joined(text: &str, condition: &str) -> String {
    format!(
        "(SELECT string_agg({text}, ', ' ORDER BY number) \
         FROM jsonb_array_elements(list) WITH ORDINALITY items(item, number) WHERE {condition})"
    )
}

/// Text of an item: the label of a code, Yes or No, or a formatted number or date.
fn value(key: &str) -> String {
    format!(
        "CASE jsonb_typeof(item) WHEN 'boolean' THEN CASE item WHEN 'true' THEN 'Yes' ELSE 'No' END \
         WHEN 'number' THEN to_char((item #>> '{{}}')::numeric, 'FM999,999,999,999,990') \
         WHEN 'string' THEN coalesce(words.vocabulary #>> ARRAY['choices', {key}, item #>> '{{}}'], {}) END",
        date("item #>> '{}'")
    )
}

fn date(text: &str) -> String {
    format!("regexp_replace({text}, '^(\\d{{4}})-(\\d\\d)-(\\d\\d)$', '\\2/\\3/\\1')")
}

fn user(key: &str) -> String {
    format!("coalesce((SELECT first_name || ' ' || last_name FROM app_user WHERE user_key = {key}), {key})")
}

/// Name of the record with this uuid. Texts that are no uuids are names already.
fn record() -> String {
    let names = [
        ("display_name", "contact", "uuid"),
        ("policy_number", "policy", "uuid"),
        ("contract_number", "annuity", "uuid"),
        ("name", "cohort", "uuid"),
        ("name", "cohort_schedule", "uuid"),
        ("name", "report", "uuid"),
    ]
    .map(|(name, table, key)| {
        format!(
            "(SELECT {name} FROM {table} WHERE firm_id = log.firm_id AND {key} = (item #>> '{{}}')::uuid)"
        )
    });
    format!(
        "CASE WHEN item #>> '{{}}' ~ '^[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}$' \
         THEN coalesce({}, 'deleted record') ELSE item #>> '{{}}' END",
        names.join(", ")
    )
}

/// Former and new status of a contract, unless the changes have them, or a single status.
fn status() -> String {
    let label =
        |place| format!("coalesce(words.vocabulary #>> ARRAY['statuses', value->>{place}], value->>{place})");
    format!(
        "CASE WHEN jsonb_typeof(value) <> 'array' THEN {} WHEN log.details->'changes' @> '[{{\"field\": \"status\"}}]' \
         THEN NULL ELSE {} END",
        labeled(&joined(&value("detail.key"), "true")),
        labeled(&format!("{} || ' → ' || {}", label(0), label(1)))
    )
}

fn changes() -> String {
    let name = "change->>'field'";
    change_lines(
        "jsonb_array_elements(list) WITH ORDINALITY given(change, number)",
        &change_line(name, "change->>'from'", "change->>'to'"),
    )
}

/// Changes of a merge. The tax ID of another contact is known by the uuid of that contact only.
fn merged() -> String {
    let name = "regexp_replace(new.key, '^(address|customFields)\\.', '')";
    let line = change_line(name, "log.details->'before'->>new.key", "new.value");
    change_lines(
        "jsonb_each_text(CASE jsonb_typeof(value) WHEN 'object' THEN value END) WITH ORDINALITY new(key, value, number)",
        &format!("CASE new.key WHEN 'taxId' THEN 'Tax ID: from a merged contact' ELSE {line} END"),
    )
}

fn change_lines(rows: &str, line: &str) -> String {
    format!("(SELECT string_agg({line}, '; ' ORDER BY number) FROM {rows})")
}

fn change_line(name: &str, from: &str, to: &str) -> String {
    let shown = |text: &str| format!("coalesce({}, 'empty')", changed_value(name, text));
    format!(
        "{} || ': ' || {} || ' → ' || {}",
        field(name),
        shown(from),
        shown(to)
    )
}

/// Value of a changed field: the label of a code, or a formatted amount, percentage or date.
fn changed_value(name: &str, text: &str) -> String {
    format!(
        "coalesce(words.vocabulary #>> ARRAY['values', {name}, {text}], \
         CASE WHEN {text} !~ '^-?\\d+(\\.\\d+)?$' THEN {} \
         ELSE CASE words.vocabulary #>> ARRAY['formats', {name}] \
         WHEN 'money' THEN CASE WHEN {text} LIKE '-%' THEN '-' ELSE '' END \
         || to_char(abs(({text})::numeric), 'FM$999,999,999,999,990.00') \
         WHEN 'percent' THEN {text} || '%' ELSE {text} END END)",
        date(text)
    )
}

fn field(name: &str) -> String {
    format!(
        "coalesce(words.vocabulary #>> ARRAY['fields', {name}], {})",
        spelled(name)
    )
}

/// Words of a name in camel case or with underscores. Other names, such as those of custom fields, stay as they are.
fn spelled(name: &str) -> String {
    let words = format!("lower(regexp_replace(replace({name}, '_', ' '), '([a-z])([A-Z])', '\\1 \\2', 'g'))");
    format!(
        "CASE WHEN {name} ~ '^[a-z]+([A-Z_][a-z0-9]*)*$' THEN upper(left({words}, 1)) || substr({words}, 2) ELSE {name} END"
    )
}
