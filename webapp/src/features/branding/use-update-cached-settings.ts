import { useSetBranding } from '@/lib/branding';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { brandingSettingsQuery, type BrandingSettings } from './api';

/** Stores saved branding in the query cache, and applies it to the app if it belongs to this host. */
export function useUpdateCachedSettings() {
  const queries = useQueryClient();
  const setBranding = useSetBranding();
  return useCallback(
    (saved: BrandingSettings) => {
      queries.setQueryData(brandingSettingsQuery.queryKey, (all) =>
        all?.map((item) => (item.host === saved.host ? saved : item)),
      );
      const { host, version: _, ...branding } = saved;
      if (host === window.location.hostname) setBranding(branding);
    },
    [queries, setBranding],
  );
}
