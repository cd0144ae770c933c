//! Custom fields added by imports.

use super::support::{AGENT, Wizard, app};
use crate::support::FIRM;

#[tokio::test]
async fn new_custom_fields_get_the_lowest_free_columns() {
    let (app, _) = app().await;
    let admin = app.admin().await;
    app.execute(&format!(
        "INSERT INTO custom_field (firm_id, contact_kind, name, column_number)
         VALUES ({FIRM}, 1, 'Second', 2), ({FIRM}, 2, 'Of owners', 1)"
    ))
    .await;
    let headings: Vec<String> = (1..=30).map(|number| format!("Field {number}")).collect();
    let file = format!(
        "First Name,Last Name,Second,{}\nAda,Lee,b,{}\n",
        headings.join(","),
        vec!["x"; 30].join(",")
    );
    let mut wizard = Wizard::begin(&admin, AGENT, &file)
        .await
        .with_target(2, "custom:Second");
    for (column, heading) in (3..).zip(&headings) {
        wizard = wizard.with_target(column, &format!("custom:{heading}"));
    }
    wizard.import().await;
    let columns = "SELECT string_agg(name || ' ' || coalesce(column_number::text, 'none'), ', ' ORDER BY column_number, name)
                   FROM custom_field WHERE contact_kind = 1 AND coalesce(column_number NOT BETWEEN 4 AND 28, TRUE)";
    // The fields are in file order. There is no column left for the last one.
    assert_eq!(
        app.text(columns).await.as_deref(),
        Some("Field 1 1, Second 2, Field 2 3, Field 28 29, Field 29 30, Field 30 none")
    );
}
