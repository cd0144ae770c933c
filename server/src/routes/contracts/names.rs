//! The contract types behind the routes.

use crate::records::contract::InDatabase;
use serde::de::DeserializeOwned;
use shared::contract::transaction::Transacted;
use shared::contract::{Annuity, Policy};
use utoipa::ToSchema;

/// A type of contract that can be stored, sent and received.
pub trait Kept: InDatabase + Transacted + DeserializeOwned + PartialEq + ToSchema {}
impl Kept for Policy {}
impl Kept for Annuity {}
