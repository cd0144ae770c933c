//! Built-in templates.

use super::{DeliverableKind, DeliverableTemplate, TemplateSettings};
use uuid::Uuid;

const AGENT: Uuid = Uuid::from_u128(0xb00c_0000_0000_4000_8000_0000_0000_0001);
const OWNER: Uuid = Uuid::from_u128(0xb00c_0000_0000_4000_8000_0000_0000_0002);
const REPORT: Uuid = Uuid::from_u128(0xb00c_0000_0000_4000_8000_0000_0000_0003);
const REPORT_BY_OWNER: Uuid = Uuid::from_u128(0xb00c_0000_0000_4000_8000_0000_0000_0004);

/// Returns the built-in templates. Their uuids never change, because stored documents refer to them.
pub fn built_in_templates() -> impl Iterator<Item = DeliverableTemplate> {
    [
        (AGENT, DeliverableKind::Agent, "Agent book of business"),
        (OWNER, DeliverableKind::Owner, "Client book of business"),
        (REPORT, DeliverableKind::ReportSummary, "Report summary"),
        (
            REPORT_BY_OWNER,
            DeliverableKind::ReportSummaryOwner,
            "Report summary by owner",
        ),
    ]
    .into_iter()
    .map(|(uuid, kind, name)| DeliverableTemplate {
        uuid,
        template_type: kind.number(),
        name: name.into(),
        is_global: true,
        is_default: true,
        settings: TemplateSettings::default(),
        is_retired: false,
        version: None,
        // The server sets the actual count.
        schedule_count: 0,
    })
}
