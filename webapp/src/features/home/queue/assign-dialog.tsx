import { Dialog } from '@/components/dialog';
import { QueryState } from '@/components/query-state';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkItem } from 'firmbook-wasm';
import { useId, useState, type SyntheticEvent } from 'react';
import { assigneesQuery } from '../api';
import { subjectOf } from './record-path';
import type { Work } from './use-work';

interface AssignDialogProps {
  item: WorkItem;
  work: Work;
  onClose: () => void;
}

/** Assigns a row to a user who can open its record. */
export function AssignDialog({ item, work, onClose }: AssignDialogProps) {
  const form = useId();
  const users = useQuery(assigneesQuery(item));
  const [chosen, setChosen] = useState<string | null>(null);
  const key = chosen ?? item.assignee?.userKey;
  const to = users.data?.find(({ userKey }) => userKey === key);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!to) return;
    onClose();
    void work.assign(item, to);
  };
  return (
    <Dialog
      title={`Assign ${subjectOf(item)}`}
      opened
      onClose={onClose}
      action={{ label: 'Assign', run: { form }, isDisabled: !to }}
    >
      <form id={form} onSubmit={submit}>
        <QueryState
          query={users}
          subject="the users"
          isEmpty={(found) => found.length === 0}
          empty="No user can change this record."
        >
          {(found) => (
            <NativeSelect
              label="User"
              description="Only users who can change this record are listed."
              data-autofocus
              data={[
                { value: '', label: 'Select a user', disabled: true },
                ...found
                  .toSorted((a, b) => a.name.localeCompare(b.name))
                  .map(({ userKey: value, name: label }) => ({ value, label })),
              ]}
              value={to?.userKey ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
        </QueryState>
      </form>
    </Dialog>
  );
}
