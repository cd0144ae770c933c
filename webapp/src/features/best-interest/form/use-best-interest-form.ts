import { ApiError } from '@/lib/http';
import { showSuccess } from '@/lib/toast';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useSettingsForm } from '@/lib/use-settings-form';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { checkBestInterest } from 'firmbook-later';
import type { BestInterestFile, BestInterestInput, BestInterestVersion, ContractValues } from 'firmbook-wasm';
import { useState } from 'react';
import { createForm, saveForm, type Owner } from '../api';
import { contentOf, type FormValues } from '../form-values';
import { isOpen } from '../states';
import { useFormsChanged } from '../use-forms-changed';
import type { Opened } from './form-dialog';
import { inputOf } from './input-of';
import { differencesOf, merge } from './three-way';

interface FormOptions {
  owner: Owner;
  file: BestInterestFile;
  contracts: readonly ContractValues[];
  opened: Opened;
  /** `YYYY-MM-DD`. */
  today: string;
  onSaved: () => void;
}

/** Thrown if another user signed the form, so that it can no longer be changed. */
class SignedMeanwhile extends Error {}

const SIGNED =
  'Someone else signed this form while you were editing. Your changes cannot be saved. Copy what you need, then start a new version.';
const OTHER_FORM =
  'Someone else started a form for this owner meanwhile. Copy what you need, close this form, then edit the other one.';

/** Manages the state, validation and saving of a form, including conflicts with other users. */
export function useBestInterestForm({ owner, file, contracts, opened, today, onSaved }: FormOptions) {
  const { stored, values: initialValues } = opened;
  const changed = useFormsChanged(owner);
  const keyOf = useRequestKeys();
  const [note, setNote] = useState<string | null>(null);
  const { conflict, save: saveOver } = useSaveWithMerge<BestInterestVersion, FormValues>({
    save: async (base, values) => {
      if (!isOpen(base)) throw new SignedMeanwhile();
      return saveForm(owner, { ...values, uuid: base.uuid, version: base.version });
    },
    differences: (base, mine, theirs) =>
      differencesOf(base, mine, theirs, (form) => contentOf(file, form, contracts)),
    merge,
  });
  const create = (values: FormValues) => {
    const input: BestInterestInput = { ...values, uuid: null, version: null };
    return createForm(owner, input, keyOf(input));
  };

  const settings = useSettingsForm<FormValues>({
    initialValues,
    validate: (values) => {
      const problems = checkBestInterest(values, today);
      for (const problem of problems)
        if (problem.code === 'required') problem.field = inputOf(problem.field, values.form);
      return problems;
    },
    failure: 'updateBestInterest',
    onSave: async (values, done) => {
      setNote(null);
      try {
        const saved = await (stored
          ? saveOver(stored, values, (next) => settings.form.setValues(next))
          : create(values));
        if (saved) {
          done();
          // Before the dialog closes, so that the focus does not return to a button that disappears.
          await changed();
          onSaved();
          showSuccess(saved.state === 'Complete' ? 'Form saved as complete' : 'Draft saved');
        }
      } catch (reason) {
        if (reason instanceof SignedMeanwhile) setNote(SIGNED);
        else if (reason instanceof ApiError && reason.problem?.code === 'open_form') setNote(OTHER_FORM);
        else throw reason;
        await changed();
      }
    },
  });
  return { ...settings, conflict, note };
}
