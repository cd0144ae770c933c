import { useEffect } from 'react';
import { useBranding } from './branding';

/** Sets the document title. */
export function useDocumentTitle(page: string): void {
  const { platformName } = useBranding();
  useEffect(() => {
    document.title = `${page} · ${platformName}`;
  }, [page, platformName]);
}
