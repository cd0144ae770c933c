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
  subject: string;
  address: TextAddress;
  value: RichText;
  className?: string | undefined;
}

/** Preview of a text. Updates after a pause in typing. */
export function TextPreview({ subject, address, value, className }: TextPreviewProps) {
  const [debounced] = useDebouncedValue(value, PREVIEW_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery({
    ...textPreviewQuery(address, debounced),
    placeholderData: keepPreviousData,
  });
  // Keep the previous pages while the text is invalid, for example with an incomplete placeholder.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return (
    <PageImages
      subject={subject}
      className={className}
      preview={data ?? last}
      failure={isFetching ? null : error}
      onRetry={refetch}
      isOutdated={isFetching || debounced !== value}
    />
  );
}
