//! Statements that save, delete and restore rows with a version. Deleted rows keep their data.

use uuid::Uuid;

/// Key and version of a part of a record, such as a contract's beneficiary or a person in a trust.
#[derive(Clone, Copy)]
pub struct PartVersion {
    /// The contract or trust.
    pub whole: Uuid,
    pub uuid: Uuid,
    pub version: i32,
}

/// Saves the row of `$table` with this uuid and version. Evaluates to `false` if another version is stored or the row is
/// deleted. Further conditions can follow.
macro_rules! save {
    ($table:ident, $connection:expr, $viewer:expr, ($uuid:expr, $version:expr), $fields:expr, $now:expr $(, $condition:expr)*) => {{
        let saved = diesel::update($table::table.find(($viewer.firm.id, $uuid)))
            .filter($table::version.eq($version))
            .filter($table::deleted_at.is_null())
            $(.filter($condition))*
            .set((
                $fields,
                $table::version.eq($table::version + 1),
                $table::updated_at.eq(jiff_diesel::Timestamp::from($now)),
                $table::updated_by.eq(&$viewer.user_key),
            ))
            .execute($connection)
            .await?;
        Ok(saved == 1)
    }};
}

/// Deletes the row of `$table` with this uuid and version. Evaluates to `false` if another version is stored or the row
/// is deleted. Further conditions can follow.
macro_rules! soft_delete {
    ($table:ident, $connection:expr, $viewer:expr, ($uuid:expr, $version:expr), $now:expr $(, $condition:expr)*) => {{
        let now = jiff_diesel::Timestamp::from($now);
        let deleted = diesel::update($table::table.find(($viewer.firm.id, $uuid)))
            .filter($table::version.eq($version))
            .filter($table::deleted_at.is_null())
            $(.filter($condition))*
            .set((
                $table::deleted_at.eq(now),
                $table::version.eq($table::version + 1),
                $table::updated_at.eq(now),
                $table::updated_by.eq(&$viewer.user_key),
            ))
            .execute($connection)
            .await?;
        Ok(deleted == 1)
    }};
}

/// Restores the deleted row of `$table` with this uuid. Evaluates to `false` if there is none. Further conditions can
/// follow.
macro_rules! restore {
    ($table:ident, $connection:expr, $viewer:expr, $uuid:expr, $now:expr $(, $condition:expr)*) => {{
        let restored = diesel::update($table::table.find(($viewer.firm.id, $uuid)))
            .filter($table::deleted_at.is_not_null())
            $(.filter($condition))*
            .set((
                $table::deleted_at.eq(None::<jiff_diesel::Timestamp>),
                $table::version.eq($table::version + 1),
                $table::updated_at.eq(jiff_diesel::Timestamp::from($now)),
                $table::updated_by.eq(&$viewer.user_key),
            ))
            .execute($connection)
            .await?;
        Ok(restored == 1)
    }};
}

pub(super) use {restore, save, soft_delete};
