//! Renders emails as HTML with inline styles and no external resources. The firm's color is adjusted for
//! contrast.

use super::letter::Item;
use shared::branding::{BrandColors, BrandShades, Color};
use std::fmt::Write;

/// Firmbook's brand color.
pub(crate) const BRAND: Color = Color::new(0x11, 0x6a, 0x74);

/// Content of a notification email.
pub(super) struct Page<'a> {
    pub title: &'a str,
    pub platform: &'a str,
    /// `#rrggbb` as set by the firm.
    pub color: Option<&'a str>,
    pub firm: &'a str,
    pub items: &'a [Item],
    pub list: String,
    pub settings: String,
}

/// Escapes text for HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

pub(super) fn html(page: &Page<'_>) -> String {
    let colors = colors(page.color);
    let mut rows = String::new();
    for item in page.items {
        let name = escape(&item.name);
        let name = match &item.address {
            Some(address) => format!(
                "<a href=\"{}\" style=\"color:{};font-weight:600\">{name}</a>",
                escape(address),
                colors.brand_text
            ),
            None => format!("<span style=\"font-weight:600\">{name}</span>"),
        };
        let urgency = item
            .urgency
            .map(|urgency| format!(" · <strong>{urgency}</strong>"))
            .unwrap_or_default();
        // Writing to a `String` does not fail.
        _ = write!(
            rows,
            "<tr><td style=\"padding:12px 24px;border-top:1px solid #dde3e8\">\
             <div style=\"color:#51606d;font-size:13px\">{}{urgency} · {}</div>\
             <div style=\"font-size:15px;padding-top:2px\">{name}</div>{}</td></tr>",
            escape(&item.label),
            item.day,
            details(item, &colors.brand_text)
        );
    }
    let (list, settings) = (escape(&page.list), escape(&page.settings));
    let (brand, on_brand, brand_text) = (&colors.brand, &colors.on_brand, &colors.brand_text);
    let button = format!(
        "<tr><td style=\"padding:20px 24px;border-top:1px solid #dde3e8\">\
         <a href=\"{list}\" style=\"display:inline-block;padding:10px 16px;background:{brand};color:{on_brand};\
         text-decoration:none;font-weight:600\">View all notifications</a></td></tr>"
    );
    let foot = format!("<a href=\"{settings}\" style=\"color:{brand_text}\">Manage email preferences</a>");
    frame(
        &colors,
        page.title,
        (page.platform, page.firm),
        &format!("{rows}{button}"),
        &foot,
    )
}

fn details(item: &Item, color: &str) -> String {
    let mut parts = String::new();
    for detail in &item.details {
        let lines: Vec<String> = detail.lines.iter().map(|line| escape(line)).collect();
        _ = write!(
            parts,
            "<div style=\"padding-top:10px\"><a href=\"{}\" style=\"color:{color}\">{}</a></div>\
             <div style=\"color:#51606d;font-size:13px\">{}</div>",
            escape(&detail.application_url),
            escape(&detail.title),
            lines.join("<br>")
        );
    }
    parts
}

/// Content of a cohort email.
pub(super) struct Words<'a> {
    pub title: &'a str,
    pub platform: &'a str,
    /// `#rrggbb` as set by the firm.
    pub color: Option<&'a str>,
    pub firm: &'a str,
    /// States that the email is late.
    pub note: Option<&'a str>,
    /// Plain text. Line breaks are kept.
    pub message: &'a str,
    pub unsubscribe: Option<&'a str>,
}

pub(super) fn words_html(words: &Words<'_>) -> String {
    let colors = colors(words.color);
    let mut rows = String::new();
    if let Some(note) = words.note {
        // Writing to a `String` does not fail.
        _ = write!(
            rows,
            "<tr><td style=\"padding:0 24px 12px;color:#51606d;font-size:13px\">{}</td></tr>",
            escape(note)
        );
    }
    rows.push_str("<tr><td style=\"padding:0 24px 20px;font-size:15px;line-height:22px\">");
    for paragraph in words.message.split("\n\n") {
        let lines = escape(paragraph).replace('\n', "<br>");
        _ = write!(rows, "<p style=\"margin:0 0 12px\">{lines}</p>");
    }
    rows.push_str("</td></tr>");
    let foot = words.unsubscribe.map(|address| {
        format!(
            "<a href=\"{}\" style=\"color:{}\">Unsubscribe</a> from these emails.",
            escape(address),
            colors.brand_text
        )
    });
    let names = (words.platform, words.firm);
    frame(&colors, words.title, names, &rows, &foot.unwrap_or_default())
}

fn colors(own: Option<&str>) -> BrandShades {
    BrandColors::of(own.and_then(Color::parse).unwrap_or(BRAND)).light
}

/// Wraps the content in the common layout. `rows` and `foot` are HTML.
fn frame(
    colors: &BrandShades,
    title: &str,
    (platform, firm): (&str, &str),
    rows: &str,
    foot: &str,
) -> String {
    let (title, platform, firm) = (escape(title), escape(platform), escape(firm));
    let (brand, on_brand) = (&colors.brand, &colors.on_brand);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light\"><title>{title}</title></head>\
         <body style=\"margin:0;background:#f4f6f7;color:#17212b;font:14px/20px Inter,Segoe UI,Arial,sans-serif\">\
         <table role=\"presentation\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr><td align=\"center\" \
         style=\"padding:24px 8px\">\
         <table role=\"presentation\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" \
         style=\"max-width:600px;background:#ffffff;border:1px solid #dde3e8;text-align:left\">\
         <tr><td style=\"padding:16px 24px;background:{brand};color:{on_brand};font-size:16px;font-weight:600\">\
         {platform}</td></tr>\
         <tr><td style=\"padding:20px 24px\"><h1 style=\"margin:0;font-size:20px;line-height:28px\">{title}</h1>\
         </td></tr>{rows}\
         <tr><td style=\"padding:0 24px 20px;color:#51606d;font-size:12px\">{platform} for {firm}. {foot}</td></tr>\
         </table></td></tr></table></body></html>"
    )
}
