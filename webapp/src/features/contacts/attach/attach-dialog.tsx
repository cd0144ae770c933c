import { Dialog } from '@/components/dialog';
import { IconX } from '@/components/icons';
import { SearchPicker } from '@/components/search-picker';
import { useCan } from '@/lib/session';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { choices, listFailures, type EnumName } from 'firmbook-wasm';
import { useState } from 'react';
import { searchContracts, type FoundContract } from '../api/search-contracts';
import type { ContactKindConfig, ContactNoun } from '@/lib/contact-kinds';
import { useAttach } from './use-attach';
import classes from './attach-dialog.module.css';

/** A contact to attach. */
export interface Attachable {
  uuid: string;
  name: string;
  ownerType?: number | null | undefined;
}

export interface AttachDialogProps {
  kind: ContactKindConfig;
  contacts: readonly Attachable[];
  opened: boolean;
  onClose: () => void;
}

/** Maximum number of contacts attached at a time. */
const MAX_CONTACTS = 20;
const MAX_RESULTS = 20;

const ROLES: Record<ContactNoun, { set: EnumName; label: string }> = {
  agent: { set: 'agentType', label: 'Attach as' },
  owner: { set: 'ownerType', label: 'Owner type' },
  insured: { set: 'insuredType', label: 'Attach as' },
};

/** Selects contracts and a role, and attaches contacts to them. */
export function AttachDialog({ kind, contacts, opened, onClose }: AttachDialogProps) {
  const canSearch = { policies: useCan('allPolicies', 'read'), annuities: useCan('annuities', 'read') };
  const lists = (['policies', 'annuities'] as const).filter((list) => canSearch[list]);
  const [picked, setPicked] = useState<readonly FoundContract[]>([]);
  const [chosenType, setChosenType] = useState<string | null>(null);
  const typeId = chosenType ?? String(contacts[0]?.ownerType ?? 1);
  const { isRunning, failures, attach } = useAttach(kind);
  const role = ROLES[kind.noun];
  const subject =
    contacts.length === 1 ? (contacts[0]?.name ?? '') : `${contacts.length} ${kind.plural.toLowerCase()}`;
  const isTooMany = contacts.length > MAX_CONTACTS;

  // Closing discards the selection.
  const close = () => {
    setPicked([]);
    setChosenType(null);
    onClose();
  };

  const toggle = (contract: FoundContract) =>
    setPicked((before) =>
      before.some(({ uuid }) => uuid === contract.uuid)
        ? before.filter(({ uuid }) => uuid !== contract.uuid)
        : [...before, contract],
    );

  const search = async (text: string, signal: AbortSignal) => {
    const found = await Promise.all(lists.map((list) => searchContracts(list, text, MAX_RESULTS, signal)));
    return found.flat();
  };

  const confirm = async () => {
    const remaining = await attach(contacts, picked, Number(typeId));
    if (remaining.length === 0) close();
    else setPicked(remaining);
  };

  return (
    <Dialog
      title={`Attach ${subject}`}
      opened={opened}
      onClose={close}
      action={{
        label: picked.length === 0 ? 'Choose a contract' : `Attach to ${countOf(picked)}`,
        run: () => void confirm(),
        isRunning,
        isDisabled: picked.length === 0 || isTooMany,
      }}
      note={isTooMany && <span className={classes.why}>Select {MAX_CONTACTS} at most.</span>}
    >
      <SearchPicker
        label="Policies and annuities"
        placeholder="Number, carrier or name"
        noun="contracts"
        cacheKey={['contracts', ...lists]}
        search={search}
        describeFailure={() => listFailures(lists[0] ?? 'policies').load.message}
        picked={picked.map(({ uuid }) => uuid)}
        isMultiple
        onPick={toggle}
      >
        {(contract) => (
          <span className={classes.option}>
            <strong>{contract.number}</strong>
            <span>{contract.list === 'policies' ? 'Policy' : 'Annuity'}</span>
            <span>{contract.status}</span>
            <span className={classes.rest}>
              {[contract.person, contract.carrier].filter(Boolean).join(' · ')}
            </span>
          </span>
        )}
      </SearchPicker>
      {picked.length > 0 && (
        <ul className={classes.picked} aria-label="Chosen contracts">
          {picked.map((contract) => (
            <li key={contract.uuid}>
              <span>
                {contract.number}
                {failures.get(contract.uuid) && (
                  <span className={classes.refusal} role="alert">
                    {failures.get(contract.uuid)}
                  </span>
                )}
              </span>
              <ActionIcon
                size="sm"
                aria-label={`Do not attach to ${contract.number}`}
                onClick={() => toggle(contract)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        label={role.label}
        data={choices(role.set).map(({ code, label }) => ({ value: code, label }))}
        value={typeId}
        onChange={(event) => setChosenType(event.currentTarget.value)}
      />
    </Dialog>
  );
}

function countOf(contracts: readonly FoundContract[]): string {
  const [first] = contracts;
  return contracts.length === 1 && first ? first.number : `${contracts.length} contracts`;
}
