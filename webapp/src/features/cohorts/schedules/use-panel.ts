import { usePanelUrl } from '@/lib/use-panel-url';

/** The open side panel, stored in the URL. */
export type Panel =
  | { kind: 'edit'; schedule: string }
  | { kind: 'dry-run'; schedule: string }
  | { kind: 'send'; schedule: string; date: string };

export const NEW = 'new';

/** Returns the open panel and a function to open another one. */
export function usePanel(): [Panel | null, (next: Panel | null) => void] {
  const { params, open, close } = usePanelUrl(['panel']);
  const [kind, schedule = '', date = ''] = (params.get('panel') ?? '').split(':');
  const panel: Panel | null =
    kind === 'send'
      ? { kind, schedule, date }
      : kind === 'edit' || kind === 'dry-run'
        ? { kind, schedule }
        : null;
  const show = (next: Panel | null) => (next ? open({ panel: Object.values(next).join(':') }) : close());
  return [panel, show];
}
