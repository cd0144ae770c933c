//! The owner of a schedule. Their visible rows determine what is sent.

use crate::auth::{Reader, Sight};
use crate::db::schema::app_user;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use jiff::civil::Date;
use shared::permission::Feature::Cohorts;

/// The owner of a schedule with their access and mail address.
pub struct ScheduleOwner {
    pub reader: Reader,
    pub name: String,
    pub email: Option<String>,
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
        let (first_name, last_name, email): (String, String, Option<String>) = app_user::table
            .find(user_key)
            .select((app_user::first_name, app_user::last_name, app_user::email))
            .first(connection)
            .await?;
        Ok(Some(Self {
            reader,
            name: format!("{first_name} {last_name}"),
            email,
        }))
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
