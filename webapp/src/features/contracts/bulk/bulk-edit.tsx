import { Dialog } from '@/components/dialog';
import { failureText } from '@/lib/failure-text';
import { showFailure, showSuccess } from '@/lib/toast';
import { useQuery } from '@tanstack/react-query';
import type { ListQuery } from 'firmbook-wasm';
import { useState, type ReactNode } from 'react';
import { useContractChanged } from '../api/use-contract-changed';
import type { Value } from '../fields';
import { formatContractCount, type LineOfBusiness } from '../lines-of-business';
import {
  changeBulk,
  previewBulk,
  undoBulk,
  type BulkChange,
  type BulkPreview,
  type BulkRequest,
} from './api';
import classes from './bulk.module.css';

/** Props shared by all bulk edit dialogs. */
export interface BulkProps {
  line: LineOfBusiness;
  contracts: ListQuery;
  /** Number of selected contracts. */
  count: number;
  opened: boolean;
  onClose: () => void;
}

/** A change with the texts that describe it. */
export interface DescribedChange {
  change: BulkChange;
  /** The new value, formatted. */
  value: string;
  /** Formats a current value. */
  show: (value: Value) => string;
  /** Describes the change of some contracts: `3 policies changed to Lapsed`. */
  describe: (policies: string, tense: 'now' | 'done') => string;
}

interface BulkEditProps extends BulkProps {
  title: string;
  /** Null until the form is complete. */
  described: DescribedChange | null;
  /** Tells the user how to complete the form. */
  hint: string;
  children: ReactNode;
}

/** Dialog that changes many contracts at once: form, preview of the result, and Undo afterwards. */
export function BulkEdit({
  line,
  contracts,
  described,
  hint,
  title,
  opened,
  onClose,
  children,
}: BulkEditProps) {
  const changed = useContractChanged();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const request: BulkRequest | null = described && { contracts, change: described.change };
  const [keys] = useState(() => new Map<string, string>());
  const preview = useQuery({
    queryKey: ['bulk', line.noun, request],
    staleTime: 0,
    gcTime: 0,
    enabled: opened && request !== null,
    queryFn: ({ signal }) => (request ? previewBulk(line, request, signal) : Promise.reject(new Error(hint))),
  });
  const found = request ? preview.data : undefined;

  const undo = async (edit: string) => {
    try {
      const { restored, skipped } = await undoBulk(line, edit);
      const kept =
        skipped > 0 ? `. ${formatContractCount(line, skipped)} not restored, because of later changes` : '';
      showSuccess(`${formatContractCount(line, restored)} restored${kept}`);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  const run = async () => {
    if (!request || !described) return;
    const text = JSON.stringify(request);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    setIsRunning(true);
    setFailure(null);
    try {
      const { uuid, result } = await changeBulk(line, key, request);
      showSuccess(
        described.describe(formatContractCount(line, result.changed), 'done'),
        () => void undo(uuid),
      );
      onClose();
      await changed();
    } catch (reason) {
      setFailure(reason);
    } finally {
      setIsRunning(false);
    }
  };

  const error = failure ?? (request ? preview.error : null);
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      action={{
        label:
          described && found ? described.describe(formatContractCount(line, found.changed), 'now') : 'Change',
        run: () => void run(),
        isRunning,
        isDisabled: !found || found.changed === 0,
      }}
    >
      {children}
      <div className={classes.preview} role="status">
        {isRunning ? (
          'Changing the contracts. This can take a few seconds.'
        ) : !described ? (
          hint
        ) : found ? (
          <Outcome line={line} described={described} found={found} />
        ) : preview.error ? (
          'The selected contracts could not be checked.'
        ) : (
          'Checking the selected contracts…'
        )}
      </div>
      {found && found.problems.length > 0 && <Problems line={line} found={found} />}
      {error !== null && (
        <p role="alert" className={classes.fault}>
          {failureText(error)}
        </p>
      )}
    </Dialog>
  );
}

interface OutcomeProps {
  line: LineOfBusiness;
  described: DescribedChange;
  found: BulkPreview;
}

/** Number of contracts that will change, and their current values. */
function Outcome({ line, described, found }: OutcomeProps) {
  const next = described.value || 'Empty';
  return (
    <>
      {willChange(line, found)}
      <ul>
        {found.current.map(({ value, contracts }) => {
          const now = described.show(value as Value) || 'Empty';
          return (
            <li key={now}>
              {formatContractCount(line, contracts)}: {now} → {next}
            </li>
          );
        })}
        {found.unchanged > 0 && (
          <li>
            {formatContractCount(line, found.unchanged)}: {next} already
          </li>
        )}
      </ul>
    </>
  );
}

function willChange(line: LineOfBusiness, { changed, selected }: BulkPreview): string {
  if (changed === 0) return 'Nothing will change.';
  const some = changed < selected ? `${changed.toLocaleString('en-US')} of ` : '';
  return `${some}${formatContractCount(line, selected)} will change.`;
}

/** Reasons why contracts are left out. */
function Problems({ line, found }: { line: LineOfBusiness; found: BulkPreview }) {
  return (
    <div role="alert" className={classes.fault}>
      Not changed:
      <ul>
        {found.problems.map(({ message, contracts, numbers }) => (
          <li key={message}>
            {formatContractCount(line, contracts)}: {message} ({numbers.join(', ')}
            {contracts > numbers.length && ', …'})
          </li>
        ))}
      </ul>
    </div>
  );
}
