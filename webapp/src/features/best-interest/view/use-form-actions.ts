import { saveResponse } from '@/lib/download';
import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { conflictingRecord } from '@/lib/conflicting-record';
import { useMutation } from '@tanstack/react-query';
import { checkBestInterest } from 'firmbook-later';
import type { BestInterestInput, BestInterestVersion } from 'firmbook-wasm';
import { downloadForm, saveForm, type Owner } from '../api';
import { inputOf } from '../form/input-of';
import { blocksOf } from '../form-values';
import { useFormsChanged } from '../use-forms-changed';
import { usePanel } from '../use-panel';

/** Shows that another user changed the form, so the action was not run. */
export const isVersionConflict = (title: string) =>
  showMessage({
    title,
    message: 'Someone else changed it. Check the changes, then try again.',
    kind: 'error',
  });

/** Changes the state of a form and downloads it. */
export function useFormActions(owner: Owner) {
  const changed = useFormsChanged(owner);
  const today = useToday();
  const panel = usePanel();

  const save = useMutation({
    mutationFn: (input: BestInterestInput) => saveForm(owner, input),
    onSuccess: ({ state }) =>
      showSuccess(state === 'Complete' ? 'Form marked complete' : 'Form is a draft again'),
    onError: (reason) => {
      if (conflictingRecord(reason)) isVersionConflict('Form not changed');
      else showFailure('updateBestInterest', reason);
    },
    onSettled: changed,
  });

  const download = useMutation({
    mutationFn: async ({ uuid, number }: BestInterestVersion) =>
      saveResponse(await downloadForm(owner, uuid), `Best interest form ${number}.pdf`),
    onError: (reason) => showFailure('downloadDocument', reason),
  });

  return {
    isSaving: save.isPending,
    /** Marks a form as complete or as a draft. If it has an error, opens it at that field instead. */
    setComplete: ({ uuid, version, content }: BestInterestVersion, isComplete: boolean) => {
      const input: BestInterestInput = { uuid, version, isComplete, form: content.form };
      const error = checkBestInterest(input, today).find(({ warning }) => !warning);
      if (error) panel.edit(uuid, inputOf(error.field, blocksOf(content)));
      else save.mutate(input);
    },
    isDownloading: download.isPending,
    download: download.mutate,
  };
}
