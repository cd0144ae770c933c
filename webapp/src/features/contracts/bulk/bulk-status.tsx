import { useToday } from '@/lib/today';
import { NativeSelect, TextInput } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import { useState } from 'react';
import type { Value } from '../fields';
import { formatContractCount } from '../lines-of-business';
import statusClasses from '../status/change-status.module.css';
import { hasGracePeriod, statusesOf } from '../status/status-rules';
import { BulkEdit, type BulkProps } from './bulk-edit';

const label = (code: string) => choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;

/** Changes the status of the selected contracts. */
export function BulkStatus(props: BulkProps) {
  const { line, count } = props;
  const today = useToday();
  const [status, setStatus] = useState('');
  const [since, setSince] = useState(today);
  const [graceEnd, setGraceEnd] = useState('');
  const hasGrace = hasGracePeriod(line, status);
  const change = status
    ? {
        change: {
          kind: 'status' as const,
          status,
          statusDate: since || null,
          gracePeriodEndDate: (hasGrace && graceEnd) || null,
        },
        value: label(status),
        show: (value: Value) => label(String(value ?? '')),
        describe: (policies: string, tense: 'now' | 'done') =>
          tense === 'now'
            ? `Change ${policies} to ${label(status)}`
            : `${policies} changed to ${label(status)}`,
      }
    : null;
  return (
    <BulkEdit
      {...props}
      title={`Change the status of ${formatContractCount(line, count)}`}
      described={change}
      hint="Choose a status to see what will change."
    >
      <div className={statusClasses.fields}>
        <NativeSelect
          label="New status"
          value={status}
          data={[
            { value: '', label: '' },
            ...statusesOf(line).map(({ code, label: text }) => ({ value: code, label: text })),
          ]}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <TextInput
          label="Status date"
          type="date"
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        {hasGrace && (
          <TextInput
            label="Grace period ends"
            type="date"
            value={graceEnd}
            onChange={(event) => setGraceEnd(event.currentTarget.value)}
          />
        )}
      </div>
    </BulkEdit>
  );
}
