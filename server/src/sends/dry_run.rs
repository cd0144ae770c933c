//! Dry runs: the recipients and documents of a send, without sending.

use super::Sends;
use super::attachments::{Attached, Document, attachments, must_have_template};
use super::begin::{NO_MAIL, NO_OWNER};
use super::members::members;
use super::merge_values::merge_values;
use super::owner::ScheduleOwner;
use super::recipients::{Days, Recipient, recipients};
use crate::error::{ApiError, ApiResult};
use crate::records::firm;
use crate::records::schedule::Schedule;
use jiff::civil::Date;
use shared::cohort::Cohort;
use shared::cohort::schedule::{Delivery, DeliveryState, DryRun, MergeValues};

/// Returns the deliveries that the schedule would make now.
pub async fn dry_run(sends: &Sends, schedule: &Schedule, cohort: &Cohort) -> ApiResult<DryRun> {
    let mut shown = DryRun {
        owner: schedule.shown.owner.clone(),
        problem: (!sends.has_mail_server).then(|| NO_MAIL.to_owned()),
        sample: None,
        deliveries: Vec::new(),
    };
    match find(sends, schedule, cohort).await {
        Ok((owner, recipients, _)) => {
            shown.sample = sample(sends, cohort.firm_id, &owner, &recipients).await?;
            shown.deliveries = recipients.into_iter().map(delivery).collect();
        }
        Err(ApiError::Refused { message, .. }) => shown.problem = Some(message),
        Err(error) => return Err(error),
    }
    Ok(shown)
}

/// Returns the merge fields of the first contact that would receive the email, else of the first contact.
async fn sample(
    sends: &Sends,
    firm_id: i32,
    owner: &ScheduleOwner,
    recipients: &[Recipient],
) -> ApiResult<Option<MergeValues>> {
    let receives = recipients.iter().find(|one| one.skip.is_none());
    let Some(first) = receives.or(recipients.first()) else {
        return Ok(None);
    };
    let mut transaction = sends.db.begin(firm_id).await?;
    let firm_name = firm::name(&mut transaction, firm_id).await?;
    let about = (owner, first.contact_uuid);
    let values = merge_values(&mut transaction, firm_id, firm_name, about).await?;
    transaction.finish();
    Ok(Some(values))
}

fn delivery(recipient: Recipient) -> Delivery {
    Delivery {
        contact_uuid: recipient.contact_uuid,
        name: recipient.name,
        address: recipient.address,
        due_date: recipient.due_date,
        state: match recipient.skip {
            Some(_) => DeliveryState::Skipped,
            None => DeliveryState::Waiting,
        },
        reason: recipient.skip.map(|skip| skip.label().to_owned()),
        sent_at: None,
    }
}

async fn find(
    sends: &Sends,
    schedule: &Schedule,
    cohort: &Cohort,
) -> ApiResult<(ScheduleOwner, Vec<Recipient>, Date)> {
    let mut transaction = sends.db.begin(cohort.firm_id).await?;
    let owner = ScheduleOwner::find(&mut transaction, cohort.firm_id, &schedule.owner_key).await?;
    let owner = owner.ok_or_else(|| ApiError::Refused {
        code: "no_owner",
        message: NO_OWNER.to_owned(),
    })?;
    must_have_template(&mut transaction, cohort.firm_id, schedule.book).await?;
    let day = sends.clock.today_in(&owner.reader.time_zone);
    let from = sends.clock.today_in(&schedule.shown.time_zone);
    let includes_annuities = schedule.shown.include_annuities;
    let members = members(&mut transaction, cohort, &owner, day, includes_annuities).await?;
    let days = Days::From(from.max(schedule.plan.first));
    let found = recipients(&mut transaction, cohort.firm_id, schedule, &owner, members, days).await?;
    transaction.finish();
    Ok((owner, found, day))
}

/// The deliveries of a dry run, with access to their documents.
pub struct PreviewedSend {
    owner: ScheduleOwner,
    day: Date,
    pub deliveries: Vec<Delivery>,
}

/// Determines the deliveries of a send without sending.
///
/// # Errors
/// Returns `ApiError::Refused` if the schedule cannot send.
pub async fn preview_send(sends: &Sends, schedule: &Schedule, cohort: &Cohort) -> ApiResult<PreviewedSend> {
    let (owner, recipients, day) = find(sends, schedule, cohort).await?;
    Ok(PreviewedSend {
        owner,
        day,
        deliveries: recipients.into_iter().map(delivery).collect(),
    })
}

impl PreviewedSend {
    pub async fn documents(
        &self,
        sends: &Sends,
        schedule: &Schedule,
        cohort: &Cohort,
        delivery: &Delivery,
    ) -> ApiResult<Vec<Document>> {
        attachments(
            &sends.db,
            &sends.renderer,
            (cohort.firm_id, &self.owner),
            (cohort.contact_type, delivery.contact_uuid),
            self.day,
            Attached::of(schedule),
        )
        .await
    }
}
