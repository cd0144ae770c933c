//! The page behind the unsubscribe link in cohort emails. It works without a sign-in. Opening it changes
//! nothing, because link scanners open it too.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::mail::Branding;
use crate::records::firm;
use crate::sends::unsubscribe::{PATH, among, key, read, set};
use anyhow::{Context, anyhow};
use askama::Template;
use aws_lc_rs::rand;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderValue, StatusCode, header};
use shared::branding::{BrandColors, PLATFORM_NAME};

/// Content of the page.
struct Page<'a> {
    platform: &'a str,
    colors: BrandColors,
    title: &'a str,
    text: String,
    /// Label of the button and the path it posts to.
    button: Option<(&'a str, String)>,
}

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct PageHtml<'a> {
    page: &'a Page<'a>,
    /// Allows the style sheet in the content security policy.
    nonce: &'a str,
}

pub fn page(app: &App) -> Router {
    Router::new()
        .route(&format!("{PATH}/{{token}}"), get(show).post(leave))
        .route(&format!("{PATH}/{{token}}/undo"), axum::routing::post(come_back))
        .with_state(app.clone())
}

async fn show(State(app): State<App>, Path(token): Path<String>) -> Response {
    answer(&app, &token, None).await
}

/// Handles the button of the page and the one-click request of mail clients (RFC 8058).
async fn leave(State(app): State<App>, Path(token): Path<String>) -> Response {
    answer(&app, &token, Some(true)).await
}

async fn come_back(State(app): State<App>, Path(token): Path<String>) -> Response {
    answer(&app, &token, Some(false)).await
}

async fn answer(app: &App, token: &str, wish: Option<bool>) -> Response {
    match find(app, token, wish).await {
        Ok(found) => found,
        Err(ApiError::NotFound(_)) => {
            let page = Page {
                platform: PLATFORM_NAME,
                colors: BrandColors::of_firm(None),
                title: "This link is not valid",
                text: "It may be incomplete. Open the link in the email again.".into(),
                button: None,
            };
            html(StatusCode::NOT_FOUND, &page).unwrap_or_else(IntoResponse::into_response)
        }
        Err(error) => error.into_response(),
    }
}

async fn find(app: &App, token: &str, wish: Option<bool>) -> ApiResult<Response> {
    let (firm_id, address) = read(&app.sealer, token)?;
    let mut transaction = app.db.begin(firm_id).await?;
    if let Some(wish) = wish {
        set(&mut transaction, firm_id, &address, app.clock.now(), wish).await?;
    }
    let gone = among(&mut transaction, firm_id, &[&address]).await?;
    let branding = Branding::of(&app.config, &mut transaction, firm_id).await?;
    let firm = firm::name(&mut transaction, firm_id).await?;
    transaction.commit().await?;
    let is_gone = gone.contains(&key(&address));
    let page = Page {
        platform: &branding.platform,
        colors: branding.colors(),
        title: if is_gone {
            "You are unsubscribed"
        } else {
            "Unsubscribe"
        },
        text: if is_gone {
            format!("{firm} no longer sends these emails to {address}.")
        } else {
            format!("Stop {firm} from sending these emails to {address}?")
        },
        button: Some(if is_gone {
            ("Resubscribe", format!("{PATH}/{token}/undo"))
        } else {
            ("Unsubscribe", format!("{PATH}/{token}"))
        }),
    };
    html(StatusCode::OK, &page)
}

fn html(status: StatusCode, page: &Page<'_>) -> ApiResult<Response> {
    let mut random = [0; 16];
    rand::fill(&mut random).map_err(|_| anyhow!("system random number generator failed"))?;
    let nonce = STANDARD.encode(random);
    let body = PageHtml { page, nonce: &nonce }
        .render()
        .context("cannot render the unsubscribe page")?;
    let mut response = (status, Html(body)).into_response();
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
