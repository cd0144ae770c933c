use super::*;
use shared::branding::BrandColors;

const SCRIPT: &str = "<script>alert('x')</script> & Sons";
const ESCAPED: &str = "&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62; &#38; Sons";

fn frame<'a>(title: &'a str, color: Option<&str>) -> Frame<'a> {
    Frame {
        title,
        platform: "Pine \"&\" <b>Harbor</b>",
        firm: "Harbor & Pine",
        colors: BrandColors::of_firm(color).light,
    }
}

fn item(name: &str) -> Item {
    Item {
        label: "Lapse Pending".into(),
        urgency: Some("Urgent"),
        name: name.into(),
        address: Some("https://portal.example/business/policies/1?a=1&b=\"2\"".into()),
        day: "11/21/2026".into(),
        details: vec![Detail {
            title: name.into(),
            application_url: "https://portal.example/reports/policies/1?panel=changes".into(),
            lines: vec!["Rows added: 1".into(), "<i>Rows removed: 2".into()],
        }],
    }
}

fn notices<'a>(items: &'a [Item], color: Option<&str>) -> Notices<'a> {
    Notices {
        frame: frame("Lapse Pending", color),
        items,
        list: "https://portal.example/notifications/digest".into(),
        settings: "https://portal.example/settings/notifications".into(),
    }
}

fn cohort_mail(unsubscribe: Option<&str>) -> CohortMail<'_> {
    CohortMail {
        frame: frame("Your <b>contracts</b>", None),
        note: Some("Sent late. This was due on 10/31/2026."),
        message: "Dear <script>alert(1)</script>,\n\nline & line\nlast",
        unsubscribe,
    }
}

#[test]
fn notices_escape_html_and_adjust_unreadable_colors() {
    let items = [item(SCRIPT)];
    for color in [None, Some("#ffff00"), Some("#000000"), Some("nonsense")] {
        let html = notices(&items, color).render().unwrap().html;
        for tag in ["<script", "<b>", "<i>"] {
            assert!(!html.contains(tag), "{tag} in {html}");
        }
        assert_eq!(html.matches(ESCAPED).count(), 2, "{html}");
        assert!(html.contains("href=\"https://portal.example/business/policies/1?a=1&#38;b=&#34;2&#34;\""));
        for outside in ["<img", "<link", "url(", "@import"] {
            assert!(
                !html.contains(outside),
                "{outside} refers to an external resource"
            );
        }
        assert!(!html.contains("#ffff00"), "white text on yellow is unreadable");
    }
}

#[test]
fn notices_as_text_list_names_details_and_links() {
    let mut plain = item("P-2");
    (plain.urgency, plain.address, plain.details) = (None, None, Vec::new());
    let text = notices(&[item("P-1"), plain], None).render().unwrap().text;
    assert_eq!(
        text,
        "Lapse Pending

Lapse Pending (Urgent), 11/21/2026
P-1
https://portal.example/business/policies/1?a=1&b=\"2\"

P-1
  Rows added: 1
  <i>Rows removed: 2
  https://portal.example/reports/policies/1?panel=changes

Lapse Pending, 11/21/2026
P-2

View all notifications: https://portal.example/notifications/digest

-- \nPine \"&\" <b>Harbor</b> for Harbor & Pine. Manage email preferences: \
         https://portal.example/settings/notifications"
    );
}

#[test]
fn cohort_mail_escapes_html_and_keeps_line_breaks() {
    let html = cohort_mail(Some("https://portal.example/unsubscribe/1.1.abc"))
        .render()
        .unwrap()
        .html;
    for tag in ["<script", "<b>"] {
        assert!(!html.contains(tag), "{tag} in {html}");
    }
    assert!(
        html.contains("<p style=\"margin:0 0 12px\">Dear &#60;script&#62;alert(1)&#60;/script&#62;,</p>")
    );
    assert!(
        html.contains("<p style=\"margin:0 0 12px\">line &#38; line<br>last</p>"),
        "{html}"
    );
    assert!(html.contains("<a href=\"https://portal.example/unsubscribe/1.1.abc\""));
    assert!(!cohort_mail(None).render().unwrap().html.contains("Unsubscribe"));
}

#[test]
fn cohort_mail_as_text_is_the_message_with_note_and_footer() {
    let text = |unsubscribe| cohort_mail(unsubscribe).render().unwrap().text;
    let message = "Sent late. This was due on 10/31/2026.

Dear <script>alert(1)</script>,

line & line
last

-- \nPine \"&\" <b>Harbor</b> for Harbor & Pine.";
    assert_eq!(text(None), message);
    assert_eq!(
        text(Some("https://portal.example/unsubscribe/1.1.abc")),
        format!("{message} Unsubscribe from these emails: https://portal.example/unsubscribe/1.1.abc")
    );
}
