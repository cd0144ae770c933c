import { ApiError } from '@/lib/http';
import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { useRequestKeys } from '@/lib/use-request-keys';
import { showSaveFailure } from '@/lib/save-failure';
import { showSuccess } from '@/lib/toast';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Draft } from '../api/get-contract';
import { addContract } from '../api/save-contract';
import { useContractChanged } from '../api/use-contract-changed';
import { valueOf } from '../fields';
import { ContractForm } from '../form/contract-form';
import type { LineOfBusiness } from '../lines-of-business';
import { NewParties } from './new-parties';
import type { PickedPerson } from '../people/person-picker';

interface AddContractProps {
  line: LineOfBusiness;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for a new contract and its parties. */
export function AddContract({ line, opened, onClose }: AddContractProps) {
  const navigate = useNavigate();
  const changed = useContractChanged();
  const [people, setPeople] = useState<readonly PickedPerson[]>([]);
  const keyOf = useRequestKeys();
  const unsaved = useUnsaved();
  const isSaved = useRef(false);
  const [partyProblem, setPartyProblem] = useState<string | null>(null);

  const parties = people.map(({ kind, contact, typeId }) => ({
    kind: kind.type,
    uuid: contact.uuid,
    typeId,
  }));

  const changePeople = (next: readonly PickedPerson[]) => {
    setPeople(next);
    setPartyProblem(null);
  };

  const save = async (draft: Draft) => {
    const record = await addContract(line, keyOf([draft, parties]), draft, parties).catch(
      (reason: unknown) => {
        setPartyProblem(partyProblemOf(reason));
        throw reason;
      },
    );
    isSaved.current = true;
    setPeople([]);
    showSuccess(`${String(valueOf(record.contract, line.number))} added`);
    await navigate(line.path(record.uuid));
    await changed();
  };
  return (
    <SidePanel
      title={`Add ${line.noun}`}
      opened={opened}
      onClose={onClose}
      hasUnsaved={() => !isSaved.current && (unsaved.hasUnsaved() || people.length > 0)}
    >
      <ContractForm
        line={line}
        before={null}
        parties={parties}
        saveLabel={`Add ${line.noun}`}
        onSave={save}
        onCancel={onClose}
        onUnsaved={unsaved.setUnsaved}
        onFailure={(reason) => showSaveFailure(line.failures.add, reason)}
      >
        <NewParties noun={line.noun} people={people} onChange={changePeople} problem={partyProblem} />
      </ContractForm>
    </SidePanel>
  );
}

/** Returns the first error in the parties. */
function partyProblemOf(reason: unknown): string | null {
  const problems = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
  return problems.find(({ field }) => field.startsWith('parties'))?.message ?? null;
}
