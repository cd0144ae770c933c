//! Generates medical requests with their authorizations, letters and records, after the rest of the demo data.

use super::random::add_days;
use crate::app::Medical;
use crate::crypto::Place;
use crate::records::medical::{SealedText, seal};
use anyhow::Context as _;
use futures_util::stream;
use jiff::civil::Date;
use serde_json::to_string;
use shared::contact::Address;
use shared::contract::MedicalRequestState::{
    self, Cancelled, Draft, Expired, FollowUp1, FollowUp2, Received, Refused, Sent,
};
use shared::medical::{
    Authorization, DiscloserKind, FOLLOW_UP_DAYS, LetterStep, MedicalDocumentKind, MedicalRequestType,
    Provider, RequestContent, SignedBy, is_open,
};
use std::io;
use tokio_postgres::{Client, Transaction};
use uuid::Uuid;

/// The firm that has requests.
const FIRM: i32 = 1;

/// A request: its state, the number of letters, and the days since the last one was sent. `None` if it has not been
/// sent yet.
struct Example {
    state: MedicalRequestState,
    letters: usize,
    days: Option<i64>,
    provider: (&'static str, &'static str),
}

const EXAMPLES: [Example; 12] = [
    example(Draft, 0, None, ("Mercy General Hospital", "Reno")),
    example(Draft, 0, None, ("Stone Family Practice", "Fresno")),
    example(Sent, 1, None, ("Lakeside Cardiology", "Boise")),
    example(Sent, 1, Some(3), ("Pinecrest Laboratory", "Tucson")),
    example(Sent, 1, Some(16), ("Harbor Internal Medicine", "Tacoma")),
    example(FollowUp1, 2, None, ("Valley Orthopedics", "Mesa")),
    example(FollowUp1, 2, Some(15), ("Northside Clinic", "Salem")),
    example(FollowUp2, 3, Some(20), ("Summit Oncology", "Provo")),
    example(Received, 1, Some(30), ("Cedar Hill Hospital", "Chico")),
    example(Refused, 1, Some(25), ("Riverbend Pharmacy", "Eugene")),
    example(Expired, 2, Some(40), ("Oak Street Medical Group", "Ogden")),
    example(Cancelled, 0, None, ("Bayview Neurology", "Oxnard")),
];

const fn example(
    state: MedicalRequestState,
    letters: usize,
    days: Option<i64>,
    provider: (&'static str, &'static str),
) -> Example {
    Example {
        state,
        letters,
        days,
        provider,
    }
}

/// Adds one request to each of several insureds of the first firm.
///
/// # Errors
/// Returns an error if the store or the database fails. No request is stored in that case.
pub async fn request(client: &mut Client, medical: &Medical, today: Date) -> anyhow::Result<()> {
    let transaction = client.transaction().await?;
    transaction
        .execute(
            "SELECT set_config('firmbook.firm', $1, true)",
            &[&FIRM.to_string()],
        )
        .await?;
    let insureds = transaction
        .query(
            "SELECT uuid::text FROM contact WHERE firm_id = $1 AND kind = 3 AND deleted_at IS NULL
             AND last_name IS NOT NULL ORDER BY display_name, uuid LIMIT $2",
            &[&FIRM, &i64::try_from(EXAMPLES.len())?],
        )
        .await?;
    let by = transaction
        .query_opt(
            "SELECT user_key FROM firm_assignment WHERE firm_id = $1 AND firm_user_type = 1 ORDER BY 1 LIMIT 1",
            &[&FIRM],
        )
        .await?;
    let maker = Maker {
        transaction: &transaction,
        medical,
        today,
        by: by.map(|row| row.get(0)),
    };
    for (place, (row, example)) in insureds.iter().zip(&EXAMPLES).enumerate() {
        maker.add(row.get::<_, &str>(0).parse()?, place, example).await?;
    }
    transaction.commit().await?;
    Ok(())
}

struct Maker<'a> {
    transaction: &'a Transaction<'a>,
    medical: &'a Medical,
    today: Date,
    by: Option<String>,
}

