import { useEffect } from 'react';
import { useConfig } from './config';

/** Names the tab after the page. */
export function useDocumentTitle(page: string): void {
  const { platformName } = useConfig();
  useEffect(() => {
    document.title = `${page} · ${platformName}`;
  }, [page, platformName]);
}
