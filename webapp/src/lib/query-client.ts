import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http';

/** A refusal stays a refusal; only what may pass by itself is tried again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 503);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  });
