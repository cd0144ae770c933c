import { Dialog } from '@/components/dialog';
import { ApiError } from '@/lib/http';
import { useToday } from '@/lib/today';
import { showFailure, showSuccess } from '@/lib/toast';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldProblem, Policy, StatusChange } from 'firmbook-wasm';
import { useState } from 'react';
import { contractQuery, type AnyRecord } from '../api/get-contract';
import { changeStatus } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { valueOf } from '../fields';
import { useFieldErrors } from '@/lib/use-field-errors';
import type { LineOfBusiness } from '../lines-of-business';
import classes from './change-status.module.css';
import { checkStatus, hasGracePeriod, statusesOf } from './status-rules';

interface ChangeStatusProps {
  line: LineOfBusiness;
  record: AnyRecord;
  opened: boolean;
  onClose: () => void;
}

/** Changes the status of a contract, with its effective date. */
export function ChangeStatus({ line, record, opened, onClose }: ChangeStatusProps) {
  const queries = useQueryClient();
  const changed = useContractChanged();
  const [status, setStatus] = useState('');
  const today = useToday();
  const [since, setSince] = useState(today);
  const [graceEnd, setGraceEnd] = useState('');
  const [serverProblems, setServerProblems] = useState<readonly FieldProblem[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const isAlert = hasGracePeriod(line, status);
  const number = String(valueOf(record.contract, line.number));
  const offered = statusesOf(line).filter(({ code }) => code !== record.contract.status);
  const label = offered.find(({ code }) => code === status)?.label;
  const change: StatusChange = {
    version: record.version,
    status,
    statusDate: since || null,
    gracePeriodEndDate: (isAlert && graceEnd) || null,
  };
  const found = status ? checkStatus(line, record, change, today) : [];
  const errors = useFieldErrors(found);
  const others = serverProblems.filter(({ field, warning }) => !warning && !OWN_FIELDS.has(field));

  const undo = async ({ version }: AnyRecord) => {
    const { status: old = '', statusDate = null } = record.contract;
    const { gracePeriodEndDate = null } = record.contract as Policy;
    try {
      await changeStatus(line, record.uuid, { version, status: old, statusDate, gracePeriodEndDate });
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  const confirm = async () => {
    setServerProblems(found);
    if (!errors.validateAll()) return;
    setIsRunning(true);
    try {
      const saved = await changeStatus(line, record.uuid, change);
      queries.setQueryData(contractQuery(line, record.uuid).queryKey, saved);
      onClose();
      // Undo would have to restore a status without a date, which the server rejects.
      const canUndo = Boolean(record.contract.statusDate);
      showSuccess(`${number}: ${label ?? status}`, canUndo ? () => void undo(saved) : undefined);
      await changed();
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      const problems = problem?.errors ?? [];
      setServerProblems(problems);
      errors.showServerErrors(problems);
      if (problems.length === 0) showFailure(line.failures.update, reason);
      if (problem?.code === 'version_conflict') await changed();
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Dialog
      title={`Change the status of ${number}`}
      opened={opened}
      onClose={onClose}
      action={{
        label: label ? `Change to ${label}` : 'Choose a status',
        run: () => void confirm(),
        isRunning,
        isDisabled: !status,
      }}
    >
      <div className={classes.fields}>
        <NativeSelect
          label="New status"
          value={status}
          {...errors.inputOf('status')}
          data={[
            { value: '', label: '' },
            ...offered.map(({ code, label: text }) => ({ value: code, label: text })),
          ]}
          onChange={(event) => {
            setStatus(event.currentTarget.value);
            errors.clearServerError('status');
          }}
        />
        <TextInput
          label="Status date"
          type="date"
          value={since}
          {...errors.inputOf('statusDate')}
          onChange={(event) => {
            setSince(event.currentTarget.value);
            errors.clearServerError('statusDate');
          }}
        />
        {isAlert && (
          <TextInput
            label="Grace period ends"
            type="date"
            value={graceEnd}
            {...errors.inputOf('gracePeriodEndDate')}
            onChange={(event) => {
              setGraceEnd(event.currentTarget.value);
              errors.clearServerError('gracePeriodEndDate');
            }}
          />
        )}
      </div>
      {others.map(({ field, message }) => (
        <p key={field} role="alert" className={classes.fault}>
          {message}
        </p>
      ))}
    </Dialog>
  );
}

const OWN_FIELDS = new Set(['status', 'statusDate', 'gracePeriodEndDate']);
