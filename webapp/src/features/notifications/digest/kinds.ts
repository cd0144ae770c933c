import { useCan } from '@/lib/session';
import { useQuery } from '@tanstack/react-query';
import { notificationLook, type UserNotification } from 'firmbook-wasm';
import { preferencesQuery } from '../preferences/api';

/** Types for users who cannot read the preferences, which contain all types. */
const COMMON = Array.from({ length: 32 }, (_, i) => ({ notificationType: i + 19 }));

interface Kind {
  type: number;
  label: string;
}

/**
 * Returns the choices of the type filter, sorted by label: all types in the preferences, the types of
 * the listed notifications, and the selected type.
 */
export function useKinds(listed: readonly UserNotification[] | undefined, chosen: number | null): Kind[] {
  const canReadAll = useCan('settings', 'read');
  const { data } = useQuery({ ...preferencesQuery, enabled: canReadAll });
  const types = new Set(
    [...(data?.kinds ?? COMMON), ...(listed ?? [])].map(({ notificationType }) => notificationType),
  );
  if (chosen !== null) types.add(chosen);
  return [...types]
    .map((type) => ({ type, label: notificationLook(type).label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
