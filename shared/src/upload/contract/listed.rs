//! Cells with multiple entries: riders and surrender charges.

use super::Values;
use super::terms::{code_of, unknown_term};
use crate::contract::EnumName;
use crate::contract::contracts::Rider;
use crate::fault::Fault;
use crate::money;
use serde_json::Value;

/// Splits a cell at semicolons, or at commas if it has none.
fn entries(cell: &str) -> impl Iterator<Item = &str> {
    let separator = if cell.contains(';') { ';' } else { ',' };
    cell.split(separator)
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
}

/// Reads riders by code or label, as a JSON array of codes.
///
/// # Errors
/// Returns `unknown_term` and `duplicate`.
pub(super) fn riders(cell: &str) -> Result<Value, Fault> {
    let mut codes: Vec<String> = Vec::new();
    for entry in entries(cell) {
        let code = code_of(EnumName::RiderType, entry);
        let code = code.ok_or_else(|| unknown_term(Some(EnumName::RiderType), "rider"))?;
        if codes.contains(&code) {
            return Err(Fault::new("duplicate", "This rider is already listed."));
        }
        codes.push(code);
    }
    Ok(codes.into())
}

/// Reads surrender charges in percent, as a JSON array of decimal texts.
///
/// # Errors
/// Returns the errors of percentages.
pub(super) fn charges(cell: &str) -> Result<Value, Fault> {
    let mut charges: Vec<String> = Vec::new();
    for entry in entries(cell) {
        let charge = money::check_percent(money::parse_percent(entry)?)?;
        charges.push(charge.normalize().to_string());
    }
    Ok(charges.into())
}

/// Returns the riders of a row, without details.
pub fn riders_of(values: &Values) -> Vec<Rider> {
    let codes = values.get("riders").and_then(Value::as_array);
    let codes = codes.into_iter().flatten().filter_map(Value::as_str);
    codes
        .map(|code| Rider {
            rider_type: code.into(),
            ..Rider::default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Line;
    use crate::upload::contract::ContractField;
    use serde_json::json;

    #[test]
    fn reads_riders_by_code_and_label() {
        let both = json!(["WaiverOfPremium", "LongTermCare"]);
        for cell in [
            "WaiverOfPremium;LongTermCare",
            "waiver of premium; long-term care;",
            "Waiver Of Premium, Long Term Care",
        ] {
            assert_eq!(riders(cell), Ok(both.clone()), "{cell}");
        }
        let fault = riders("GLWB; Sidecar").unwrap_err();
        assert_eq!(fault.code, "unknown_term");
        assert!(
            fault.message.contains("Guaranteed Lifetime Withdrawal"),
            "{fault}"
        );
        assert_eq!(riders("GLWB, glwb").unwrap_err().code, "duplicate");
    }

    #[test]
    fn reads_charges_of_exports_and_books() {
        for (cell, read) in [
            ("7;6.5;5", json!(["7", "6.5", "5"])),
            ("7%, 6.50%, 5%", json!(["7", "6.5", "5"])),
            ("0", json!(["0"])),
        ] {
            assert_eq!(charges(cell), Ok(read), "{cell}");
        }
        assert_eq!(charges("7;seven").unwrap_err().code, "percent_format");
        assert_eq!(charges("7;101").unwrap_err().code, "percent_range");
    }

    #[test]
    fn displays_each_entry() {
        let shown = |code, value| ContractField::of(Line::Annuity, code)?.display(&value);
        assert_eq!(
            shown("riders", json!(["GLWB", "LongTermCare"])).as_deref(),
            Some("Guaranteed Lifetime Withdrawal, Long-Term Care")
        );
        assert_eq!(
            shown("surrenderSchedule", json!(["7", "6.5"])).as_deref(),
            Some("7%, 6.5%")
        );
        assert_eq!(shown("surrenderSchedule", json!([])), None);
    }
}
