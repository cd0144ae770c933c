import { usePanelUrl } from '@/lib/use-panel-url';

/** Manages the open side panel in the URL: uuid of the gift whose letters are being created or delivered. */
export function usePanels() {
  const { params, open, close } = usePanelUrl(['create', 'deliver', 'letter']);
  return {
    creating: params.get('create'),
    delivering: params.get('deliver'),
    /** Uuid of the letter to deliver. Null for all undelivered letters. */
    letter: params.get('letter'),
    create: (gift: string) => open({ create: gift }),
    deliver: (gift: string, letter: string | null) =>
      open(letter ? { deliver: gift, letter } : { deliver: gift }),
    close,
  };
}
