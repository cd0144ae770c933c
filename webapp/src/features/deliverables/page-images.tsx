import { LoadError } from '@/components/query-state';
import { ApiError } from '@/lib/http';
import bones from '@/record/record.module.css';
import { useMemo, useRef } from 'react';
import classes from './deliverables.module.css';

interface Pages {
  pageCount: number;
  /** The first pages as SVG. */
  pages: string[];
}

interface PageImagesProps {
  /** Noun for the pages. Distinguishes several previews on a screen. */
  subject?: string;
  /** Undefined until the first pages arrive. */
  preview: Pages | undefined;
  /** Why the pages could not be loaded. Shown instead of the pages, or above outdated ones. */
  failure: Error | null;
  onRetry: () => unknown;
  /** Newer pages are being loaded. */
  isOutdated: boolean;
  className?: string | undefined;
}

/** Preview of the first pages of a document. */
export function PageImages({
  subject,
  preview,
  failure,
  onRetry,
  isOutdated,
  className = '',
}: PageImagesProps) {
  const suffix = subject ? ` of the ${subject}` : '';
  // The page's security policy allows images from data URLs, but not from blobs. An image cannot run
  // scripts, unlike inline SVG.
  const images = useMemo(
    () => preview?.pages.map((page) => `data:image/svg+xml,${encodeURIComponent(page)}`),
    [preview],
  );
  const area = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The pressed button disappears.
    area.current?.focus();
    return onRetry();
  };
  return (
    <section
      className={`${classes.preview} ${className}`}
      aria-label={`Preview${suffix}`}
      aria-busy={isOutdated}
    >
      <div className={classes.head}>
        <h2>Preview</h2>
        {preview && images && (
          <span className={classes.note}>{pageNote(images.length, preview.pageCount)}</span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.area} ref={area} tabIndex={0} role="region" aria-label={`Pages${suffix}`}>
        {failure && <Failure error={failure} onRetry={retry} />}
        {images ? (
          <ol className={classes.pages} data-outdated={isOutdated || failure !== null || undefined}>
            {images.map((image, index) => (
              // A page keeps its image until the new one is decoded.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <img src={image} alt={`Page ${index + 1} of ${preview?.pageCount}`} />
              </li>
            ))}
          </ol>
        ) : (
          !failure && <PageSkeleton />
        )}
      </div>
    </section>
  );
}

/** Message for a failed preview. Violated rules, such as the limit on contracts, have no Retry button. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (isRule(error)) {
    return (
      <p className={classes.failure} role="alert">
        {error.problem?.errors[0]?.message ?? error.message}
      </p>
    );
  }
  return <LoadError subject="the preview" error={error} onRetry={onRetry} className={classes.failure} />;
}

/** Returns whether the document violates a rule, so that a retry cannot succeed. */
export const isRule = (error: Error | null): error is ApiError =>
  error instanceof ApiError && [400, 422].includes(error.status);

const PageSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading preview">
    {[30, 18, 100, 100, 100, 100].map((width, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={bones.bone} style={{ width: `${width}%` }} />
    ))}
  </div>
);

/** Returns the number of pages, such as `2 pages` or `First 5 of 12 pages`. */
export function pageNote(shown: number, all: number): string {
  if (shown < all) return `First ${shown} of ${all} pages`;
  return all === 1 ? '1 page' : `${all} pages`;
}
