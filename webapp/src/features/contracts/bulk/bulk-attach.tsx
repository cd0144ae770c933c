import { attachContact } from '@/features/contacts/api/attach-contact';
import { detachContact } from '@/features/contacts/api/detach-contact';
import { restoreAttachment } from '@/features/contacts/api/restore-attachment';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord } from '../api/get-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { formatContractCount } from '../lines-of-business';
import { PersonPicker, type PickedPerson } from '../people/person-picker';
import { kindOf } from '../record/parties/kind-of';
import { BulkDialog, countBy } from './bulk-dialog';
import type { BulkProps } from './bulk-edit';
import classes from './bulk.module.css';
import { runEach, type Results } from './run-each';
import { useRecords } from './use-records';

/** Attaches a contact to the selected contracts. Can replace the contacts that currently have the role. */
export function BulkAttach({ line, contracts, opened, onClose }: BulkProps) {
  const { rowUuids: uuids = [] } = contracts;
  const { firmId } = useSession().user;
  const { data: records, error } = useRecords(line, uuids, opened);
  const changed = useContractChanged();
  const [pick, setPick] = useState<PickedPerson | null>(null);
  const [replaces, setReplaces] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [failed, setFailed] = useState<Results<AnyRecord, void>['failed']>([]);

  const hasPick = ({ parties }: AnyRecord) =>
    pick !== null && parties.some(({ uuid, typeId }) => uuid === pick.contact.uuid && typeId === pick.typeId);
  /** Returns the parties of a contract that the picked contact replaces. */
  const replacedIn = ({ parties }: AnyRecord) =>
    pick && replaces
      ? parties.filter(
          ({ kind, typeId, uuid }) =>
            kind === pick.kind.type && typeId === pick.typeId && uuid !== pick.contact.uuid,
        )
      : [];
  const affected = (records ?? []).filter((record) => !hasPick(record) || replacedIn(record).length > 0);
  const replaced = affected.flatMap(replacedIn);

  const apply = async (record: AnyRecord) => {
    if (!pick) return;
    const { kind, contact, typeId } = pick;
    // Attach first, so that a failure leaves the contract unchanged.
    if (!hasPick(record)) await attachContact(kind, firmId, record.uuid, contact.uuid, typeId);
    for (const party of replacedIn(record)) {
      // oxlint-disable-next-line no-await-in-loop -- the server locks the contract
      await detachContact(kindOf(party), firmId, record.uuid, party.uuid, party.typeId);
    }
  };

  const undo = async (items: readonly AnyRecord[]) => {
    if (!pick) return;
    const back = await runEach(items, async (record) => {
      for (const party of replacedIn(record)) {
        // oxlint-disable-next-line no-await-in-loop -- the server locks the contract
        await restoreAttachment(kindOf(party), firmId, record.uuid, party.uuid);
      }
      if (!hasPick(record)) {
        await detachContact(pick.kind, firmId, record.uuid, pick.contact.uuid, pick.typeId);
      }
    });
    if (back.failed[0]) showFailure(undefined, back.failed[0].reason);
    await changed();
  };

  const run = async () => {
    if (!pick) return;
    setFailed([]);
    setProgress(0);
    const results = await runEach(affected, apply, setProgress);
    setProgress(null);
    setFailed(results.failed);
    if (results.done.length > 0) {
      const items = results.done.map(({ item }) => item);
      showSuccess(
        `${pick.contact.displayName} attached to ${formatContractCount(line, items.length)}`,
        () => void undo(items),
      );
    }
    if (results.failed.length === 0) onClose();
    await changed();
  };

  return (
    <BulkDialog
      title={`Attach a contact to ${formatContractCount(line, uuids.length)}`}
      line={line}
      count={uuids.length}
      affected={affected.length}
      records={records}
      error={error}
      opened={opened}
      onClose={onClose}
      action={{
        label: pick ? `Attach to ${formatContractCount(line, affected.length)}` : 'Attach',
        run: () => void run(),
        isDisabled: !pick || affected.length === 0,
      }}
      progress={progress}
      failed={failed}
    >
      <PersonPicker picked={pick} onPick={setPick} initial="agent" />
      <Checkbox
        mt="sm"
        label="Replace the contacts that have this role now"
        checked={replaces}
        onChange={(event) => setReplaces(event.currentTarget.checked)}
      />
      <div className={classes.preview} role="status">
        {!records
          ? 'Loading selected contracts…'
          : pick
            ? `${pick.contact.displayName} will be attached to ${formatContractCount(line, affected.length)}.`
            : 'Select a contact to see what will change.'}
        {replaced.length > 0 && (
          <ul>
            {countBy(replaced, ({ name }) => name).map(([name, count]) => (
              <li key={name}>
                {name} will be detached from {formatContractCount(line, count)}.
              </li>
            ))}
          </ul>
        )}
      </div>
    </BulkDialog>
  );
}
