//! PostgreSQL's binary COPY format and a sink for rows.

use super::numeric;
use anyhow::Context;
use bytes::{Bytes, BytesMut};
use futures_util::SinkExt;
use jiff::Timestamp;
use jiff::civil::Date;
use std::borrow::Cow;
use std::pin::Pin;
use tokio_postgres::{Client, CopyInSink};
use uuid::Uuid;

/// US dollars in cents, stored as `numeric(18,2)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cents(pub i64);

/// A percentage in ten-thousandths, stored as `numeric(7,4)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate(pub i64);

/// JSON text for a `jsonb` column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Json(pub Cow<'static, str>);

/// A value in binary COPY format: length and bytes, or -1 for null.
pub trait Field {
    fn put(&self, out: &mut Vec<u8>);
}

/// Columns of a table.
pub trait Columns {
    fn names() -> Vec<&'static str>;

    /// Writes the values in the order of the names.
    fn put(&self, out: &mut Vec<u8>);
}

/// A row of a table.
pub trait Row: Columns {
    const TABLE: &'static str;
}

/// Implements [`Columns`] for a struct. Its fields are columns, and fields in brackets are structs with more
/// columns.
macro_rules! columns {
    ($name:ident { $($field:ident),* } $([$($part:ident: $columns:ty),*])?) => {
        impl $crate::db::copy::Columns for $name {
            fn names() -> Vec<&'static str> {
                [
                    vec![$(stringify!($field)),*],
                    $($(<$columns as $crate::db::copy::Columns>::names(),)*)?
                ]
                .concat()
            }

            fn put(&self, out: &mut Vec<u8>) {
                $($crate::db::copy::Field::put(&self.$field, out);)*
                $($($crate::db::copy::Columns::put(&self.$part, out);)*)?
            }
        }
    };
}

pub(crate) use columns;

fn sized(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    write(out);
    let length = (out.len() - start - 4) as i32;
    out[start..start + 4].copy_from_slice(&length.to_be_bytes());
}

macro_rules! big_endian {
    ($($number:ty),*) => {$(
        impl Field for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&(size_of::<$number>() as i32).to_be_bytes());
                out.extend_from_slice(&self.to_be_bytes());
            }
        }
    )*};
}
big_endian!(i16, i32, i64);

impl Field for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0, 0, 0, 1, u8::from(*self)]);
    }
}

impl Field for [u8] {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.len() as i32).to_be_bytes());
        out.extend_from_slice(self);
    }
}

impl Field for Vec<u8> {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_slice().put(out);
    }
}

impl Field for &str {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().put(out);
    }
}

impl Field for String {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().put(out);
    }
}

impl Field for Cow<'_, str> {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().put(out);
    }
}

impl Field for Uuid {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().as_slice().put(out);
    }
}

impl Field for Date {
    fn put(&self, out: &mut Vec<u8>) {
        let days = (*self - jiff::civil::date(2000, 1, 1)).get_days();
        days.put(out);
    }
}

impl Field for Timestamp {
    fn put(&self, out: &mut Vec<u8>) {
        const SECONDS_TO_2000: i64 = 946_684_800;
        (self.as_microsecond() - SECONDS_TO_2000 * 1_000_000).put(out);
    }
}

impl Field for Cents {
    fn put(&self, out: &mut Vec<u8>) {
        sized(out, |out| {
            numeric::encode(out, self.0 < 0, self.0.unsigned_abs(), 2);
        });
    }
}

impl Field for Rate {
    fn put(&self, out: &mut Vec<u8>) {
        sized(out, |out| {
            numeric::encode(out, self.0 < 0, self.0.unsigned_abs(), 4);
        });
    }
}

impl Field for Vec<Rate> {
    fn put(&self, out: &mut Vec<u8>) {
        const NUMERIC: i32 = 1700;
        let dimensions = i32::from(!self.is_empty());
        sized(out, |out| {
            for number in [dimensions, 0, NUMERIC] {
                out.extend_from_slice(&number.to_be_bytes());
            }
            if dimensions > 0 {
                out.extend_from_slice(&(self.len() as i32).to_be_bytes());
                out.extend_from_slice(&1_i32.to_be_bytes());
            }
            for rate in self {
                rate.put(out);
            }
        });
    }
}

impl Field for Json {
    fn put(&self, out: &mut Vec<u8>) {
        sized(out, |out| {
            out.push(1);
            out.extend_from_slice(self.0.as_bytes());
        });
    }
}

impl<T: Field> Field for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => value.put(out),
            None => out.extend_from_slice(&(-1_i32).to_be_bytes()),
        }
    }
}

/// Buffer size, in bytes, at which rows are sent.
const CHUNK: usize = 256 * 1024;

/// A COPY stream into one table.
pub struct RowSink {
    sink: Pin<Box<CopyInSink<Bytes>>>,
    buffer: Vec<u8>,
    columns: i16,
    rows: u64,
}

impl RowSink {
    /// Starts a COPY into `table`, which has the columns of `R`. `option` is appended to the options, e.g. `,
    /// FREEZE`.
    pub async fn open<R: Row>(client: &Client, table: &str, option: &str) -> anyhow::Result<Self> {
        let columns = R::names().join(", ");
        let sql = format!("COPY {table} ({columns}) FROM STDIN (FORMAT binary{option})");
        let sink = client
            .copy_in(&sql)
            .await
            .with_context(|| format!("cannot load into {table}"))?;
        let mut buffer = Vec::with_capacity(CHUNK + 4096);
        buffer.extend_from_slice(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
        Ok(Self {
            sink: Box::pin(sink),
            buffer,
            columns: R::names().len() as i16,
            rows: 0,
        })
    }

    pub async fn send<R: Row>(&mut self, row: &R) -> anyhow::Result<()> {
        self.buffer.extend_from_slice(&self.columns.to_be_bytes());
        row.put(&mut self.buffer);
        self.rows += 1;
        if self.buffer.len() >= CHUNK {
            self.flush().await
        } else {
            Ok(())
        }
    }

    async fn flush(&mut self) -> anyhow::Result<()> {
        let chunk = BytesMut::from(self.buffer.as_slice()).freeze();
        self.buffer.clear();
        Ok(self.sink.send(chunk).await?)
    }

    /// Ends the COPY and returns the row count. PostgreSQL reports row errors here.
    pub async fn finish(mut self) -> anyhow::Result<u64> {
        self.buffer.extend_from_slice(&(-1_i16).to_be_bytes());
        self.flush().await?;
        self.sink.as_mut().finish().await?;
        Ok(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_null_as_length_minus_one() {
        let mut out = Vec::new();
        None::<i32>.put(&mut out);
        Some(7_i16).put(&mut out);
        assert_eq!(out, [255, 255, 255, 255, 0, 0, 0, 2, 0, 7]);
    }
}
