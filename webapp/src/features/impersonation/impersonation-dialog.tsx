import '@mantine/core/styles/NumberInput.layer.css';
import { Dialog } from '@/components/dialog';
import { FreeTextArea } from '@/components/free-text-area';
import { failureText } from '@/lib/failure-text';
import { enterAccount } from '@/lib/enter-account';
import { ApiError } from '@/lib/http';
import { withHubDisconnected } from '@/lib/hub-events';
import { paths } from '@/lib/paths';
import { Checkbox, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { checkImpersonation } from 'firmbook-later';
import type { FieldProblem } from 'firmbook-wasm';
import { useState } from 'react';
import { startImpersonation } from './api/impersonation';

interface ImpersonationDialogProps {
  userKey: string;
  /** Name of the user to impersonate. */
  name: string;
  opened: boolean;
  onClose: () => void;
}

const FIELDS = ['reason', 'minutes'];
const MAX_MINUTES = 60;

/** Asks for reason, duration and access, then reloads the app as that user. */
export function ImpersonationDialog({ userKey, name, opened, onClose }: ImpersonationDialogProps) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<number | string>(15);
  const [write, setWrite] = useState(false);
  const [touched, setTouched] = useState<string[]>([]);
  // One more than the limit is as wrong as any longer time, and always a number that the check accepts.
  const requestedMinutes = Math.min(Number(minutes) || 0, MAX_MINUTES + 1);
  const request = { userKey, reason, minutes: requestedMinutes, write };
  const start = useMutation({
    mutationFn: () => withHubDisconnected(() => startImpersonation(request)),
    onSuccess: () => enterAccount(paths.home),
  });
  const serverProblems = start.error instanceof ApiError ? (start.error.problem?.errors ?? []) : [];
  const found = checkImpersonation(request);
  const problemOf = (field: string) => {
    const of = (problems: FieldProblem[]) => problems.find((problem) => problem.field === field)?.message;
    return of(serverProblems) ?? (touched.includes(field) ? of(found) : undefined);
  };
  const touch = (field: string) => setTouched((fields) => [...fields, field]);
  const submit = () => {
    setTouched(FIELDS);
    if (found.length === 0) start.mutate();
  };
  const isElsewhere = start.error && !serverProblems.some(({ field }) => FIELDS.includes(field));

  return (
    <Dialog
      title={`Act as ${name}`}
      opened={opened}
      onClose={onClose}
      action={{ label: `Act as ${name}`, run: submit, isRunning: start.isPending || start.isSuccess }}
    >
      <p>
        You will see the records that {name} sees, without medical data, full tax IDs, exports and
        administration. {name} is notified of your name and reason, and the audit log records your actions
        under both names.
      </p>
      <FreeTextArea
        label="Reason"
        required
        data-autofocus
        autosize={false}
        rows={3}
        maxLength={500}
        value={reason}
        error={problemOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
        onBlur={() => reason && touch('reason')}
      />
      <NumberInput
        label="Minutes"
        description={`1 to ${MAX_MINUTES}`}
        required
        w={200}
        min={1}
        max={MAX_MINUTES}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={minutes}
        error={problemOf('minutes')}
        onChange={setMinutes}
        onBlur={() => touch('minutes')}
      />
      <Checkbox
        label="Allow changes"
        description={`You can add and change records as ${name}. Without this, you can only view them.`}
        checked={write}
        onChange={(event) => setWrite(event.currentTarget.checked)}
      />
      {isElsewhere && <p role="alert">{failureText(start.error)}</p>}
    </Dialog>
  );
}
