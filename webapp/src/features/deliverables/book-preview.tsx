import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { previewQuery, type BookChoices, type BookSubject } from './api';
import { PageImages } from './page-images';

/** Delay after a change before the pages are requested. */
export const PREVIEW_PAUSE_MS = 300;

interface BookPreviewProps {
  subject: BookSubject;
  choices: BookChoices;
}

/** The first pages of the book of business as they would be printed now. */
export function BookPreview({ subject, choices }: BookPreviewProps) {
  const [settled] = useDebouncedValue(choices, PREVIEW_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery(previewQuery(subject, settled));
  return (
    <PageImages
      preview={data}
      failure={isFetching ? null : error}
      onRetry={refetch}
      isOutdated={isFetching || settled !== choices}
    />
  );
}
