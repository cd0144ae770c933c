import { usePanelUrl } from './use-panel-url';

const NEW = 'new-';

/**
 * Manages the URL parameter for the open side panel, which contains the uuid of an existing entry or the kind
 * of a new one.
 */
export function usePanelParam<Kind extends string>(name: string, kinds: readonly Kind[]) {
  const { params, open, close } = usePanelUrl([name]);
  const shown = params.get(name) ?? '';
  const newKind: Kind | null = kinds.find((kind) => shown === NEW + kind.toLowerCase()) ?? null;
  return {
    uuid: newKind ? null : shown || null,
    newKind,
    showExisting: (uuid: string) => open({ [name]: uuid }),
    showNew: (kind: Kind) => open({ [name]: NEW + kind.toLowerCase() }),
    close,
  };
}
