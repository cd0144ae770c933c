import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http';

/** Retries only failures that may be temporary: no response, or 503. */
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
