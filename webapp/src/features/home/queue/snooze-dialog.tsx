import { Dialog } from '@/components/dialog';
import { useToday } from '@/lib/today';
import { TextInput } from '@mantine/core';
import type { WorkItem } from 'firmbook-wasm';
import { useId, useState, type SyntheticEvent } from 'react';
import { MOST_DAYS, plusDays } from './snooze-days';
import type { Work } from './use-work';

interface SnoozeDialogProps {
  item: WorkItem;
  work: Work;
  onClose: () => void;
}

/** Asks for the day on which a row is shown again. */
export function SnoozeDialog({ item, work, onClose }: SnoozeDialogProps) {
  const today = useToday();
  const form = useId();
  const [until, setUntil] = useState(plusDays(today, 7));
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (until <= today) return setError('Choose a day after today.');
    if (until > plusDays(today, MOST_DAYS)) return setError('Choose a day within a year.');
    onClose();
    void work.snooze(item, until);
  };
  return (
    <Dialog
      title={`Snooze ${item.name}`}
      opened
      onClose={onClose}
      action={{ label: 'Snooze', run: { form } }}
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextInput
          type="date"
          label="Show again on"
          description="The row is hidden from your queue only. It comes back sooner if its due date changes."
          data-autofocus
          value={until}
          error={error}
          onChange={(event) => {
            setUntil(event.currentTarget.value);
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
