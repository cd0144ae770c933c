import { useSearchParams } from 'react-router';

/** Manages the open side panel in the URL: uuid of the gift whose letters are being created or delivered. */
export function usePanels() {
  const [params, setParams] = useSearchParams();
  const show = (values: Readonly<Record<string, string>>) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      for (const name of ['create', 'deliver', 'letter']) next.delete(name);
      for (const [name, value] of Object.entries(values)) next.set(name, value);
      return next;
    });
  return {
    creating: params.get('create'),
    delivering: params.get('deliver'),
    /** Uuid of the letter to deliver. Null for all undelivered letters. */
    letter: params.get('letter'),
    create: (gift: string) => show({ create: gift }),
    deliver: (gift: string, letter: string | null) =>
      show(letter ? { deliver: gift, letter } : { deliver: gift }),
    close: () => show({}),
  };
}
