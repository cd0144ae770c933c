import { showFailure } from '@/lib/toast';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { ChoiceForm, type SideLabels } from '@/record/choice-form';
import { ConflictView } from '@/record/conflict-view';
import type { Choices } from '@/record/three-way';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import classes from '@/record/edit.module.css';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Edited } from '../form/use-contact-form';
import { merge } from '../record/edit/three-way';
import { useUpdateContact } from '../record/edit/use-update-contact';
import { compareForUpdate } from './compare-for-update';

interface UpdateExistingProps {
  kind: ContactKindConfig;
  stored: ContactRecord;
  typed: ContactInput;
  onSaved: () => void;
  onBack: () => void;
}

const TEXTS: SideLabels = {
  single: { mine: 'Use what I typed', theirs: 'Keep the stored value' },
  all: { mine: 'Use everything I typed', theirs: 'Keep all stored values' },
};

/** Adds the values typed for a new contact to a stored one. The user chooses where values differ. */
export function UpdateExisting({ kind, stored, typed, onSaved, onBack }: UpdateExistingProps) {
  const navigate = useNavigate();
  const [isSaving, setIsSaving] = useState(false);
  const open = () => void navigate(kind.path(stored.uuid));
  const { conflict, save } = useUpdateContact({ kind, base: stored, onSaved, open });

  const { added, different, unchangedChoices } = compareForUpdate(stored, typed, kind);
  const resolve = async (choices: Choices) => {
    setIsSaving(true);
    try {
      const edited = merge(typedOf(typed), stored, { ...unchangedChoices, ...choices });
      await save(edited, () => undefined);
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    } finally {
      setIsSaving(false);
    }
  };

  const isSame = added.length === 0 && different.length === 0;
  const intro = (
    <>
      <p>{isSame ? `This ${kind.singular} already has everything you typed.` : introOf(different.length)}</p>
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
  );
  return (
    <>
      {conflict && <ConflictView noun={kind.singular} {...conflict} />}
      <div className={classes.form} hidden={conflict !== null}>
        <ChoiceForm
          label="Values to add"
          title={`Update ${stored.displayName}`}
          intro={intro}
          differences={different}
          texts={TEXTS}
          canSave={!isSame}
          isSaving={isSaving}
          onResolve={(choices) => void resolve(choices)}
          onCancel={onBack}
        />
      </div>
    </>
  );
}

const introOf = (different: number) =>
  different > 0
    ? 'Choose a value for each field that differs. Empty fields will be filled with what you typed.'
    : 'These values will be added. Nothing else changes.';

const typedOf = ({ person, customFields = {} }: ContactInput): Edited => ({ person, customFields });
