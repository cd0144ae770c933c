import { QueryState } from '@/components/query-state';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fileQuery, type Owner } from './api';
import classes from './best-interest.module.css';
import { FormFile } from './form-file';

/** The best interest forms of an owner. */
export function BestInterestTab({ ownerType, ownerId }: Owner) {
  const owner = useMemo(() => ({ ownerType, ownerId }), [ownerType, ownerId]);
  const query = useQuery(fileQuery(owner));
  return (
    <section className={classes.part} aria-label="Best interest">
      <QueryState query={query} subject="the best interest forms">
        {(file) => <FormFile owner={owner} file={file} />}
      </QueryState>
    </section>
  );
}
