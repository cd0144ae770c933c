import { FormSection } from '@/components/panel-form';
import { IconX } from '@/components/icons';
import classes from '@/components/panel-form.module.css';
import { useSession } from '@/lib/session';
import { ActionIcon } from '@mantine/core';
import { choices } from 'firmbook-wasm';
import type { ContractNoun } from '../lines-of-business';
import { PersonPicker, ROLES, type PickedPerson } from '../people/person-picker';
import styles from './new-parties.module.css';

interface NewPartiesProps {
  noun: ContractNoun;
  people: readonly PickedPerson[];
  onChange: (people: readonly PickedPerson[]) => void;
  /** The error in the parties, or null. */
  problem: string | null;
}

const isSame = (a: PickedPerson, b: PickedPerson) =>
  a.contact.uuid === b.contact.uuid && a.kind === b.kind && a.typeId === b.typeId;

/** The parties of a new contract. */
export function NewParties({ noun, people, onChange, problem }: NewPartiesProps) {
  const { scope } = useSession().permissions;
  const needsAgent = scope === 'Block' || scope === 'Supported';
  const add = (pick: PickedPerson | null) => {
    if (pick && !people.some((item) => isSame(item, pick))) onChange([...people, pick]);
  };
  return (
    <FormSection title="Parties">
      {needsAgent && !problem && (
        <p className={styles.hint}>Add at least one of your agents, so that you can open the {noun}.</p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {people.length > 0 && (
        <ul className={styles.people} aria-label="Chosen parties">
          {people.map((item) => (
            <li key={`${item.contact.uuid} ${item.typeId}`}>
              <strong>{item.contact.displayName}</strong>
              <span>{describe(item)}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={`Remove ${item.contact.displayName}`}
                onClick={() => onChange(people.filter((other) => other !== item))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.wide}>
        <PersonPicker clearsOnPick picked={null} onPick={add} initial={needsAgent ? 'agent' : 'owner'} />
      </div>
    </FormSection>
  );
}

const describe = ({ kind, typeId }: PickedPerson) => {
  const type = choices(ROLES[kind.noun]).find(({ code }) => code === String(typeId))?.label ?? '';
  return kind.noun === 'owner' ? `Owner, ${type}` : type;
};
