import { ApiError } from '@/lib/http';
import { describeFailure, showFailure, showMessage } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Action } from 'firmbook-wasm';
import { useCallback, useRef, useSyncExternalStore } from 'react';

interface GenerateOptions<C, Result> {
  /** The agent, owner or report. */
  uuid: string;
  /** Sends the request with an idempotency key. */
  send: (choices: C, key: string) => Promise<Result>;
  onSuccess: (result: Result) => void;
  failure: Action;
  /** Reloads the data that a request changes. Called even after a failure, which may follow the change. */
  onSettled: () => Promise<unknown>;
}

/** Generates a document. Repeating a failed request with the same choices generates it only once. */
export function useGenerate<C, Result>({ uuid, send, failure, ...options }: GenerateOptions<C, Result>) {
  const queries = useQueryClient();
  const mutationKey = ['generate', uuid];

  /** The last attempt that did not succeed. The server may have stored its document. */
  const unfinished = useRef<{ choices: string; key: string } | null>(null);

  const generate = useMutation({
    mutationKey,
    mutationFn: async (choices: C) => {
      const serializedChoices = JSON.stringify(choices);
      if (unfinished.current?.choices !== serializedChoices) {
        unfinished.current = { choices: serializedChoices, key: crypto.randomUUID() };
      }
      const result = await send(choices, unfinished.current.key);
      unfinished.current = null;
      return result;
    },
    onSuccess: options.onSuccess,
    onError: (reason) => {
      // The document created with this key has been deleted since.
      if (reason instanceof ApiError && reason.status === 404) unfinished.current = null;
      showGenerateFailure(failure, reason);
    },
    onSettled: options.onSettled,
  });
  // Remains true if the page is closed and reopened. `useIsMutating` would enlarge the first load.
  const isGenerating = useSyncExternalStore(
    useCallback((listener) => queries.getMutationCache().subscribe(listener), [queries]),
    () => queries.isMutating({ mutationKey }) > 0,
  );
  return { isGenerating, generate: generate.mutate };
}

/** Shows a failure. For a violated rule, shows the rule below the message from the error catalog. */
function showGenerateFailure(failure: Action, reason: unknown) {
  const isRule = reason instanceof ApiError && reason.status === 422;
  if (!isRule) return showFailure(failure, reason);
  const { title, message } = describeFailure(failure, reason);
  showMessage({ kind: 'error', title: title || message, message: reason.message });
}
