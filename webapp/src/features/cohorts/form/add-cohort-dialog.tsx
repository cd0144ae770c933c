import '@mantine/core/styles/Radio.layer.css';
import { paths } from '@/lib/paths';
import { showSuccess } from '@/lib/toast';
import { useOpenCount } from '@/lib/use-open-count';
import { useRequestKeys } from '@/lib/use-request-keys';
import { Group, Radio } from '@mantine/core';
import type { CohortKind, ContactKind, FilterItem } from 'firmbook-wasm';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addCohort, contactKindOfCohort } from '../api/calls';
import { useCohortsChanged } from '../api/use-cohorts-changed';
import { CohortForm } from './cohort-form';

interface AddCohortDialogProps {
  /** Initial rule. Determines the contact type, which then cannot be changed. */
  rule?: { contactType: ContactKind; filter: readonly FilterItem[] };
  opened: boolean;
  onClose: () => void;
}

/** Adds a cohort and opens its page. */
export function AddCohortDialog(props: AddCohortDialogProps) {
  return <Fields key={useOpenCount(props.opened)} {...props} />;
}

function Fields({ rule, opened, onClose }: AddCohortDialogProps) {
  const [contactType, setContactType] = useState<ContactKind>(rule?.contactType ?? 1);
  const [kind, setKind] = useState<CohortKind>(rule ? 'Rule' : 'Static');
  /** Idempotency keys, so that a repeated call adds nothing. */
  const keyOf = useRequestKeys();
  const changed = useCohortsChanged();
  const navigate = useNavigate();
  return (
    <CohortForm
      title={rule ? 'Save as cohort' : 'Add cohort'}
      opened={opened}
      onClose={onClose}
      initial={{ name: '', description: '' }}
      ruleOf={kind === 'Rule' ? contactKindOfCohort(contactType).list : null}
      initialRule={rule?.filter ?? []}
      saveLabel={rule ? 'Save' : 'Add cohort'}
      failure="addCohort"
      onSave={async ({ name, description }, filter) => {
        const body = {
          name,
          description: description || null,
          contactType,
          kind,
          filter,
          contactUuids: [],
          query: null,
        };
        const cohort = await addCohort(body, keyOf(body));
        onClose();
        showSuccess(`“${cohort.name}” added`);
        await changed();
        await navigate(paths.cohort(cohort.uuid));
      }}
    >
      {!rule && (
        <>
          <Radio.Group
            label="Contact type"
            value={String(contactType)}
            onChange={(value) => setContactType(value === '1' ? 1 : 2)}
          >
            <Group mt="xs">
              <Radio value="1" label="Agents" />
              <Radio value="2" label="Owners" />
            </Group>
          </Radio.Group>
          <Radio.Group
            label="Members"
            value={kind}
            onChange={(value) => setKind(value === 'Rule' ? 'Rule' : 'Static')}
          >
            <Group mt="xs">
              <Radio value="Static" label="By selection" />
              <Radio value="Rule" label="By rule" />
            </Group>
          </Radio.Group>
        </>
      )}
    </CohortForm>
  );
}
