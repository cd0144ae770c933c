import { LoadError } from '@/components/query-state';
import { ApiError } from '@/lib/http';
import bones from '@/record/record.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { previewQuery, type BookChoices, type BookSubject } from './api';
import classes from './book.module.css';

/** Delay after a change of the options before the pages are requested. */
const PAUSE_MS = 300;

interface BookPreviewProps {
  subject: BookSubject;
  choices: BookChoices;
}

/** The first pages of the book of business as they would be printed now. */
export function BookPreview({ subject, choices }: BookPreviewProps) {
  const [settled] = useDebouncedValue(choices, PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery(previewQuery(subject, settled));
  // The page's security policy allows images from data URLs, but not from blobs. An image cannot run
  // scripts, unlike inline SVG.
  const images = useMemo(
    () => data?.pages.map((page) => `data:image/svg+xml,${encodeURIComponent(page)}`),
    [data],
  );
  const area = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The pressed button disappears.
    area.current?.focus();
    return refetch();
  };
  const failure = isFetching ? null : error;
  const isOutdated = isFetching || settled !== choices;
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isOutdated}>
      <div className={classes.head}>
        <h2>Preview</h2>
        {data && images && <span className={classes.note}>{pageNote(images.length, data.pageCount)}</span>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.area} ref={area} tabIndex={0} role="region" aria-label="Pages">
        {failure ? (
          <Failure error={failure} onRetry={retry} />
        ) : images ? (
          <ol className={classes.pages} data-outdated={isOutdated || undefined}>
            {images.map((image, index) => (
              // A page keeps its image until the new one is decoded.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <img src={image} alt={`Page ${index + 1} of ${data?.pageCount}`} />
              </li>
            ))}
          </ol>
        ) : (
          <PageSkeleton />
        )}
      </div>
    </section>
  );
}

/** A rule such as the limit on contracts explains itself. Other failures can be retried. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (error instanceof ApiError && error.status === 422) {
    return (
      <p className={classes.failure} role="alert">
        {error.message}
      </p>
    );
  }
  return <LoadError what="the preview" error={error} onRetry={onRetry} className={classes.failure} />;
}

const PageSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading the preview">
    {[30, 18, 100, 100, 100, 100].map((width, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={bones.bone} style={{ width: `${width}%` }} />
    ))}
  </div>
);

/** Returns how many pages there are, and how many of them are shown if not all. */
export function pageNote(shown: number, all: number): string {
  if (shown < all) return `First ${shown} of ${all} pages`;
  return all === 1 ? '1 page' : `${all} pages`;
}
