import { showDone, showFailure } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { NativeSelect, TextInput } from '@mantine/core';
import { choices, type Policy, type StatusChange } from 'firmbook-wasm';
import { useState } from 'react';
import type { AnyRecord } from '../api/get-contract';
import { changeStatus } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { counted, type LineOfContract } from '../lines';
import { BulkDialog, countBy } from './bulk-dialog';
import statusClasses from '../status/change-status.module.css';
import { checkStatus, hasGracePeriod, statusesOf } from '../status/status-rules';
import classes from './bulk.module.css';
import { runEach, type Results } from './run-each';
import { useRecords } from './use-records';

export interface BulkProps {
  line: LineOfContract;
  uuids: readonly string[];
  opened: boolean;
  onClose: () => void;
}

const label = (code: string) => choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;

/** Changes the status of the selected contracts. Shows what will change, and offers Undo. */
export function BulkStatus({ line, uuids, opened, onClose }: BulkProps) {
  const { data: records, error } = useRecords(line, uuids, opened);
  const changed = useContractChanged();
  const [status, setStatus] = useState('');
  const today = useToday();
  const [since, setSince] = useState(today);
  const [graceEnd, setGraceEnd] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [failed, setFailed] = useState<Results<AnyRecord, AnyRecord>['failed']>([]);
  const isAlert = hasGracePeriod(line, status);

  const changeOf = ({ version }: AnyRecord): StatusChange => ({
    version,
    status,
    statusDate: since || null,
    gracePeriodEndDate: (isAlert && graceEnd) || null,
  });
  const affected = (records ?? []).filter(({ contract }) => contract.status !== status);
  /** The first error of each contract. */
  const problems = affected.flatMap((record) => {
    const errors = status ? checkStatus(line, record, changeOf(record), today) : [];
    return errors.find(({ warning }) => !warning)?.message ?? [];
  });

  const undo = async (saved: readonly { item: AnyRecord; result: AnyRecord }[]) => {
    const back = await runEach(saved, ({ item: { uuid, contract }, result: { version } }) =>
      changeStatus(line, uuid, {
        version,
        status: contract.status ?? '',
        statusDate: contract.statusDate ?? null,
        gracePeriodEndDate: (contract as Policy).gracePeriodEndDate ?? null,
      }),
    );
    if (back.failed[0]) showFailure(line.failures.update, back.failed[0].reason);
    await changed();
  };

  const run = async () => {
    setFailed([]);
    setProgress(0);
    const results = await runEach(
      affected,
      (record) => changeStatus(line, record.uuid, changeOf(record)),
      setProgress,
    );
    setProgress(null);
    setFailed(results.failed);
    // Undo would have to restore a status without a date, which the server rejects.
    const undoable = results.done.filter(({ item }) => item.contract.statusDate);
    if (results.done.length > 0) {
      const canUndo = undoable.length === results.done.length;
      showDone(
        `${counted(line, results.done.length)} changed to ${label(status)}`,
        canUndo ? () => void undo(undoable) : undefined,
      );
    }
    if (results.failed.length === 0) onClose();
    await changed();
  };

  return (
    <BulkDialog
      title={`Change the status of ${counted(line, uuids.length)}`}
      line={line}
      count={uuids.length}
      affected={affected.length}
      records={records}
      error={error}
      opened={opened}
      onClose={onClose}
      action={{
        label: status ? `Change ${counted(line, affected.length)} to ${label(status)}` : 'Choose a status',
        run: () => void run(),
        isDisabled: !status || affected.length === 0 || problems.length > 0,
      }}
      progress={progress}
      failed={failed}
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
        {isAlert && (
          <TextInput
            label="Grace period ends"
            type="date"
            value={graceEnd}
            onChange={(event) => setGraceEnd(event.currentTarget.value)}
          />
        )}
      </div>
      <div className={classes.preview} role="status">
        {!records ? 'Loading the selected contracts…' : 'Now:'}
        <ul>
          {countBy(records ?? [], ({ contract }) => label(contract.status ?? '')).map(([name, count]) => (
            <li key={name}>
              {name}: {count}
              {status && name !== label(status) && ` → ${label(status)}`}
              {status && name === label(status) && ' (unchanged)'}
            </li>
          ))}
        </ul>
      </div>
      {problems.length > 0 && (
        <div role="alert" className={classes.fault}>
          <ul>
            {countBy(problems, (message) => message).map(([message, count]) => (
              <li key={message}>
                {message} ({counted(line, count)})
              </li>
            ))}
          </ul>
        </div>
      )}
    </BulkDialog>
  );
}
