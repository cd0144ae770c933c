import { useCan } from '@/lib/session';
import { useCallback } from 'react';
import type { Report } from './report';

/** Whether the user decides over a report because its owner left the firm. */
export function useInherited(): (report: Report) => boolean {
  const managesUsers = useCan('manageUsers', 'write');
  return useCallback(
    ({ isOwner, isOwnerActive }) => managesUsers && !isOwner && !isOwnerActive,
    [managesUsers],
  );
}
