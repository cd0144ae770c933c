import { Dialog } from '@/components/dialog';
import { addDays, MAX_SNOOZE_DAYS, SNOOZE_OPTIONS } from '@/lib/snooze-days';
import { useToday } from '@/lib/today';
import { Button, Group, TextInput } from '@mantine/core';
import { useId, useState, type SyntheticEvent } from 'react';

interface SnoozeDialogProps {
  title: string;
  description: string;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

/** Asks for the day on which something is shown again. */
export function SnoozeDialog({ title, description, onSnooze, onClose }: SnoozeDialogProps) {
  const today = useToday();
  const form = useId();
  const [until, setUntil] = useState(addDays(today, 7));
  const [error, setError] = useState<string | null>(null);
  const choose = (day: string) => {
    setUntil(day);
    setError(null);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (until <= today) return setError('Choose a day after today.');
    if (until > addDays(today, MAX_SNOOZE_DAYS)) return setError('Choose a day within a year.');
    onClose();
    onSnooze(until);
  };
  return (
    <Dialog title={title} opened onClose={onClose} action={{ label: 'Snooze', run: { form } }}>
      <form id={form} noValidate onSubmit={submit}>
        <TextInput
          type="date"
          label="Show again on"
          description={description}
          data-autofocus
          value={until}
          error={error}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Group gap="xs" mt="sm">
          {SNOOZE_OPTIONS.map(({ label, days }) => (
            <Button
              key={days}
              size="compact-sm"
              variant={until === addDays(today, days) ? 'light' : 'default'}
              aria-pressed={until === addDays(today, days)}
              onClick={() => choose(addDays(today, days))}
            >
              {label}
            </Button>
          ))}
        </Group>
      </form>
    </Dialog>
  );
}
