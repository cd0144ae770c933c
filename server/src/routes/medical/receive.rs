//! Stores signed authorizations and received records, through the upload of documents.

use super::loaded::{Loaded, SUBJECT, hold, load, note_view, saved, wrong_state};
use crate::app::App;
use crate::auth::Viewer;
use crate::db::Transaction;
use crate::error::ApiResult;
use crate::notify;
use crate::records::keyed_request::{KeyedRecord, request_hash};
use crate::records::medical::document::{self, NewMedicalDocument};
use crate::records::medical::request::{self, Progress};
use crate::routes::documents::storage;
use crate::routes::documents::upload::{Announced, Place, UploadParams, announced, fits, receive};
use crate::routes::idempotency::{self, IdempotencyKey};
use crate::routes::{Params, PathParams};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde_json::json;
use shared::contract::MedicalRequestState::Received;
use shared::medical::{MedicalDocumentKind, MedicalRecord, may_receive};
use uuid::Uuid;

type Stored = ApiResult<(StatusCode, Json<MedicalRecord>)>;

/// Stores a signed authorization. An `Idempotency-Key` becomes its uuid.
pub(super) async fn authorization(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams(insured): PathParams<Uuid>,
    Params(params): Params<UploadParams>,
    headers: HeaderMap,
    body: Body,
) -> Stored {
    let announced = announced(&params, &headers)?;
    let upload = Upload {
        insured,
        request: None,
        key,
    };
    upload.run(&app, &viewer, announced, body).await
}

/// Stores a received record, marks its request as received, and notifies the other readers.
pub(super) async fn record(
    State(app): State<App>,
    viewer: Viewer,
    IdempotencyKey(key): IdempotencyKey,
    PathParams((insured, request)): PathParams<(Uuid, Uuid)>,
    Params(params): Params<UploadParams>,
    headers: HeaderMap,
    body: Body,
) -> Stored {
    let announced = announced(&params, &headers)?;
    let upload = Upload {
        insured,
        request: Some(request),
        key,
    };
    upload.run(&app, &viewer, announced, body).await
}

struct Upload {
    insured: Uuid,
    /// The request that a record belongs to. `None` for an authorization.
    request: Option<Uuid>,
    key: Option<Uuid>,
}

impl Upload {
    fn kind(&self) -> MedicalDocumentKind {
        match self.request {
            Some(_) => MedicalDocumentKind::Record,
            None => MedicalDocumentKind::Authorization,
        }
    }

    async fn run(self, app: &App, viewer: &Viewer, announced: Announced, body: Body) -> Stored {
        let Announced { name, size_bytes } = announced;
        let mut transaction = app.db.begin(viewer.firm.id).await?;
        SUBJECT.must_see(&mut transaction, viewer, self.insured).await?;
        let loaded = load(&mut transaction, app, viewer, self.insured).await?;
        self.may_store(&loaded)?;
        let fits = fits(&mut transaction, app, viewer, (self.key, size_bytes)).await;
        transaction.finish();
        if let Err(error) = fits {
            return Err(storage::rejected(app, viewer, error).await);
        }
        let uuid = self.key.unwrap_or_else(crate::ids::new_uuid);
        let place = Place {
            store: &app.medical.store,
            uuid,
            subject: (SUBJECT.noun(), self.insured),
            audited_name: self.kind().label(),
        };
        let (kept, media_type) = receive(app, viewer, &place, &name, body).await?;
        let asked = json!([viewer.user_key, self.insured, self.request, name, kept.hash]).to_string();
        let hash = self.key.map(|_| app.medical.sealer.hash(viewer.firm.id, &asked));
        let new = NewMedicalDocument {
            uuid,
            insured: self.insured,
            kind: self.kind(),
            request: self.request,
            name: &name,
            media_type,
            size_bytes: kept.size_bytes,
            content_hash: &kept.hash,
            storage_key: &kept.key,
            request_hash: hash.as_deref(),
        };
        let mut transaction = app.db.begin(viewer.firm.id).await?;
        let saved = self.save(&mut transaction, app, viewer, &new).await;
        let is_unused = saved.as_ref().map_or(true, |(_, is_new)| !is_new);
        if is_unused {
            app.medical.store.remove(&kept.key).await;
        }
        let record = match saved {
            Ok((record, _)) => record,
            Err(error) => {
                drop(transaction);
                return Err(storage::rejected(app, viewer, error).await);
            }
        };
        // Even if the commit fails, the document may have been saved, so its file is kept.
        transaction.commit().await?;
        Ok((StatusCode::CREATED, Json(record)))
    }

    /// Fails if the request cannot receive records.
    fn may_store(&self, loaded: &Loaded) -> ApiResult<()> {
        let Some(request) = self.request else {
            return Ok(());
        };
        let state = loaded.request(request)?.state;
        if may_receive(state) {
            Ok(())
        } else {
            Err(wrong_state("not_sent", state, "cannot receive records"))
        }
    }

    /// Returns the insured's requests, and whether this call added the document.
    async fn save(
        &self,
        transaction: &mut Transaction,
        app: &App,
        viewer: &Viewer,
        new: &NewMedicalDocument<'_>,
    ) -> ApiResult<(MedicalRecord, bool)> {
        let firm_id = viewer.firm.id;
        idempotency::hold(transaction, self.key).await?;
        let loaded = hold(transaction, app, viewer, self.insured).await?;
        let earlier = request_hash(transaction, KeyedRecord::MedicalDocument, firm_id, new.uuid).await?;
        if let Some(earlier) = earlier {
            if earlier.as_deref() != new.request_hash {
                return Err(idempotency::reused());
            }
            note_view(transaction, viewer, self.insured, None).await?;
            return Ok((loaded.shown(viewer.today(app.clock)), false));
        }
        self.may_store(&loaded)?;
        let (now, today) = (app.clock.now(), viewer.today(app.clock));
        let (sealer, by) = (&app.medical.sealer, (firm_id, viewer.user_key.as_str()));
        document::insert(transaction, sealer, by, new, now).await?;
        storage::added(transaction, app, viewer, new.size_bytes).await?;
        if let Some(uuid) = self.request {
            let request = loaded.request(uuid)?;
            let progress = Progress {
                state: Received,
                sent_on: request.sent_on,
                due_on: None,
            };
            let content = &request.content;
            request::update(transaction, sealer, (firm_id, uuid), content, progress, now).await?;
            let from = (viewer.user_key.as_str(), today);
            let notices =
                notify::medical::arrived(transaction, (firm_id, self.insured), new.uuid, from).await?;
            notify::send(transaction, firm_id, now, &notices).await?;
        }
        let action = ("uploadMedical", self.kind().label());
        let record = saved(transaction, app, viewer, self.insured, action).await?;
        Ok((record, true))
    }
}
