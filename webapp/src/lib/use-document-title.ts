import { useEffect } from 'react';
import { useBranding } from './branding';

/** Names the tab after the page. */
export function useDocumentTitle(page: string): void {
  const { platformName } = useBranding();
  useEffect(() => {
    document.title = `${page} · ${platformName}`;
  }, [page, platformName]);
}
