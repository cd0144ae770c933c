import { useSetBranding } from '@/lib/branding';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { brandingSettingsQuery, type BrandingSettings } from './api';

/** Shows what was saved: in the settings, and at once in the frame when it is the looks of this very host. */
export function useSaved() {
  const queries = useQueryClient();
  const setBranding = useSetBranding();
  return useCallback(
    (saved: BrandingSettings) => {
      queries.setQueryData(brandingSettingsQuery.queryKey, (all) =>
        all?.map((one) => (one.host === saved.host ? saved : one)),
      );
      const { host, version: _, ...branding } = saved;
      if (host === window.location.hostname) setBranding(branding);
    },
    [queries, setBranding],
  );
}
