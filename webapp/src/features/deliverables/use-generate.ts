import { saveResponse } from '@/lib/download';
import { ApiError } from '@/lib/http';
import { describeFailure, showDone, showFailure, showMessage } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { generateBook, versionsQuery, type BookChoices, type BookSubject } from './api';

/** Generates, stores and downloads the book of business of a contact. */
export function useGenerate(subject: BookSubject) {
  const queries = useQueryClient();
  const mutationKey = ['generateBook', subject.uuid];

  /** The last attempt that did not succeed. The server may have stored its document. */
  const unfinished = useRef<{ choices: string; key: string } | null>(null);

  const generate = useMutation({
    mutationKey,
    mutationFn: async (choices: BookChoices) => {
      const wanted = JSON.stringify(choices);
      if (unfinished.current?.choices !== wanted) {
        unfinished.current = { choices: wanted, key: crypto.randomUUID() };
      }
      const { key } = unfinished.current;
      await saveResponse(await generateBook(subject, choices, key), 'Book of business.pdf');
      unfinished.current = null;
    },
    onSuccess: () => showDone('Book of business generated'),
    onError: (reason) => {
      // The document that this key stands for was deleted in the meantime.
      if (reason instanceof ApiError && reason.status === 404) unfinished.current = null;
      showGenerateFailure(reason);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(versionsQuery(subject)),
        queries.invalidateQueries({ queryKey: ['activity'] }),
      ]),
  });
  // Still true after the tab was closed and opened again. `useIsMutating` would enlarge the first load.
  const isGenerating = useSyncExternalStore(
    useCallback((listener) => queries.getMutationCache().subscribe(listener), [queries]),
    () => queries.isMutating({ mutationKey }) > 0,
  );
  return { isGenerating, generate: generate.mutate };
}

/** Shows the message from the error catalog, and below it the rule that the request broke. */
function showGenerateFailure(reason: unknown) {
  const isRule = reason instanceof ApiError && reason.status === 422;
  if (!isRule) return showFailure('generateBookOfBusiness', reason);
  const { message: title } = describeFailure('generateBookOfBusiness', reason);
  showMessage({ kind: 'error', title, message: reason.message });
}
