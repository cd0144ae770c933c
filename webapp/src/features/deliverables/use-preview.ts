import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { previewQuery } from './api';
import { isRule } from './page-images';

/** Delay after a change before the pages are requested. */
export const PREVIEW_PAUSE_MS = 150;

/**
 * Loads a preview of the first pages of a document. Generating a document slows down the preview and can make
 * it fail. The preview is then reloaded after the generation has ended.
 */
export function usePreview<C>(
  choices: C,
  queryOf: (choices: C) => ReturnType<typeof previewQuery>,
  isGenerating: boolean,
) {
  const [debounced] = useDebouncedValue(choices, PREVIEW_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery(queryOf(debounced));
  const reloadsAfterFailure = useRef(false);
  useEffect(() => {
    if (isGenerating) {
      reloadsAfterFailure.current = true;
    } else if (reloadsAfterFailure.current && error && !isFetching && !isRule(error)) {
      reloadsAfterFailure.current = false;
      void refetch();
    }
  }, [isGenerating, error, isFetching, refetch]);
  return {
    preview: data,
    failure: isFetching ? null : error,
    onRetry: refetch,
    isOutdated: isFetching || debounced !== choices,
  };
}
