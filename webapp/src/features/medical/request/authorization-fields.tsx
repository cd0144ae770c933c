import { IconCloudUp } from '@/components/icons';
import form from '@/components/panel-form.module.css';
import { FormSection } from '@/components/panel-form';
import { Button, Checkbox, FileButton, NativeSelect } from '@mantine/core';
import { medicalChoices } from 'firmbook-later';
import type { AuthorizationInput, MedicalDocument } from 'firmbook-wasm';
import classes from '../medical.module.css';
import type { MedicalActions } from '../use-medical';
import { fieldsOf, type FieldErrors } from './fields';

interface AuthorizationFieldsProps {
  authorization: AuthorizationInput;
  /** Authorizations uploaded earlier. */
  stored: readonly MedicalDocument[];
  actions: MedicalActions;
  errors: FieldErrors;
  onChange: (authorization: AuthorizationInput) => void;
}

/** Statements that 45 CFR 164.508 requires in an authorization. */
const STATEMENTS = [
  ['statesRightToRevoke', 'It states the right to revoke it, and how'],
  ['statesNoConditioning', 'It states that treatment does not depend on it'],
  ['statesRedisclosure', 'It states that the recipient may disclose the information again'],
] as const;

/** Fields for the elements of a HIPAA authorization. The request can be saved before all are filled in. */
export function AuthorizationFields(props: AuthorizationFieldsProps) {
  const { authorization, stored, actions, errors } = props;
  const { discloserKinds, signedBy } = medicalChoices();
  const change = (next: Partial<AuthorizationInput>) => props.onChange({ ...authorization, ...next });
  const field = fieldsOf(authorization, change, errors, 'authorization.');
  const wide = { className: form.wide };
  const upload = async (file: File) => {
    const document = await actions.storeAuthorization(file);
    if (document) change({ documentId: document.documentId });
  };
  return (
    <>
      <FormSection title="Signed document">
        <NativeSelect
          className={form.wide ?? ''}
          label="Signed authorization"
          value={authorization.documentId ?? ''}
          data={[
            { value: '', label: stored.length > 0 ? 'Choose a document' : 'No document yet' },
            ...stored.map(({ documentId, name }) => ({ value: documentId, label: name })),
          ]}
          {...errors.inputOf('authorization.documentId')}
          onChange={({ currentTarget }) => change({ documentId: currentTarget.value || null })}
        />
        <div className={form.wide}>
          <FileButton onChange={(file) => file && void upload(file)}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                loading={actions.isStoring}
                leftSection={<IconCloudUp size={16} aria-hidden />}
              >
                Upload authorization
              </Button>
            )}
          </FileButton>
        </div>
      </FormSection>
      <FormSection title="What the authorization says">
        {field('information', 'Information to be disclosed', wide)}
        <NativeSelect
          label="Who may disclose it"
          value={authorization.discloserKind}
          data={discloserKinds.map(({ code, label }) => ({ value: code, label }))}
          onChange={({ currentTarget }) => change({ discloserKind: currentTarget.value })}
        />
        {field('discloser', authorization.discloserKind === 'Class' ? 'Class of providers' : 'Names')}
        {field('recipient', 'Who may receive it', wide)}
        {field('purpose', 'Purpose in the authorization', wide)}
        {field('coversFrom', 'Covers records from', { type: 'date' })}
        {field('coversTo', 'Covers records to', { type: 'date' })}
        {field('expiresOn', 'Expires on', { type: 'date' })}
        {field('expirationEvent', 'Or expires with this event')}
        <NativeSelect
          label="Signed by"
          value={authorization.signedBy}
          data={signedBy.map(({ code, label }) => ({ value: code, label }))}
          onChange={({ currentTarget }) => change({ signedBy: currentTarget.value })}
        />
        {field('signedOn', 'Signed on', { type: 'date' })}
        {authorization.signedBy === 'Representative' && field('authority', 'Authority to sign', wide)}
        <div className={`${classes.choice} ${form.wide ?? ''}`}>
          {STATEMENTS.map(([key, label]) => (
            <Checkbox
              key={key}
              label={label}
              checked={authorization[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            />
          ))}
          <Checkbox
            label="It covers psychotherapy notes"
            description="Psychotherapy notes require a separate authorization."
            checked={authorization.coversPsychotherapyNotes}
            onChange={({ currentTarget }) => change({ coversPsychotherapyNotes: currentTarget.checked })}
          />
        </div>
      </FormSection>
    </>
  );
}
