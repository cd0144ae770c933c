//! A mail as HTML: styles in the elements, nothing fetched from anywhere, the firm's colour made readable.

use super::letter::Item;
use shared::branding::{BrandColors, Color};
use std::fmt::Write;

/// The product's own colour.
const BRAND: Color = Color::new(0x11, 0x6a, 0x74);

/// Everything that a mail shows.
pub(super) struct Page<'a> {
    pub title: &'a str,
    pub platform: &'a str,
    /// `#rrggbb` as the firm set it.
    pub color: Option<&'a str>,
    pub firm: &'a str,
    pub items: &'a [Item],
    pub list: String,
    pub settings: String,
}

fn escape(text: &str) -> String {
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
    let colors = BrandColors::of(page.color.and_then(Color::parse).unwrap_or(BRAND)).light;
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
        // Writing to a String does not fail.
        _ = write!(
            rows,
            "<tr><td style=\"padding:12px 24px;border-top:1px solid #dde3e8\">\
             <div style=\"color:#51606d;font-size:13px\">{}{urgency} · {}</div>\
             <div style=\"font-size:15px;padding-top:2px\">{name}</div></td></tr>",
            escape(&item.label),
            item.day
        );
    }
    let (title, platform, firm) = (escape(page.title), escape(page.platform), escape(page.firm));
    let (list, settings) = (escape(&page.list), escape(&page.settings));
    let (brand, on_brand, brand_text) = (colors.brand, colors.on_brand, colors.brand_text);
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
         <tr><td style=\"padding:20px 24px;border-top:1px solid #dde3e8\">\
         <a href=\"{list}\" style=\"display:inline-block;padding:10px 16px;background:{brand};color:{on_brand};\
         text-decoration:none;font-weight:600\">All notifications</a></td></tr>\
         <tr><td style=\"padding:0 24px 20px;color:#51606d;font-size:12px\">{platform} for {firm}. \
         <a href=\"{settings}\" style=\"color:{brand_text}\">What is mailed to you</a> is for you to say.</td></tr>\
         </table></td></tr></table></body></html>"
    )
}
