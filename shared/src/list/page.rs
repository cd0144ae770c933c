//! A page of a list.

use serde::Serialize;

/// Row property that tells outside advisors whether they can open the record. No column has this key.
pub const CAN_OPEN: &str = "canOpen";

/// A page of a list. Rows hold the uuid and the selected columns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListPage {
    #[cfg_attr(feature = "openapi", schema(schema_with = items_schema))]
    pub items: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Total number of rows of the query
    pub total_records: i64,
    /// Send it as `limit.after` to get a later page of the same query.
    pub cursor: Option<String>,
}

#[cfg(feature = "openapi")]
fn items_schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
    let uuid = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    let can_open = ObjectBuilder::new().schema_type(Type::Boolean).description(Some(
        "Whether the record opens. Only in responses to outside advisors.",
    ));
    let row = ObjectBuilder::new()
        .property("uuid", uuid)
        .property(CAN_OPEN, can_open)
        .required("uuid")
        .additional_properties(Some(super::value::scalar_schema()));
    ArrayBuilder::new().items(row).build()
}
