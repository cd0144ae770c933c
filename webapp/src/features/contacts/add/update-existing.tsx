import { showDone, showFailure } from '@/lib/toast';
import type { KindOfContact } from '@/lib/contact-kinds';
import { useSession } from '@/lib/session';
import { ChoiceForm, type SideTexts } from '@/record/choice-form';
import { ConflictView } from '@/record/conflict-view';
import type { Choices } from '@/record/three-way';
import { useSaveOver } from '@/record/use-save-over';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { updateContact } from '../api/update-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import type { Edited } from '../form/use-contact-form';
import { differences, merged } from '../record/edit/three-way';
import { addedTo } from './added-to';

interface UpdateExistingProps {
  kind: KindOfContact;
  stored: ContactRecord;
  typed: ContactInput;
  onSaved: () => void;
  onBack: () => void;
}

const TEXTS: SideTexts = {
  one: { mine: 'Use what I typed', theirs: 'Keep the stored value' },
  all: { mine: 'Use everything I typed', theirs: 'Keep all stored values' },
};

/** Adds the values of the form for a new contact to a stored one, after the user chose between different values. */
export function UpdateExisting({ kind, stored, typed, onSaved, onBack }: UpdateExistingProps) {
  const { firmId } = useSession().user;
  const navigate = useNavigate();
  const changed = useContactsChanged(kind);
  const [isSaving, setIsSaving] = useState(false);
  const { conflict, save } = useSaveOver<ContactRecord, Edited>({
    save: ({ version }, edited) => updateContact(kind, firmId, stored.uuid, { ...edited, version }),
    differences,
    merged,
  });

  const { added, different, untouched } = addedTo(stored, typed, kind);
  const resolve = async (choices: Choices) => {
    setIsSaving(true);
    try {
      const edited = merged(typedOf(typed), stored, { ...untouched, ...choices });
      const saved = await save(stored, edited, () => undefined);
      if (!saved) return;
      onSaved();
      showDone(`${saved.displayName} saved`, undefined, () => void navigate(kind.path(saved.uuid)));
      await changed();
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    } finally {
      setIsSaving(false);
    }
  };

  if (conflict) return <ConflictView what={kind.one} {...conflict} />;
  const isSame = added.length === 0 && different.length === 0;
  return (
    <ChoiceForm
      label="Values to add"
      title={`Update ${stored.displayName}`}
      intro={
        <>
          <p>{isSame ? `This ${kind.one} has everything that you typed.` : introOf(different.length)}</p>
          {added.length > 0 && (
            <ul>
              {added.map(({ path, label, text }) => (
                <li key={path}>
                  {label}: {text}
                </li>
              ))}
            </ul>
          )}
        </>
      }
      found={different}
      texts={TEXTS}
      canSave={!isSame}
      isSaving={isSaving}
      resolve={(choices) => void resolve(choices)}
      giveUp={onBack}
    />
  );
}

const introOf = (different: number) =>
  different > 0
    ? 'Choose a value for each field that differs. Fields that are empty are filled with what you typed.'
    : 'These values will be added. Nothing else changes.';

const typedOf = ({ person, customFields = {} }: ContactInput): Edited => ({ person, customFields });
