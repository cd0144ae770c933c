import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http';

/** Maximum `Retry-After` in seconds for which a query is retried. */
const MAX_RETRY_AFTER = 10;

/** Returns the `Retry-After` of a busy server (429) in seconds, or null if it exceeds `MAX_RETRY_AFTER`. */
const retryAfterOf = (error: Error): number | null =>
  error instanceof ApiError &&
  error.status === 429 &&
  error.retryAfter !== null &&
  error.retryAfter <= MAX_RETRY_AFTER
    ? error.retryAfter
    : null;

/** Retries only failures that may be temporary: no response, 503, or 429 with a short wait. */
const isTransient = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503 || retryAfterOf(error) !== null);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt, error) => 1000 * (retryAfterOf(error) ?? 0.4 * 2 ** attempt),
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  });

/** The queries of this page. */
export const queryClient = createQueryClient();
