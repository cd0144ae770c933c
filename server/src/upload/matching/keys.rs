//! SQL for the values that rows are matched by, and for the comparisons that veto a match.

use shared::upload::mapping::Mapping;
use shared::upload::matching::{MatchKey, Veto};
use shared::upload::target::{Field, Target};
use shared::upload::upload_type::UploadType;

/// Returns the keys that an upload matches by, strongest first.
pub fn of(kind: UploadType, mapping: &Mapping) -> Vec<MatchKey> {
    let has = |field| mapping.column_of(field).is_some();
    let is_used = |key: &MatchKey| match key {
        MatchKey::RecordId => mapping.mapped().any(|(_, target)| *target == Target::RecordId),
        MatchKey::NameAndBirthDate => has(Field::Dob),
        MatchKey::NameAndAddress => has(Field::Line1),
        MatchKey::AllValues => false,
        chosen => mapping.match_keys.contains(chosen),
    };
    let keys = MatchKey::ALL.into_iter().filter(|key| key.is_for(kind));
    keys.filter(is_used).collect()
}

/// Returns the columns of a row or contact that the key compares. Rows and contacts have the same ones.
pub fn columns(key: MatchKey) -> &'static str {
    match key {
        MatchKey::RecordId => "record_id",
        MatchKey::Npn => "npn",
        MatchKey::Ssn => "tax_id",
        MatchKey::ExternalId => "external_id",
        MatchKey::EmailAndLastName => "email_and_name",
        MatchKey::NameAndBirthDate => "name_key, dob",
        MatchKey::NameAndAddress => "name_key, place",
        MatchKey::AllValues => "all_values",
    }
}

/// Returns the column that must be equal for similar names to be compared.
pub fn block_of_similar_names(key: MatchKey) -> Option<&'static str> {
    match key {
        MatchKey::NameAndBirthDate => Some("dob"),
        MatchKey::NameAndAddress => Some("place"),
        _ => None,
    }
}

/// Returns the select list for the values of the row `r` or the contact `c`. Values that no key needs are `NULL`.
pub fn values(of: &str, keys: &[MatchKey]) -> String {
    let needs = |key| keys.contains(&key);
    let optional = |is_needed: bool, sql: String| if is_needed { sql } else { "NULL".into() };
    let email = optional(
        needs(MatchKey::EmailAndLastName),
        format!(
            "firmbook_fold({of}.email) || ' ' || firmbook_fold(coalesce({of}.last_name, {of}.organization_name))"
        ),
    );
    let place = optional(
        needs(MatchKey::NameAndAddress),
        format!(
            "firmbook_fold({of}.address_line1) || ' ' || coalesce(left({of}.postal_code, 5), firmbook_fold({of}.city))"
        ),
    );
    format!(
        "ltrim({of}.npn, '0') AS npn, encode({of}.tax_id_hash, 'hex') AS tax_id, {of}.external_id, {of}.dob,
         {email} AS email_and_name, {place} AS place"
    )
}

/// SQL condition: the folded first names `one` and `other` belong to different people. An initial matches any name that
/// starts with it.
pub fn first_name_differs(one: &str, other: &str) -> String {
    format!(
        "({one} <> {other} AND NOT (left({one}, 1) = left({other}, 1)
           AND least(length(rtrim({one}, '.')), length(rtrim({other}, '.'))) = 1))"
    )
}

/// SQL condition: a match by the key does not count, because the rows `g` and `e` describe different people. Both have
/// the columns of `given`. Different record ids veto only if `with_record_id` is set.
pub fn veto(key: MatchKey, with_record_id: bool) -> String {
    let vetoes = key.vetoes().iter().map(|veto| match veto {
        Veto::Npn => "g.npn <> e.npn".into(),
        Veto::TaxId => "g.tax_id <> e.tax_id".into(),
        Veto::BirthDate => "g.dob <> e.dob".into(),
        Veto::Suffix => "g.suffix <> e.suffix".into(),
        Veto::FirstName if key.is_probable() => format!(
            "(similarity(g.first_name, e.first_name) < {SIMILAR_FIRST_NAME}
              AND similarity(g.name_key, e.name_key) < {SAME_WORDS})"
        ),
        Veto::FirstName => first_name_differs("g.first_name", "e.first_name"),
    });
    let by_record_id = with_record_id.then(|| "g.record_id <> e.record_id".to_owned());
    let vetoes: Vec<String> = ["false".to_owned()]
        .into_iter()
        .chain(by_record_id)
        .chain(vetoes)
        .map(|veto| format!("coalesce({veto}, false)"))
        .collect();
    vetoes.join(" OR ")
}

/// Names that are at least this similar may be spellings of the same name.
pub const SIMILAR_NAME: f32 = 0.35;
const SIMILAR_FIRST_NAME: f32 = 0.25;
/// Names that are at least this similar have the same words, perhaps with first and last name swapped.
const SAME_WORDS: f32 = 0.9;
