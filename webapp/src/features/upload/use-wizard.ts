import { showFailure, showMessage } from '@/lib/toast';
import { ApiError } from '@/lib/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyWizardEvent, resumedWizard, type Wizard, type WizardEvent } from 'firmbook-later';
import type { Preview, PreviewLimit, ReadingChoice, UploadDetails, UploadStart } from 'firmbook-wasm';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WholeMapping } from './whole-mapping';
import { previewUpload, readAgain, submitUpload, UPLOADS, uploadQuery } from './api/calls';

const START: PreviewLimit = { offset: 0, rowCount: 10 };
const step = (wizard: Wizard, event: WizardEvent) => applyWizardEvent(wizard, event);

/** An upload on its way to being submitted: its steps, of which the address bar names the present one. */
export function useWizard(details: UploadDetails) {
  const { storageGuid } = details.upload;
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('step') ?? 2);
  const [wizard, dispatch] = useReducer(step, null, () =>
    resumedWizard(asked, storageGuid, details.mapping, details.upload.counts ?? undefined),
  );
  const [reading, setReading] = useState(details.reading);
  const [choices, setChoices] = useState<readonly ReadingChoice[]>([]);
  const mapping = (wizard.mapping ?? details.mapping) as WholeMapping;

  const go = (to: number, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.set('step', String(to));
        return next;
      },
      { replace },
    );

  const looking = useMutation({
    mutationFn: ({ mapping: next, limit }: { mapping: WholeMapping; limit: PreviewLimit }) =>
      previewUpload(storageGuid, { reading: null, mapping: next, limit }),
  });
  const shown = (preview: Preview) => {
    const { mapping: saved, counts, limit } = preview;
    if (wizard.step === 2) return dispatch({ type: 'paged', mapping: saved, counts, limit });
    dispatch({ type: 'mappingSaved', mapping: saved, counts });
    go(2);
  };
  /** Looks at the whole file under a mapping. */
  const look = (next: WholeMapping, limit = START) =>
    looking.mutate(
      { mapping: next, limit },
      {
        onSuccess: shown,
        onError: (reason) => showFailure(wizard.step === 2 ? 'pageUpload' : 'saveMapping', reason),
      },
    );

  const rereading = useMutation({
    mutationFn: (chosen: readonly ReadingChoice[]) => readAgain(storageGuid, chosen),
    onSuccess: (start: UploadStart, chosen) => {
      setChoices(chosen);
      setReading(start.reading);
      dispatch({ type: 'clear' });
      dispatch({ type: 'uploaded', storageGuid, mapping: start.mapping });
      void queries.invalidateQueries({ queryKey: uploadQuery(storageGuid).queryKey });
    },
    onError: (reason) => {
      const isRefused = reason instanceof ApiError && reason.status === 422;
      if (isRefused) showMessage({ title: 'Upload Failed.', message: reason.message, kind: 'error' });
      else showFailure('upload', reason);
    },
  });
  const choose = (choice: ReadingChoice) => {
    const isOther = ({ kind }: ReadingChoice) =>
      kind !== choice.kind && !(choice.kind === 'sheet' && kind === 'headerRow');
    rereading.mutate([...choices.filter(isOther), choice]);
  };

  const submitting = useMutation({
    mutationFn: (cohort: string | null) => {
      if (!wizard.previewed) throw new Error('nothing was previewed');
      return submitUpload(storageGuid, cohort, wizard.previewed);
    },
    onSuccess: (upload) => {
      dispatch({ type: 'submitted' });
      queries.setQueryData(uploadQuery(storageGuid).queryKey, (old) => old && { ...old, upload });
      void queries.invalidateQueries({ queryKey: UPLOADS });
    },
    onError: (reason) => {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (!problem || !(reason instanceof ApiError) || reason.status >= 500)
        return showFailure('upload', reason);
      showMessage({ title: 'Upload Failed.', message: problem.message, kind: 'error' });
      if (problem.code === 'counts_changed') look(mapping);
    },
  });

  const back = () => {
    dispatch({ type: 'back' });
    go(1);
  };

  /** The browser's own buttons, and a reload in the middle. */
  const follow = useEffectEvent((to: number) => {
    if (to < wizard.step) dispatch({ type: 'back' });
    else if (to > wizard.step && wizard.previewed === null && wizard.step === 1) go(1, true);
    if (wizard.step === 2 && to === 2 && looking.isIdle) look(mapping);
  });
  useEffect(() => follow(asked), [asked]);

  return {
    wizard,
    mapping,
    reading,
    preview: looking.data,
    isLooking: looking.isPending,
    failed: looking.isError,
    look,
    back,
    choose,
    isReading: rereading.isPending,
    submit: submitting.mutate,
    isSubmitting: submitting.isPending,
  };
}

export type UseWizard = ReturnType<typeof useWizard>;
