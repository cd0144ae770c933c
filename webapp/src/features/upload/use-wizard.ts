import { showFailure, showMessage } from '@/lib/toast';
import { ApiError } from '@/lib/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyWizardEvent, type FileRefusal, type Wizard, type WizardEvent } from 'firmbook-later';
import type {
  Mapping,
  Preview,
  PreviewLimit,
  Reading,
  ReadingChoice,
  RowOutcome,
  UploadStart,
} from 'firmbook-wasm';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WholeMapping } from './whole-mapping';
import { previewUpload, readAgain, submitUpload, UPLOADS, uploadQuery } from './api/calls';

const START: PreviewLimit = { offset: 0, rowCount: 10 };
const step = (wizard: Wizard, event: WizardEvent) => applyWizardEvent(wizard, event);

interface PreviewRequest {
  mapping: WholeMapping;
  limit: PreviewLimit;
  /** Null for rows with any outcome. */
  outcome: RowOutcome | null;
  /** Pages through a preview whose rows are already matched. */
  isPage: boolean;
}

/** Initial state of a wizard, with the parse result if known. */
interface InitialState {
  wizard: Wizard;
  reading: Reading | null;
}

/** Manages the state of an upload until it is submitted. The current step is in the URL. */
export function useWizard(initialState: (stepParam: number) => InitialState) {
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const stepParam = Number(params.get('step') ?? 2);
  const [first] = useState(() => initialState(stepParam));
  const [wizard, dispatch] = useReducer(step, first.wizard);
  const [reading, setReading] = useState(first.reading);
  const [choices, setChoices] = useState<readonly ReadingChoice[]>([]);
  const { storageGuid } = wizard;
  const mapping = wizard.mapping as WholeMapping | null;

  const goToStep = (to: number, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.set('step', String(to));
        return next;
      },
      { replace },
    );

  const previewMutation = useMutation({
    mutationFn: ({ mapping: next, limit, outcome, isPage }: PreviewRequest) => {
      if (!storageGuid) throw new Error('the file is not stored yet');
      return previewUpload(storageGuid, { reading: null, mapping: next, limit, outcome, isPage });
    },
  });
  const shown = (preview: Preview) => {
    const { mapping: saved, counts, limit } = preview;
    if (wizard.step === 2) return dispatch({ type: 'paged', mapping: saved, counts, limit });
    dispatch({ type: 'mappingSaved', mapping: saved, counts });
    goToStep(2);
  };
  const request = (next: PreviewRequest) =>
    previewMutation.mutate(next, {
      onSuccess: shown,
      onError: (reason) => showFailure(wizard.step === 2 ? 'pageUpload' : 'saveMapping', reason),
    });
  /** Requests a new preview of the whole file with a mapping. */
  const requestPreview = (next: WholeMapping) =>
    request({
      mapping: next,
      limit: START,
      outcome: previewMutation.variables?.outcome ?? null,
      isPage: false,
    });
  /** Requests another page or outcome of the preview. */
  const showPage = (offset: number, outcome: RowOutcome | null) =>
    mapping && request({ mapping, limit: { ...START, offset }, outcome, isPage: true });

  /** Shows the locally parsed head of the file before the upload completes. */
  const read = (found: { reading: Reading; mapping: Mapping }, chosen: readonly ReadingChoice[]) => {
    setChoices(chosen);
    setReading(found.reading);
    dispatch({ type: 'read', mapping: found.mapping });
  };
  const onStored = (start: UploadStart) => {
    setReading(start.reading);
    dispatch({ type: 'uploaded', storageGuid: start.storageGuid, mapping: start.mapping });
  };
  const rejectFile = (error: FileRefusal) => dispatch({ type: 'fileRefused', error });
  const clear = () => {
    setReading(null);
    setChoices([]);
    dispatch({ type: 'clear' });
  };
  const change = (next: Partial<WholeMapping>) =>
    mapping && dispatch({ type: 'mappingChanged', mapping: { ...mapping, ...next } });

  const rereading = useMutation({
    mutationFn: async (chosen: readonly ReadingChoice[]) => {
      if (!storageGuid) throw new Error('the file is not stored yet');
      return readAgain(storageGuid, chosen);
    },
    onSuccess: (start, chosen) => {
      setChoices(chosen);
      dispatch({ type: 'clear' });
      onStored(start);
      void queries.invalidateQueries({ queryKey: uploadQuery(start.storageGuid).queryKey });
    },
    onError: (reason) => {
      const isRefused = reason instanceof ApiError && reason.status === 422;
      if (isRefused) showMessage({ title: 'Upload Failed.', message: reason.message, kind: 'error' });
      else showFailure('upload', reason);
    },
  });

  const submitting = useMutation({
    mutationFn: async (cohort: string | null) => {
      if (!wizard.previewed || !storageGuid) throw new Error('the upload has no preview');
      return submitUpload(storageGuid, cohort, wizard.previewed);
    },
    onSuccess: async (upload) => {
      queries.setQueryData(uploadQuery(upload.storageGuid).queryKey, (old) => old && { ...old, upload });
      await queries.invalidateQueries({ queryKey: UPLOADS });
      dispatch({ type: 'submitted' });
    },
    onError: (reason) => {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (!problem || !(reason instanceof ApiError) || reason.status >= 500)
        return showFailure('upload', reason);
      showMessage({ title: 'Upload Failed.', message: problem.message, kind: 'error' });
      if (problem.code === 'counts_changed' && mapping) requestPreview(mapping);
    },
  });

  const back = () => {
    dispatch({ type: 'back' });
    goToStep(1);
  };

  /** Moves to the step in the URL after Back, Forward or a reload. */
  const follow = useEffectEvent((to: number) => {
    if (wizard.step === 0) return;
    if (to < wizard.step) dispatch({ type: 'back' });
    else if (to > wizard.step && storageGuid !== null && wizard.previewed === null) goToStep(1, true);
    if (wizard.step === 2 && to === 2 && previewMutation.isIdle && mapping) requestPreview(mapping);
  });
  useEffect(() => follow(stepParam), [stepParam]);

  return {
    wizard,
    mapping,
    reading,
    choices,
    preview: previewMutation.data,
    isPreviewing: previewMutation.isPending,
    failed: previewMutation.isError,
    isReading: rereading.isPending,
    isSubmitting: submitting.isPending,
    outcome: previewMutation.variables?.outcome ?? null,
    requestPreview,
    showPage,
    back,
    read,
    onStored,
    rejectFile,
    clear,
    change,
    readAgain: rereading.mutate,
    submit: submitting.mutate,
  };
}

export type UseWizard = ReturnType<typeof useWizard>;

/** Adds a choice, replacing a previous one of the same kind. A new sheet also resets the header row. */
export function withChoice(choices: readonly ReadingChoice[], choice: ReadingChoice): ReadingChoice[] {
  const isOther = ({ kind }: ReadingChoice) =>
    kind !== choice.kind && !(choice.kind === 'sheet' && kind === 'headerRow');
  return [...choices.filter(isOther), choice];
}