impl Maker<'_> {
    async fn add(&self, insured: Uuid, place: usize, example: &Example) -> anyhow::Result<()> {
        let request = demo_uuid(place, 0);
        let first_sent = (example.letters > 0).then(|| self.letter_day(example, 0));
        // The first draft has no authorization yet.
        let authorization = match place {
            0 => None,
            _ => {
                let file = (insured, demo_uuid(place, 1), None);
                let kind = MedicalDocumentKind::Authorization;
                Some(self.store(file, kind, "HIPAA authorization.pdf").await?)
            }
        };
        let content = self.content(example, place, authorization);
        let record = (FIRM, request);
        let sealed = seal(
            &self.medical.sealer,
            record,
            Place::MEDICAL_REQUEST,
            &to_string(&content)?,
        )?;
        let given = content.authorization.as_ref();
        let expires_on = given.and_then(|given| given.expires_on);
        let due_on = is_open(example.state)
            .then(|| add_days(self.letter_day(example, example.letters - 1), FOLLOW_UP_DAYS));
        self.transaction
            .execute(
                "INSERT INTO medical_request (firm_id, uuid, insured_uuid, state, content, content_key_id,
                   authorization_uuid, authorization_expires_on, sent_on, due_on, created_by)
                 VALUES ($1, $2::text::uuid, $3::text::uuid, $4, $5, $6, $7::text::uuid, $8::text::date,
                   $9::text::date, $10::text::date, $11)",
                &[
                    &FIRM,
                    &request.to_string(),
                    &insured.to_string(),
                    &example.state.code(),
                    &sealed.cipher,
                    &sealed.key_id,
                    &authorization.map(|file| file.to_string()),
                    &expires_on.map(|day| day.to_string()),
                    &first_sent.map(|day| day.to_string()),
                    &due_on.map(|day| day.to_string()),
                    &self.by,
                ],
            )
            .await?;
        for number in 0..example.letters {
            self.letter((insured, request), place, example, number).await?;
        }
        if example.state == Received {
            let file = (insured, demo_uuid(place, 9), Some(request));
            let kind = MedicalDocumentKind::Record;
            self.store(file, kind, "Medical records.pdf").await?;
        }
        Ok(())
    }

    /// Returns the date of a letter. Letters are 15 days apart.
    fn letter_day(&self, example: &Example, number: usize) -> Date {
        let since = i64::try_from(example.letters - 1 - number).unwrap_or(0) * (FOLLOW_UP_DAYS + 1);
        add_days(self.today, -example.days.unwrap_or(0) - since)
    }

    async fn letter(
        &self,
        (insured, request): (Uuid, Uuid),
        place: usize,
        example: &Example,
        number: usize,
    ) -> anyhow::Result<()> {
        let file = (insured, demo_uuid(place, 2 + number), Some(request));
        let name = "Request for medical records.pdf";
        let document = self.store(file, MedicalDocumentKind::Letter, name).await?;
        let day = self.letter_day(example, number).to_string();
        let is_sent = number + 1 < example.letters || example.days.is_some();
        self.transaction
            .execute(
                "INSERT INTO medical_letter (firm_id, uuid, request_uuid, step, method, state, letter_date, sent_on,
                   sent_by, document_uuid, created_at, created_by)
                 VALUES ($1, $2::text::uuid, $3::text::uuid, $4, $5, $6, $7::text::date, $8::text::date, $9,
                   $2::text::uuid, $7::text::date, $10)",
                &[
                    &FIRM,
                    &document.to_string(),
                    &request.to_string(),
                    &LetterStep::ALL[number].code(),
                    &["Mail", "Fax"][place % 2],
                    &if is_sent { "Sent" } else { "Queued" },
                    &day,
                    &is_sent.then_some(&day),
                    &self.by.as_ref().filter(|_| is_sent),
                    &self.by,
                ],
            )
            .await?;
        Ok(())
    }

    /// Stores a sample document with its row. `file` is the insured, the document and its request.
    async fn store(
        &self,
        (insured, uuid, request): (Uuid, Uuid, Option<Uuid>),
        kind: MedicalDocumentKind,
        name: &str,
    ) -> anyhow::Result<Uuid> {
        let pdf = sample_pdf(kind.label());
        let content = stream::iter([io::Result::Ok(pdf.into())]);
        let store = &self.medical.store;
        let (kept, ()) = store
            .keep((FIRM, uuid), content, u64::MAX, 0, |_| Ok(()))
            .await
            .context("cannot store a demo document")?;
        let SealedText { cipher, key_id } =
            seal(&self.medical.sealer, (FIRM, uuid), Place::MEDICAL_DOCUMENT, name)?;
        self.transaction
            .execute(
                "INSERT INTO medical_document (firm_id, uuid, insured_uuid, kind, request_uuid, content, content_key_id,
                   media_type, size_bytes, content_hash, storage_key, stored_by)
                 VALUES ($1, $2::text::uuid, $3::text::uuid, $4, $5::text::uuid, $6, $7, 'application/pdf', $8, $9, $10,
                   $11)",
                &[
                    &FIRM,
                    &uuid.to_string(),
                    &insured.to_string(),
                    &kind.code(),
                    &request.map(|request| request.to_string()),
                    &cipher,
                    &key_id,
                    &i64::try_from(kept.size_bytes)?,
                    &kept.hash,
                    &kept.key,
                    &self.by,
                ],
            )
            .await?;
        Ok(uuid)
    }

    fn content(&self, example: &Example, place: usize, authorization: Option<Uuid>) -> RequestContent {
        let (name, city) = example.provider;
        let types = MedicalRequestType::ALL;
        let signed = add_days(self.today, -90);
        let expires = if example.state == Expired {
            add_days(self.today, -2)
        } else {
            add_days(self.today, 275)
        };
        RequestContent {
            request_type: types[place % types.len()].code().into(),
            provider: Provider {
                name: name.into(),
                phone: Some(format!("+1775555{:04}", 100 + place)),
                fax: Some(format!("+1775555{:04}", 150 + place)),
                address: Address {
                    line1: Some(format!("{} Main Street", 100 + place * 7)),
                    city: Some(city.into()),
                    state: Some("NV".into()),
                    postal_code: Some("89501".into()),
                    ..Address::default()
                },
            },
            date_from: add_days(self.today, -365 * 5),
            date_to: add_days(self.today, -100),
            purpose: "Life insurance underwriting".into(),
            deliver_by: None,
            notes: None,
            authorization: authorization.map(|file| Authorization {
                document_id: Some(file),
                information: Some("All medical records".into()),
                discloser_kind: Some(DiscloserKind::Named.code().into()),
                discloser: Some(name.into()),
                recipient: Some("The firm and the carrier".into()),
                purpose: Some("Life insurance underwriting".into()),
                expires_on: Some(expires),
                signed_on: Some(signed),
                signed_by: Some(SignedBy::Insured.code().into()),
                states_right_to_revoke: true,
                states_no_conditioning: true,
                states_redisclosure: true,
                ..Authorization::default()
            }),
            closed_because: match example.state {
                Refused => Some("The pharmacy has no records of this patient.".into()),
                Cancelled => Some("The insured withdrew the application.".into()),
                Expired => Some("The authorization expired. Get a new one from the insured.".into()),
                _ => None,
            },
        }
    }
}

/// Returns a uuid that is the same on every run.
fn demo_uuid(place: usize, part: usize) -> Uuid {
    Uuid::from_u128(0x6d65_6469_0000_4000_8000_0000_0000_0000 | ((place as u128) << 8) | part as u128)
}

/// Returns a one-page PDF with a line of text.
fn sample_pdf(text: &str) -> Vec<u8> {
    let page = format!("BT /F1 18 Tf 72 700 Td (Sample: {text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut pdf = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(pdf.len());
        pdf += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = pdf.len();
    pdf += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        pdf += &format!("{offset:010} 00000 n \n");
    }
    pdf += &format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    );
    pdf.into_bytes()
}
