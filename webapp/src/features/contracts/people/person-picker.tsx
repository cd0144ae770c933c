import { SearchPicker } from '@/components/search-picker';
import { findContacts, type FoundContact } from '@/features/contacts/api/find-contacts';
import { contactKinds, type ContactKindConfig, type ContactNoun } from '@/lib/contact-kinds';
import { NativeSelect } from '@mantine/core';
import { choices, listFailures, type EnumName } from 'firmbook-wasm';
import { useState } from 'react';
import classes from './person-picker.module.css';

/** A contact and its role on the contract. */
export interface PickedPerson {
  kind: ContactKindConfig;
  contact: FoundContact;
  typeId: number;
}

interface PersonPickerProps {
  picked: PickedPerson | null;
  onPick: (pick: PickedPerson | null) => void;
  /** Kind of contact selected initially. */
  initial?: ContactNoun;
  clearsOnPick?: boolean;
}

const MAX_RESULTS = 20;
export const ROLES: Record<ContactNoun, EnumName> = {
  agent: 'agentType',
  owner: 'ownerType',
  insured: 'insuredType',
};

/** Option for the type on the owner's record. */
const RECORDED = '';
const firstType = (noun: ContactNoun) => (noun === 'owner' ? RECORDED : '1');

/** Selects an agent, owner or insured and a role. */
export function PersonPicker({ picked, onPick, initial = 'owner', clearsOnPick }: PersonPickerProps) {
  const [noun, setNoun] = useState<ContactNoun>(initial);
  const [type, setType] = useState(firstType(initial));
  const kind = contactKinds[noun];
  const typeOf = (contact: FoundContact, chosen: string) =>
    chosen === RECORDED ? (contact.ownerTypeId ?? 1) : Number(chosen);
  const chooseKind = (next: ContactNoun) => {
    setNoun(next);
    setType(firstType(next));
    onPick(null);
  };
  const chooseType = (next: string) => {
    setType(next);
    if (picked) onPick({ ...picked, typeId: typeOf(picked.contact, next) });
  };
  const types = choices(ROLES[noun]).map(({ code: value, label }) => ({ value, label }));
  return (
    <div className={classes.picker}>
      <div className={classes.role}>
        <NativeSelect
          label="Party type"
          data={Object.values(contactKinds).map(({ noun: value, action: label }) => ({ value, label }))}
          value={noun}
          onChange={(event) => chooseKind(event.currentTarget.value as ContactNoun)}
        />
        <NativeSelect
          label={noun === 'owner' ? 'Owner type' : 'As'}
          data={noun === 'owner' ? [{ value: RECORDED, label: 'As on the owner’s record' }, ...types] : types}
          value={type}
          onChange={(event) => chooseType(event.currentTarget.value)}
        />
      </div>
      <SearchPicker
        key={noun}
        label={kind.plural}
        placeholder="Name, number or email"
        noun={kind.plural.toLowerCase()}
        cacheKey={['people', kind.list]}
        search={(text, signal) => findContacts(kind, text, MAX_RESULTS, signal)}
        describeFailure={() => listFailures(kind.list).load.message}
        picked={picked ? [picked.contact.uuid] : []}
        clearOnPick={clearsOnPick}
        onPick={(contact) => onPick({ kind, contact, typeId: typeOf(contact, type) })}
      >
        {(contact) => (
          <>
            {contact.displayName}
            {contact.detail && <span className={classes.detail}>{contact.detail}</span>}
          </>
        )}
      </SearchPicker>
    </div>
  );
}
