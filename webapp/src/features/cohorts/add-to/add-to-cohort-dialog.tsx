import '@mantine/core/styles/Radio.layer.css';
import { Dialog } from '@/components/dialog';
import { LoadError } from '@/components/query-state';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { formatCount } from '@/list/grid/format-cell';
import { useOpenCount } from '@/lib/use-open-count';
import { useRequestKeys } from '@/lib/use-request-keys';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { matchesSearch, type CohortContacts } from 'firmbook-wasm';
import { useId, useState, type FormEvent } from 'react';
import { addCohort, cohortsQuery } from '../api/calls';
import { useCohortsChanged } from '../api/use-cohorts-changed';
import { formatMemberCount, useMembers } from '../api/use-members';
import form from '../form/form.module.css';

export interface AddToCohortDialogProps {
  kind: ContactKindConfig;
  contacts: CohortContacts;
  /** Number of contacts. */
  count: number;
  opened: boolean;
  onClose: () => void;
}

const NEW = 'new';
/** The search field appears at this number of cohorts. */
const MANY = 8;

/** Adds contacts to an existing or a new cohort. */
export function AddToCohortDialog(props: AddToCohortDialogProps) {
  return <Fields key={useOpenCount(props.opened)} {...props} />;
}

function Fields({ kind, contacts, count, opened, onClose }: AddToCohortDialogProps) {
  const { firmId } = useSession().user;
  const { data, error, refetch } = useQuery({ ...cohortsQuery(firmId, kind.type), enabled: opened });
  const cohorts = (data ?? []).filter((cohort) => cohort.kind === 'Static');
  const isFirst = data !== undefined && cohorts.length === 0;
  const [chosen, setChosen] = useState(NEW);
  const [name, setName] = useState('');
  const [searchText, setSearchText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** Idempotency keys, so that a repeated call adds nothing. */
  const keyOf = useRequestKeys();
  const members = useMembers();
  const changed = useCohortsChanged();
  const id = useId();
  const subject = count === 1 ? `1 ${kind.singular}` : `${formatCount(count)} ${kind.plural.toLowerCase()}`;
  const shown = cohorts.filter((cohort) => matchesSearch(cohort.name, searchText));

  const addNewCohort = async () => {
    const body = {
      name,
      description: null,
      contactType: kind.type,
      kind: 'Static' as const,
      filter: [],
      ...contacts,
    };
    const cohort = await addCohort(body, keyOf(body));
    showSuccess(`“${cohort.name}” added with ${formatMemberCount(cohort, cohort.contactCount ?? 0)}`);
    await changed();
  };

  const run = async (event: FormEvent) => {
    event.preventDefault();
    setIsRunning(true);
    setProblem(null);
    try {
      await (chosen === NEW ? addNewCohort() : members.add(chosen, contacts));
      onClose();
    } catch (reason) {
      // Client errors are shown in the dialog.
      const rejection = reason instanceof ApiError && reason.status < 500 ? reason.problem : null;
      if (rejection) setProblem(rejection.errors[0]?.message ?? rejection.message);
      else showFailure(chosen === NEW ? 'addCohort' : 'addCohortContacts', reason);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Dialog
      title={`Add ${subject} to a cohort`}
      opened={opened}
      onClose={onClose}
      action={{ label: 'Add', run: { form: id }, isRunning }}
    >
      <form id={id} className={form.form} onSubmit={(event) => void run(event)} noValidate>
        <Radio.Group
          label={!isFirst && 'Cohort'}
          aria-label={isFirst ? 'Cohort' : undefined}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap={12} mt={isFirst ? 0 : 'xs'}>
            {!isFirst && <Radio value={NEW} label="New cohort" />}
            {chosen === NEW && (
              <TextInput
                data-autofocus
                label="Name of the new cohort"
                withAsterisk
                maxLength={80}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
            {cohorts.length > MANY && (
              <TextInput
                label="Find a cohort"
                autoComplete="off"
                value={searchText}
                onChange={(event) => setSearchText(event.currentTarget.value)}
              />
            )}
          </Stack>
          {shown.length > 0 && (
            <Stack gap={8} className={form.cohorts ?? ''}>
              {shown.map((cohort) => (
                <Radio
                  key={cohort.uuid}
                  value={cohort.uuid}
                  label={cohort.name}
                  description={formatMemberCount(cohort, cohort.contactCount ?? 0)}
                />
              ))}
            </Stack>
          )}
        </Radio.Group>
        {error && (
          <LoadError subject="the cohorts" error={error} onRetry={refetch} className={form.problem} />
        )}
        {problem && (
          <p role="alert" className={form.problem}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
