import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { ConflictView } from '@/record/conflict-view';
import classes from '@/record/edit.module.css';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { showSaveFailure } from '@/lib/save-failure';
import { showFailure, showSuccess } from '@/lib/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PartyDraft } from 'firmbook-wasm';
import { useRef, useState } from 'react';
import { carriersQuery } from '../api/carriers';
import { contractQuery, type AnyRecord, type Draft } from '../api/get-contract';
import { updateContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { valueOf } from '../fields';
import { ContractForm } from '../form/contract-form';
import { riderValues, sameRiders } from '../form/rider-values';
import type { LineOfBusiness } from '../lines-of-business';
import { differences, merge } from './three-way';

interface EditContractProps {
  line: LineOfBusiness;
  record: AnyRecord;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for an existing contract. */
export function EditContract(props: EditContractProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel
      title={`Edit ${props.line.noun}`}
      opened={props.opened}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      <EditForm {...props} setUnsaved={setUnsaved} />
    </SidePanel>
  );
}

function EditForm({
  line,
  record,
  onClose,
  setUnsaved,
}: EditContractProps & { setUnsaved: (isUnsaved: boolean) => void }) {
  const queries = useQueryClient();
  const changed = useContractChanged();
  const { data: carriers = [] } = useQuery(carriersQuery);
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(record);
  // The version that was saved over. After a conflict, it is that of the other user.
  const over = useRef(opened);
  const nameOf = (theirs: AnyRecord) => (uuid: string) =>
    [opened.carrier, theirs.carrier, ...carriers].find((carrier) => carrier.uuid === uuid)?.name ?? uuid;
  const { conflict, save: saveOver } = useSaveWithMerge<AnyRecord, Draft>({
    save: (base, { terms, riders }) => {
      over.current = base;
      const isSame = sameRiders(riderValues(riders), riderValues(base.riders));
      return updateContract(line, opened.uuid, base.version, terms, isSame ? null : riders);
    },
    differences: (base, mine, theirs) => differences(line, base, mine, theirs, nameOf(theirs)),
    merge,
  });

  const save = async (draft: Draft, applyValues: (draft: Draft) => void) => {
    const saved = await saveOver(opened, draft, applyValues);
    if (!saved) return;
    setUnsaved(false);
    onClose();
    queries.setQueryData(contractQuery(line, saved.uuid).queryKey, saved);
    const before = over.current;
    const canUndo = saved.version === before.version + 1;
    showSuccess(
      `${String(valueOf(saved.contract, line.number))} saved`,
      canUndo ? () => void undo(saved, before) : undefined,
    );
    await changed();
  };

  const undo = async (saved: AnyRecord, { contract, riders }: AnyRecord) => {
    try {
      await updateContract(line, opened.uuid, saved.version, contract, riders, true);
    } catch (reason) {
      showFailure(line.failures.update, reason);
    }
    await changed();
  };

  return (
    <>
      {conflict && <ConflictView noun={line.noun} {...conflict} />}
      <div className={classes.form} hidden={conflict !== null}>
        <ContractForm
          line={line}
          before={opened}
          parties={NO_PARTIES}
          saveLabel="Save"
          onSave={save}
          onCancel={onClose}
          onUnsaved={setUnsaved}
          onFailure={(reason) => showSaveFailure(line.failures.update, reason)}
        />
      </div>
    </>
  );
}

/** Parties are attached on the contract's page, not in this form. */
const NO_PARTIES: PartyDraft[] = [];
