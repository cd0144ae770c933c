import { Dialog } from '@/components/dialog';
import { QueryState } from '@/components/query-state';
import { contactFields } from '@/features/contacts/fields';
import { failureText } from '@/lib/failure-text';
import { showFailure, showSuccess } from '@/lib/toast';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName, type Person } from 'firmbook-wasm';
import { useState } from 'react';
import type { MergeKind, UnmergePreview } from './merge-kinds';
import { labelOf } from './merge-values';
import { pluralize } from './merge-texts';
import classes from './duplicates.module.css';
import { useMergesChanged } from './use-merges-changed';

interface UndoMergeProps {
  kind: MergeKind;
  /** Null closes the dialog. */
  mergeUuid: string | null;
  onClose: () => void;
}

/** Dialog that previews the undo of a merge, asks about conflicts and later changes, and undoes it. */
export function UndoMerge({ kind, mergeUuid, onClose }: UndoMergeProps) {
  const [moved, setMoved] = useState<readonly string[]>([]);
  const [restored, setRestored] = useState<readonly string[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const changed = useMergesChanged();
  const preview = useQuery({
    // Not below `merges`, which is refetched after the undo.
    queryKey: ['unmerge', kind.contact.noun, mergeUuid],
    queryFn: ({ signal }) =>
      mergeUuid ? kind.preview(mergeUuid, signal) : Promise.reject(new Error('No merge is selected.')),
    enabled: mergeUuid !== null,
    gcTime: 0,
    staleTime: 0,
  });
  const found = mergeUuid ? preview.data : undefined;

  const close = () => {
    setMoved([]);
    setRestored([]);
    setFailure(null);
    onClose();
  };
  const run = async () => {
    if (!mergeUuid || !found) return;
    setIsRunning(true);
    setFailure(null);
    try {
      const target = { uuid: found.targetUuid, version: found.targetVersion, restore: [...restored] };
      await kind.undo(mergeUuid, target, [...moved]);
      showSuccess(`Merge undone. ${names(found)} restored`);
      close();
    } catch (reason) {
      setFailure(reason);
      showFailure(kind.failures.undo, reason);
    } finally {
      setIsRunning(false);
      await changed(kind);
    }
  };

  return (
    <Dialog
      title="Undo merge"
      opened={mergeUuid !== null}
      onClose={close}
      action={{
        label: found ? `Restore ${names(found)}` : 'Restore',
        run: () => void run(),
        isRunning,
        isDisabled: !found,
      }}
    >
      <QueryState query={preview} subject="the preview">
        {(loaded) => (
          <Outcome
            kind={kind}
            preview={loaded}
            moved={moved}
            onMoved={setMoved}
            restored={restored}
            onRestored={setRestored}
          />
        )}
      </QueryState>
      {failure !== null && (
        <p role="alert" className={classes.fault}>
          {failureText(failure)}
        </p>
      )}
    </Dialog>
  );
}

const names = ({ restored }: UnmergePreview) => restored.map(({ name }) => name).join('; ');

interface OutcomeProps {
  kind: MergeKind;
  preview: UnmergePreview;
  moved: readonly string[];
  onMoved: (uuids: readonly string[]) => void;
  restored: readonly string[];
  onRestored: (fields: readonly string[]) => void;
}

function Outcome({ kind, preview, moved, onMoved, restored, onRestored }: OutcomeProps) {
  const { later, conflicts } = preview;
  const holder = fullName(preview.holder.person as Person);
  const [only] = preview.restored;
  const canMove = only !== undefined && preview.restored.length === 1;
  return (
    <>
      <p>
        The merge will be undone. These {kind.contact.plural.toLowerCase()} leave {holder}:
      </p>
      <ul>
        {preview.restored.map(({ uuid, name, contracts }) => (
          <li key={uuid}>
            {name} with {pluralize(contracts, 'contract', 'contracts')}
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <fieldset className={classes.decisions}>
          <legend>Contracts linked after the merge</legend>
          {canMove ? (
            <>
              <p>
                They stay with {holder}, except those that you select. They move to {only.name}.
              </p>
              {later.map(({ uuid, number }) => (
                <Checkbox
                  key={uuid}
                  label={number}
                  checked={moved.includes(uuid)}
                  onChange={() => onMoved(toggled(moved, uuid))}
                />
              ))}
            </>
          ) : (
            <p>
              {pluralize(later.length, 'contract stays', 'contracts stay')} with {holder}.
            </p>
          )}
        </fieldset>
      )}
      {conflicts.length > 0 && (
        <fieldset className={classes.decisions}>
          <legend>Fields changed after the merge</legend>
          <p>They keep their current value, except those that you select.</p>
          {conflicts.map(({ field, before, current }) => (
            <Checkbox
              key={field}
              label={`${labelOfValue(field)}: ${shown(field, current)} → ${shown(field, before)}`}
              checked={restored.includes(field)}
              onChange={() => onRestored(toggled(restored, field))}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const toggled = (list: readonly string[], item: string) =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

const fieldOf = (field: string) => contactFields.find(({ path }) => path === `person.${field}`);

const labelOfValue = (field: string) => fieldOf(field)?.label ?? labelOf(field);

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return fieldOf(field)?.show(text) ?? text;
}
