//! Labels of the fields and columns that audit entries name, and the formats of their values.

use super::detail::labels;
use crate::contact::Field;
use crate::contract::guideline::GuidelineParameter;
use crate::contract::{Choice, EnumName, Line, options};
use crate::list::{Column, ColumnType, ListName};
use crate::upload::contract::{ContractField, ValueType};
use serde_json::{Map, Value};

/// Fields of records other than contacts and contracts, and parts of records.
const FURTHER: [(&str, &str); 60] = [
    ("address", "Address"),
    ("line1", "Street"),
    ("line2", "Apartment, suite"),
    ("customFields", "Custom fields"),
    ("carrierUuid", "Carrier"),
    ("gifts", "Gifts"),
    ("trustType", "Trust type"),
    ("governingState", "Governing state"),
    ("grantor", "Grantor"),
    ("trustee", "Trustee"),
    ("beneficiary", "Beneficiary"),
    ("role", "Role"),
    ("name", "Name"),
    ("relationship", "Relationship"),
    ("class", "Class"),
    ("birthDate", "Date of birth"),
    ("isSuccessor", "Successor trustee"),
    ("sharePercent", "Share"),
    ("guardian", "Guardian"),
    ("hasWithdrawalRight", "Withdrawal right"),
    ("isIrrevocable", "Irrevocable"),
    ("isPerStirpes", "Per stirpes"),
    ("contactUuid", "Linked contact"),
    ("primaryBeneficiary", "Primary beneficiary"),
    ("contingentBeneficiary", "Contingent beneficiary"),
    ("letter", "Crummey letter"),
    ("letterProof", "Proof of delivery"),
    ("transaction", "Transaction"),
    ("kind", "Type"),
    ("transactionDate", "Date"),
    ("amount", "Amount"),
    ("surrenderCharge", "Surrender charge"),
    ("taxWithheld", "Tax withheld"),
    ("note", "Note"),
    ("premium", "Annualized premium"),
    ("comdex", "Comdex"),
    ("firmUserType", "Role"),
    ("login", "Sign-in name"),
    ("isActive", "Active"),
    ("agentUuids", "Assigned agents"),
    ("professionalKeys", "Supported professionals"),
    ("timeZone", "Time zone"),
    ("theme", "Theme"),
    ("density", "Density"),
    ("notificationPreferences", "Notification settings"),
    ("premiumReminderDays", "Days before a premium is due"),
    ("platformName", "Platform name"),
    ("supportUrl", "Help center URL"),
    ("supportEmail", "Support email"),
    ("contactPhoneNumber", "Phone"),
    ("primaryColor", "Primary color"),
    ("appLogo", "Header logo"),
    ("fullLogo", "Full logo"),
    ("origins", "Origins"),
    ("url", "Address"),
    ("description", "Description"),
    ("query", "Filters and columns"),
    ("filter", "Rule"),
    ("owner", "Owner"),
    ("subscription", "Subscription"),
];

/// Sets of codes of fields that are not fields of contacts or contracts.
const SETS: [(&str, EnumName); 7] = [
    ("state", EnumName::State),
    ("ownerType", EnumName::OwnerType),
    ("sex", EnumName::Sex),
    ("governingState", EnumName::State),
    ("class", EnumName::BeneficiaryClass),
    ("relationship", EnumName::Relationship),
    ("kind", EnumName::ContractTransactionKind),
];

fn contract_fields() -> impl Iterator<Item = ContractField> {
    Line::ALL.iter().copied().flat_map(ContractField::all)
}

/// Returns the labels of changed fields.
pub(super) fn field_labels() -> Value {
    let of_contracts = contract_fields().map(|field| (field.code(), field.label()));
    let of_contacts = Field::ALL.iter().map(|field| (field.code(), field.label()));
    let parameters = GuidelineParameter::ALL
        .iter()
        .map(|one| (one.code(), one.label()));
    let all = of_contracts.chain(of_contacts).chain(parameters).chain(FURTHER);
    let all: Vec<_> = all
        .map(|(code, label)| (code.to_owned(), sentence_case(label)))
        .collect();
    labels(all.iter().map(|(code, label)| (code.clone(), label.as_str())))
}

/// Writes the label of a column, such as `Paid To`, like the label of a field: `Paid to`.
fn sentence_case(label: &str) -> String {
    let is_plain = |word: &str| word.chars().skip(1).all(char::is_lowercase);
    let words = label.split(' ').enumerate().map(|(place, word)| {
        if place > 0 && is_plain(word) {
            word.to_lowercase()
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the labels of the codes of changed fields.
pub(super) fn field_choices() -> Value {
    let sets = contract_fields().filter_map(|field| Some((field.code(), field.choices()?)));
    let mut found: Map<String, Value> = Map::new();
    for (code, set) in sets.chain(SETS) {
        let options = options(set);
        let terms = options
            .iter()
            .map(|Choice { code, label }| (code.clone(), label.as_str()));
        // The lines have product types of their own.
        if let (Some(known), Value::Object(more)) = (
            found
                .entry(code)
                .or_insert_with(|| Map::new().into())
                .as_object_mut(),
            labels(terms),
        ) {
            known.extend(more);
        }
    }
    found.into()
}

/// Returns the fields whose values are amounts or percentages, with the word for their format.
pub(super) fn field_formats() -> Value {
    let formats = contract_fields().filter_map(|field| match field.value_type() {
        ValueType::Single(ColumnType::Money) => Some((field.code().to_owned(), "money")),
        ValueType::Single(ColumnType::Percent) => Some((field.code().to_owned(), "percent")),
        _ => None,
    });
    let further = [
        ("premium", "money"),
        ("amount", "money"),
        ("surrenderCharge", "money"),
        ("taxWithheld", "money"),
        ("sharePercent", "percent"),
    ];
    labels(formats.chain(further.map(|(code, format)| (code.to_owned(), format))))
}

/// Returns the labels of list columns. Columns of several lists with the same key have the label of the first list.
pub(super) fn column_labels() -> Value {
    let columns = ListName::ALL.into_iter().rev().flat_map(ListName::columns);
    labels(columns.map(|column: &Column| (column.key.to_owned(), column.label)))
}
