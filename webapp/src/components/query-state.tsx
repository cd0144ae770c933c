import { failureText } from '@/lib/failure-text';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './query-state.module.css';

/** The parts of a query result that `QueryState` reads. */
export interface LoadedQuery<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface QueryStateProps<T> {
  query: LoadedQuery<T>;
  /** The data, with its article: "the gifts" gives "Loading gifts…" and "The gifts could not be loaded." */
  subject: string;
  /** Shown instead of the children while `isEmpty` is true for the data. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  /** CSS class of the message that replaces the children. */
  className?: string | undefined;
  /** `LoadErrors` shows the error, together with those of other queries. */
  hasSharedError?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * Renders the data of a query, or a message while it loads, if it failed or if it is empty. A failed
 * refetch keeps the data that is already on the screen.
 */
export function QueryState<T>({ query, className = classes.message, ...props }: QueryStateProps<T>) {
  const { data, error } = query;
  if (data === undefined) {
    if (error && props.hasSharedError) return null;
    if (error)
      return (
        <LoadError subject={props.subject} error={error} onRetry={query.refetch} className={className} />
      );
    return (
      <p className={className} role="status">
        <span className={classes.skeleton}>Loading {props.subject.replace(/^the /, '')}…</span>
      </p>
    );
  }
  if (!props.isEmpty?.(data)) return props.children(data);
  return (
    <p className={className} role="status">
      {props.empty}
    </p>
  );
}

interface LoadErrorProps {
  subject: string;
  error: Error;
  onRetry: () => unknown;
  className?: string | undefined;
}

/** The message for a failed request, with a button to try again. */
export const LoadError = ({ subject, error, onRetry, className }: LoadErrorProps) => (
  <p className={className} role="alert">
    {loadErrorTitle(subject)}. {loadErrorText(error)}{' '}
    <Button variant="subtle" size="compact-sm" onClick={() => void onRetry()}>
      Retry
    </Button>
  </p>
);

interface LoadErrorsProps {
  queries: readonly LoadedQuery<unknown>[];
  subject: string;
  className?: string | undefined;
}

/** One message for all failed queries, with a button that tries them again. Renders nothing if none failed. */
export function LoadErrors({ queries, ...props }: LoadErrorsProps) {
  const failed = queries.filter(({ data, error }) => error && data === undefined);
  const error = failed[0]?.error;
  return (
    error && <LoadError {...props} error={error} onRetry={() => failed.map(({ refetch }) => refetch())} />
  );
}

export const loadErrorTitle = (subject: string) =>
  `${subject.charAt(0).toUpperCase()}${subject.slice(1)} could not be loaded`;

/** Returns why loading failed, or what to do. */
export const loadErrorText = (error: Error) => failureText(error).replace('Unknown error. ', '');
