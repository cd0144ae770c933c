import { usePanelUrl } from '@/lib/use-panel-url';
import type { DeliverableKind } from '../kinds';
import { TEMPLATE_KINDS } from './kinds';

const MODES = ['add', 'edit', 'copy', 'view'] as const;

const PARAMS = ['panel', 'kind', 'template'];

/** The open side panel. */
export interface OpenPanel {
  mode: (typeof MODES)[number];
  kind: DeliverableKind;
  /** Uuid of the template. Null for a new one. */
  uuid: string | null;
}

/** Manages the open side panel, which is in the URL. */
export function usePanel() {
  const { params, open, close } = usePanelUrl(PARAMS);
  const mode = MODES.find((item) => item === params.get('panel'));
  const kind = TEMPLATE_KINDS.find((item) => String(item.kind) === params.get('kind'))?.kind;
  const panel: OpenPanel | null = mode && kind ? { mode, kind, uuid: params.get('template') } : null;
  return {
    panel,
    open: ({ mode: next, kind: of, uuid }: OpenPanel) =>
      open({ panel: next, kind: String(of), ...(uuid !== null && { template: uuid }) }),
    close,
  };
}
