//! The owner of a schedule. Their visible rows determine what is sent.

use crate::auth::{Reader, Sight};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::permission::Feature::Cohorts;

pub struct ScheduleOwner {
    pub reader: Reader,
    pub name: String,
    pub email: Option<String>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
}

impl ScheduleOwner {
    /// Returns `None` if the user no longer works in the firm or may no longer send.
    pub async fn find(
        connection: &mut AsyncPgConnection,
        firm_id: i32,
        user_key: &str,
    ) -> QueryResult<Option<Self>> {
        let reader = Reader::find(connection, firm_id, user_key).await?;
        let Some(reader) = reader.filter(|reader| reader.permissions.can_write(Cohorts)) else {
            return Ok(None);
        };
        let Row { name, email } = diesel::sql_query(
            "SELECT first_name || ' ' || last_name AS name, email FROM app_user WHERE user_key = $1",
        )
        .bind::<Text, _>(user_key)
        .get_result(connection)
        .await?;
        Ok(Some(Self { reader, name, email }))
    }

    /// Returns the owner's visible rows of the firm.
    pub fn sight(&self, firm_id: i32, day: Date) -> Sight<'_> {
        Sight {
            firm_id,
            scope: &self.reader.scope,
            day,
            time_zone: &self.reader.time_zone,
        }
    }
}
