import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREVIEW_PAUSE_MS } from '../use-preview';
import { PageImages } from '../page-images';
import { textPreviewQuery } from './api';
import type { RichText } from './rich-text';
import type { TextAddress } from './scopes';

interface TextPreviewProps {
  /** Name of the text within a sentence. */
  what: string;
  address: TextAddress;
  value: RichText;
  className?: string | undefined;
}

/** The pages of a text as they would be printed. Follows the typing after a pause. */
export function TextPreview({ what, address, value, className }: TextPreviewProps) {
  const [settled] = useDebouncedValue(value, PREVIEW_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery({
    ...textPreviewQuery(address, settled),
    placeholderData: keepPreviousData,
  });
  // A text that cannot be shown, such as one with half a field, keeps the previous pages.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return (
    <PageImages
      what={what}
      className={className}
      preview={data ?? last}
      failure={isFetching ? null : error}
      onRetry={refetch}
      isOutdated={isFetching || settled !== value}
    />
  );
}
