import { useSearchParams } from 'react-router';

const NEW = 'new-';

/**
 * Manages the URL parameter for the open side panel, which contains the uuid of an existing entry or the kind
 * of a new one.
 */
export function usePanelParam<Kind extends string>(name: string, kinds: readonly Kind[]) {
  const [params, setParams] = useSearchParams();
  const open = params.get(name) ?? '';
  const newKind: Kind | null = kinds.find((kind) => open === NEW + kind.toLowerCase()) ?? null;
  const show = (which: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (which) next.set(name, which);
      else next.delete(name);
      return next;
    });
  return {
    uuid: newKind ? null : open || null,
    newKind,
    showOne: (uuid: string) => show(uuid),
    showNew: (kind: Kind) => show(NEW + kind.toLowerCase()),
    close: () => show(null),
  };
}
