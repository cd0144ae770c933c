import { QueryState } from '@/components/query-state';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { textQuery } from './api';
import { uncapitalized } from './scopes';
import { TextForm } from './text-form';
import classes from './text-dialog.module.css';

/** Loads the text of a scope, then shows the form. */
export function LoadedText(props: Omit<ComponentProps<typeof TextForm>, 'text'>) {
  const { part, address } = props;
  const query = useQuery({ ...textQuery(address), refetchOnMount: 'always' });
  // A cached text may be outdated, and saving over it would cause a conflict.
  const data = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <QueryState
      query={{ ...query, data }}
      subject={`the ${uncapitalized(part.name)}`}
      className={classes.message}
    >
      {(text) => <TextForm {...props} text={text} />}
    </QueryState>
  );
}
