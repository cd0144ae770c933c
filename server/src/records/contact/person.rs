//! The columns of a person, in contacts and in staged upload rows.

use crate::db::copy::columns;
use crate::db::schema::contact;
use diesel::pg::Pg;
use diesel::prelude::*;
use jiff::civil::Date;
use shared::contact::name::display_name;
use shared::contact::{Address, Person};

/// Defines [`PersonColumns`]: the columns that share a name with a field of `Person`, then the address columns.
macro_rules! person_columns {
    (
        person { $($(#[$meta:meta])* $column:ident: $kind:ty,)+ }
        address { $($address_column:ident: $part:ident,)+ }
    ) => {
        /// The editable columns except the tax ID. Updates write `None` as NULL, because a form always sends
        /// the whole person.
        #[derive(Debug, Clone, PartialEq)]
        #[derive(Queryable, Selectable, QueryableByName, Insertable, AsChangeset)]
        #[diesel(table_name = contact, check_for_backend(Pg), treat_none_as_null = true)]
        pub struct PersonColumns {
            pub display_name: String,
            pub owner_type: Option<i16>,
            $($(#[$meta])* pub $column: $kind,)+
            $(pub $address_column: Option<String>,)+
        }

        columns!(PersonColumns { display_name, owner_type, $($column,)+ $($address_column),+ });

        impl From<Person> for PersonColumns {
            fn from(person: Person) -> Self {
                let display_name = display_name(&person);
                let Person { owner_type, tax_id: _, address, $($column),+ } = person;
                let Address { $($part),+ } = address;
                Self {
                    display_name,
                    owner_type: owner_type.map(i16::from),
                    $($column,)+
                    $($address_column: $part,)+
                }
            }
        }

        impl From<PersonColumns> for Person {
            fn from(row: PersonColumns) -> Self {
                Self {
                    owner_type: row.owner_type.and_then(|number| u8::try_from(number).ok()),
                    tax_id: None,
                    address: Address { $($part: row.$address_column),+ },
                    $($column: row.$column),+
                }
            }
        }
    };
}

person_columns! {
    person {
        title: Option<String>,
        first_name: Option<String>,
        middle_name: Option<String>,
        last_name: Option<String>,
        suffix: Option<String>,
        organization_name: Option<String>,
        #[diesel(deserialize_as = jiff_diesel::NullableDate, serialize_as = jiff_diesel::NullableDate)]
        trust_date: Option<Date>,
        email: Option<String>,
        phone: Option<String>,
        mobile_phone: Option<String>,
        #[diesel(deserialize_as = jiff_diesel::NullableDate, serialize_as = jiff_diesel::NullableDate)]
        dob: Option<Date>,
        sex: Option<String>,
        npn: Option<String>,
        agency_code: Option<String>,
        external_id: Option<String>,
        notes: Option<String>,
    }
    address {
        address_line1: line1,
        address_line2: line2,
        city: city,
        state: state,
        postal_code: postal_code,
        country: country,
    }
}
