//! Upload wizard: state, mapping options and labels.

use crate::{all, one, read};
use shared::problem::FieldProblem;
use shared::upload::groups::label;
use shared::upload::mapping::{LeftOut, Mapping, MatchKey, Mode, Transform};
use shared::upload::matching::{ReviewChoice, ReviewReason};
use shared::upload::preview::{Counts, Preview, RowOutcome};
use shared::upload::reading::ENCODINGS;
use shared::upload::repair::RepairKind;
use shared::upload::submit::submit_blocker;
use shared::upload::target::{Target, TargetChoice, choices};
use shared::upload::upload_type::UploadType;
use shared::upload::wizard::{Wizard, WizardEvent};
use tsify::Ts;
use uuid::Uuid;
use wasm_bindgen::prelude::*;

/// Returns the initial state.
#[wasm_bindgen(js_name = newWizard)]
pub fn new_wizard() -> Result<Ts<Wizard>, JsError> {
    one(Wizard::default())
}

/// Applies an event. Events that do not belong to the current step change nothing.
#[wasm_bindgen(js_name = applyWizardEvent)]
pub fn apply_wizard_event(wizard: Ts<Wizard>, event: Ts<WizardEvent>) -> Result<Ts<Wizard>, JsError> {
    one(read(&wizard)?.apply(read(&event)?))
}

/// Restores an earlier upload at the given step, or at the last step that its data allows.
#[wasm_bindgen(js_name = resumedWizard)]
pub fn resumed_wizard(
    step: u8,
    storage_guid: &str,
    mapping: Ts<Mapping>,
    previewed: Option<Ts<Counts>>,
) -> Result<Ts<Wizard>, JsError> {
    let storage_guid: Uuid = storage_guid
        .parse()
        .map_err(|_| JsError::new("expected the uuid of an upload"))?;
    let previewed = previewed.as_ref().map(read).transpose()?;
    one(Wizard::resumed(
        step,
        storage_guid,
        Some(read(&mapping)?),
        previewed,
    ))
}

/// Returns whether the previewed import can be submitted.
#[wasm_bindgen(js_name = canSubmit)]
pub fn can_submit(preview: Ts<Preview>, into_cohort: bool) -> Result<bool, JsError> {
    let preview = read(&preview)?;
    Ok(submit_blocker(&preview.counts, &preview.questions, into_cohort).is_none())
}

/// Returns mapping errors that block a preview, and warnings.
#[wasm_bindgen(js_name = mappingProblems)]
pub fn mapping_problems(
    kind: Ts<UploadType>,
    mapping: Ts<Mapping>,
) -> Result<Vec<Ts<FieldProblem>>, JsError> {
    all(read(&mapping)?.problems(read(&kind)?).0)
}

/// Returns the text encodings offered to users.
#[wasm_bindgen(js_name = readingEncodings)]
pub fn reading_encodings() -> Vec<String> {
    ENCODINGS.into_iter().map(Into::into).collect()
}

/// Returns the targets of a file: the fields of its records, and for contacts the firm's custom fields.
#[wasm_bindgen(js_name = targetChoices)]
pub fn target_choices(
    kind: Ts<UploadType>,
    custom_fields: Vec<String>,
) -> Result<Vec<Ts<TargetChoice>>, JsError> {
    all(choices(read(&kind)?, &custom_fields))
}

/// Returns the transforms that a target supports, default first.
#[wasm_bindgen(js_name = transformChoices)]
pub fn transform_choices(target: Ts<Target>) -> Result<Vec<Ts<Transform>>, JsError> {
    all(Transform::choices(&read(&target)?).iter().copied())
}

#[wasm_bindgen(js_name = transformLabel)]
pub fn transform_label(transform: Ts<Transform>) -> Result<String, JsError> {
    Ok(read(&transform)?.label().into())
}

/// Returns the label of the reason why a column of an exported list is left out.
#[wasm_bindgen(js_name = leftOutLabel)]
pub fn left_out_label(reason: Ts<LeftOut>) -> Result<String, JsError> {
    Ok(read(&reason)?.label().into())
}

/// Returns the match keys that users can turn on and off, in order of strength. Contracts have none.
#[wasm_bindgen(js_name = matchKeys)]
pub fn match_keys(kind: Ts<UploadType>) -> Result<Vec<Ts<MatchKey>>, JsError> {
    let kind = read(&kind)?;
    all(MatchKey::CHOICES.into_iter().filter(|key| key.is_for(kind)))
}

#[wasm_bindgen(js_name = matchKeyLabel)]
pub fn match_key_label(key: Ts<MatchKey>) -> Result<String, JsError> {
    Ok(read(&key)?.label().into())
}

/// Returns the button label of a choice about the rows with a review reason.
#[wasm_bindgen(js_name = reviewChoiceLabel)]
pub fn review_choice_label(reason: Ts<ReviewReason>, choice: Ts<ReviewChoice>) -> Result<String, JsError> {
    Ok(read(&reason)?.choice_label(read(&choice)?).into())
}

#[wasm_bindgen(js_name = uploadModes)]
pub fn upload_modes() -> Result<Vec<Ts<Mode>>, JsError> {
    all(Mode::ALL)
}

#[wasm_bindgen(js_name = uploadModeLabel)]
pub fn upload_mode_label(mode: Ts<Mode>) -> Result<String, JsError> {
    Ok(read(&mode)?.label().into())
}

#[wasm_bindgen(js_name = repairLabel)]
pub fn repair_label(repair: Ts<RepairKind>) -> Result<String, JsError> {
    Ok(read(&repair)?.label().into())
}

/// Returns the display name of a field by its path, as in a repair.
#[wasm_bindgen(js_name = faultFieldLabel)]
pub fn fault_field_label(field: &str) -> String {
    label(field)
}

#[wasm_bindgen(js_name = outcomeLabel)]
pub fn outcome_label(outcome: Ts<RowOutcome>) -> Result<String, JsError> {
    Ok(read(&outcome)?.label().into())
}
