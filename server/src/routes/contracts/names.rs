//! The contract types behind the routes, and the names of each line.

use crate::records::contract::InDatabase;
use serde::de::DeserializeOwned;
use shared::contract::{Annuity, Line, Policy};
use shared::list::ListName;
use shared::permission::Feature;
use utoipa::ToSchema;

/// A type of contract that can be stored, sent and received.
pub trait Kept: InDatabase + DeserializeOwned + ToSchema {}
impl Kept for Policy {}
impl Kept for Annuity {}

pub struct Names {
    /// First segment of the paths.
    pub resource: &'static str,
    pub list: ListName,
    pub plural: &'static str,
    /// Feature that the routes of the line require.
    pub feature: Feature,
    pub export_file: &'static str,
}

pub fn names(line: Line) -> Names {
    match line {
        Line::Life => Names {
            resource: "allpolicy",
            list: ListName::Policies,
            plural: "policies",
            feature: Feature::AllPolicies,
            export_file: "AllPolicies.csv",
        },
        Line::Annuity => Names {
            resource: "allannuity",
            list: ListName::Annuities,
            plural: "annuities",
            feature: Feature::Annuities,
            export_file: "AllAnnuities.csv",
        },
    }
}
