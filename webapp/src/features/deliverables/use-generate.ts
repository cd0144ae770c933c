import { ApiError } from '@/lib/http';
import { describeFailure, showFailure, showMessage } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Action } from 'firmbook-wasm';
import { useCallback, useRef, useSyncExternalStore } from 'react';

interface GenerateOptions<C, Answer> {
  /** The agent, owner or report. */
  uuid: string;
  /** Sends the request with an idempotency key. */
  send: (choices: C, key: string) => Promise<Answer>;
  onSuccess: (answer: Answer) => void;
  failure: Action;
  /** Reloads what a request changes, even one that seemed to fail. */
  onSettled: () => Promise<unknown>;
}

/** Generates a document. A repeated request with the same choices generates only one. */
export function useGenerate<C, Answer>({ uuid, send, failure, ...options }: GenerateOptions<C, Answer>) {
  const queries = useQueryClient();
  const mutationKey = ['generate', uuid];

  /** The last attempt that did not succeed. The server may have stored its document. */
  const unfinished = useRef<{ choices: string; key: string } | null>(null);

  const generate = useMutation({
    mutationKey,
    mutationFn: async (choices: C) => {
      const wanted = JSON.stringify(choices);
      if (unfinished.current?.choices !== wanted) {
        unfinished.current = { choices: wanted, key: crypto.randomUUID() };
      }
      const answer = await send(choices, unfinished.current.key);
      unfinished.current = null;
      return answer;
    },
    onSuccess: options.onSuccess,
    onError: (reason) => {
      // The document that this key stands for was deleted in the meantime.
      if (reason instanceof ApiError && reason.status === 404) unfinished.current = null;
      showGenerateFailure(failure, reason);
    },
    onSettled: options.onSettled,
  });
  // Still true after the page was closed and opened again. `useIsMutating` would enlarge the first load.
  const isGenerating = useSyncExternalStore(
    useCallback((listener) => queries.getMutationCache().subscribe(listener), [queries]),
    () => queries.isMutating({ mutationKey }) > 0,
  );
  return { isGenerating, generate: generate.mutate };
}

/** Shows the message from the error catalog, and below it the rule that the request broke. */
function showGenerateFailure(failure: Action, reason: unknown) {
  const isRule = reason instanceof ApiError && reason.status === 422;
  if (!isRule) return showFailure(failure, reason);
  const { title, message } = describeFailure(failure, reason);
  showMessage({ kind: 'error', title: title || message, message: reason.message });
}
