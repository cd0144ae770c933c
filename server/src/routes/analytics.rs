//! Groups policies, with totals per group.

use super::{Access, Body, PathParams, Read, Route, Write};
use crate::app::App;
use crate::audit;
use crate::auth::Viewer;
use crate::error::{ApiError, ApiResult};
use crate::list::{CsvWriter, groups};
use crate::routes::list_query;
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::State};
use bytes::Bytes;
use http::{StatusCode, header};
use rust_decimal::Decimal;
use serde_json::json;
use shared::list::groups::{By, Figures, Grouping, Groups, Shares};
use shared::list::{ListName, ListQuery};
use shared::permission::Feature::{AllPolicies, Analytics, ExportData};

const GROUP: &str = "Analytics";

pub fn routes() -> [Route; 2] {
    [
        Route::post("/Analytics/{grouping}", Access::Feature(Analytics, Read), read)
            .queries()
            .says(
                GROUP,
                "Groups the policies of a list query, with totals per group. Also requires read access to `allPolicies`",
            )
            .gives::<Groups>(StatusCode::OK, "The groups"),
        Route::post(
            "/Analytics/{grouping}/export",
            Access::Feature(ExportData, Write),
            export,
        )
        .queries()
        .says(
            GROUP,
            "Exports all groups as CSV. Also requires read access to `analytics` and `allPolicies`",
        )
        .gives_file(["text/csv"], "CSV"),
    ]
}

fn grouping(name: &str) -> ApiResult<Grouping> {
    Grouping::from_code(name).ok_or(ApiError::NotFound("analysis"))
}

async fn read(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Body(query): Body<ListQuery>,
) -> ApiResult<Json<Groups>> {
    viewer.may_read(AllPolicies)?;
    let grouping = grouping(&name)?;
    let query = list_query::prepare(&app, &viewer, ListName::Policies, query).await?;
    Ok(Json(
        groups::groups(&app.db, &viewer, &query, grouping, groups::MOST_SHOWN).await?,
    ))
}

async fn export(
    State(app): State<App>,
    viewer: Viewer,
    PathParams(name): PathParams<String>,
    Body(query): Body<ListQuery>,
) -> ApiResult<Response> {
    viewer.may_read(Analytics)?;
    viewer.may_read(AllPolicies)?;
    let grouping = grouping(&name)?;
    let query = list_query::prepare(&app, &viewer, ListName::Policies, query).await?;
    let found = groups::groups(&app.db, &viewer, &query, grouping, i64::MAX).await?;
    let mut transaction = app.db.begin(viewer.firm.id).await?;
    let details = json!({ "groupedBy": grouping.code() });
    audit::record(
        &mut transaction,
        &viewer,
        "export",
        (ListName::Policies.as_str(), None),
        details,
    )
    .await?;
    transaction.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!(
                "attachment; filename=\"{}.csv\"",
                grouping.label().replace(' ', "")
            ),
        ),
    ];
    Ok((headers, file(grouping, &found)).into_response())
}

/// Writes the heading, one line per group, and a total that counts each policy once, or all premiums.
fn file(grouping: Grouping, found: &Groups) -> Bytes {
    let mut writer = CsvWriter::new(16 * 1024);
    let [count, count_share, premium, premium_share] = if grouping.by() == By::PremiumDue {
        [
            "# Premiums",
            "# Premiums Share %",
            "Premium Due",
            "Premium Due Share %",
        ]
    } else {
        [
            "# Policies",
            "# Policies Share %",
            "Annualized Premium",
            "Annualized Premium Share %",
        ]
    };
    writer.line([
        grouping.name_of_group(),
        count,
        count_share,
        "Death Benefit",
        "Death Benefit Share %",
        premium,
        premium_share,
        "Cash Value",
        "Cash Value Share %",
    ]);
    for group in &found.groups {
        line(grouping, &group.label, &group.figures, &group.shares, &mut writer);
    }
    let shares = found.totals.shares_of(&found.totals);
    line(grouping, "Total", &found.totals, &shares, &mut writer);
    writer.take()
}

fn line(grouping: Grouping, label: &str, figures: &Figures, shares: &Shares, writer: &mut CsvWriter) {
    writer.text(label);
    writer.plain(figures.policy_count);
    share(shares.policy_count, writer);
    writer.plain(figures.death_benefit);
    share(shares.death_benefit, writer);
    let (premium, premium_share) = match grouping.by() {
        By::PremiumDue => (figures.premium_due, shares.premium_due),
        _ => (figures.annualized_premium, shares.annualized_premium),
    };
    writer.plain(premium);
    share(premium_share, writer);
    writer.plain(figures.policy_cash_value);
    share(shares.policy_cash_value, writer);
    writer.end_line();
}

fn share(share: Option<Decimal>, writer: &mut CsvWriter) {
    match share {
        Some(share) => writer.plain(share),
        None => writer.empty(),
    }
}
