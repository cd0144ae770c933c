import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { previewQuery } from './api';

/** Delay after a change before the pages are requested. */
export const PREVIEW_PAUSE_MS = 150;

/** Loads the first pages of a document as they would be printed now. */
export function usePreview<C>(choices: C, queryOf: (choices: C) => ReturnType<typeof previewQuery>) {
  const [settled] = useDebouncedValue(choices, PREVIEW_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery(queryOf(settled));
  return {
    preview: data,
    failure: isFetching ? null : error,
    onRetry: refetch,
    isOutdated: isFetching || settled !== choices,
  };
}
