import { useCan } from '@/lib/session';
import { useCallback } from 'react';
import type { Report } from './report';

/** Returns whether a report is orphaned and the user may take it over. */
export function useInherited(): (report: Report) => boolean {
  const managesUsers = useCan('manageUsers', 'write');
  return useCallback(
    ({ isOwner, isOwnerActive }) => managesUsers && !isOwner && !isOwnerActive,
    [managesUsers],
  );
}
