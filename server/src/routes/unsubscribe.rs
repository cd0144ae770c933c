//! The page behind the unsubscribe link in cohort emails. It works without a sign-in. Opening it changes
//! nothing, because link scanners open it too.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Looks, escape};
use crate::sends::unsubscribe::{PATH, among, key, read, set};
use aws_lc_rs::rand;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::{Engine, engine::general_purpose::STANDARD};
use diesel::sql_types::{Integer, Text};
use diesel_async::RunQueryDsl;
use http::{HeaderValue, StatusCode, header};
use shared::branding::{BrandColors, Color};

#[derive(diesel::QueryableByName)]
struct Firm {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Content of a page.
struct Page<'a> {
    title: &'a str,
    text: String,
    /// Label of the button and the path it posts to.
    button: Option<(&'a str, String)>,
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
                title: "This link is not valid",
                text: "It may be incomplete. Open the link in the email again.".into(),
                button: None,
            };
            html(StatusCode::NOT_FOUND, "Firmbook", None, &page)
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
    let looks = Looks::of(&app.config, &mut transaction, firm_id).await?;
    let firm: Firm = diesel::sql_query("SELECT name FROM firm WHERE firm_id = $1")
        .bind::<Integer, _>(firm_id)
        .get_result(&mut *transaction)
        .await?;
    transaction.commit().await?;
    let page = if gone.contains(&key(&address)) {
        Page {
            title: "You are unsubscribed",
            text: format!("{} no longer sends these emails to {address}.", firm.name),
            button: Some(("Resubscribe", format!("{PATH}/{token}/undo"))),
        }
    } else {
        Page {
            title: "Unsubscribe",
            text: format!("Stop {} from sending these emails to {address}?", firm.name),
            button: Some(("Unsubscribe", format!("{PATH}/{token}"))),
        }
    };
    Ok(html(
        StatusCode::OK,
        &looks.platform,
        looks.color.as_deref(),
        &page,
    ))
}

fn html(status: StatusCode, platform: &str, color: Option<&str>, page: &Page<'_>) -> Response {
    let mut random = [0; 16];
    if rand::fill(&mut random).is_err() {
        return ApiError::Internal(anyhow::anyhow!("system random number generator failed")).into_response();
    }
    let nonce = STANDARD.encode(random);
    let shades = BrandColors::of(color.and_then(Color::parse).unwrap_or(crate::mail::BRAND));
    let (light, dark) = (shades.light, shades.dark);
    let button = page.button.as_ref().map(|(label, action)| {
        format!(
            "<form method=\"post\" action=\"{}\"><button>{label}</button></form>",
            escape(action)
        )
    });
    let (platform, title, text) = (escape(platform), escape(page.title), escape(&page.text));
    let body = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title} · {platform}</title><style nonce=\"{nonce}\">\
         :root{{color-scheme:light dark}}\
         body{{margin:0;background:#f4f6f7;color:#17212b;font:16px/24px Inter,Segoe UI,Arial,sans-serif}}\
         header{{padding:16px 24px;background:{};color:{};font-weight:600}}\
         main{{max-width:36rem;margin:14vh auto 0;padding:0 24px;overflow-wrap:anywhere}}\
         h1{{font-size:28px;line-height:36px}}\
         button{{padding:10px 16px;border:0;border-radius:6px;background:{};color:{};font:inherit;font-weight:600;\
         cursor:pointer}}\
         @media(prefers-color-scheme:dark){{body{{background:#10161c;color:#e6ebf0}}\
         header,button{{background:{};color:{}}}}}\
         </style></head><body><header>{platform}</header><main><h1>{title}</h1><p>{text}</p>{}</main></body></html>",
        light.brand,
        light.on_brand,
        light.brand,
        light.on_brand,
        dark.brand,
        dark.on_brand,
        button.unwrap_or_default()
    );
    let mut response = (status, Html(body)).into_response();
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
