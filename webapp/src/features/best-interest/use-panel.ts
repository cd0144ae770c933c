import { usePanelUrl } from '@/lib/use-panel-url';
import { useSearchParams } from 'react-router';

/** Value of the parameter for a new form. */
export const NEW = 'new';

/**
 * Manages the URL parameters of the tab: the version shown, the form being edited, and the comparison.
 */
export function usePanel() {
  const [params, setParams] = useSearchParams();
  const form = usePanelUrl(['form', 'field']);
  const comparison = usePanelUrl(['compare']);
  const changed = (values: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  const edited = (uuid: string, field: string | null = null) => changed({ form: uuid, field });
  return {
    /** Uuid of the version shown. Null for the newest. */
    version: params.get('version'),
    /** Uuid of the form being edited, or `NEW`. */
    form: params.get('form'),
    /** Path of the field that gets the focus. */
    field: params.get('field'),
    isComparing: params.has('compare'),
    show: (uuid: string | null) => setParams(changed({ version: uuid })),
    edit: (uuid: string, field?: string) => form.open({ form: uuid, ...(field && { field }) }),
    /** Returns the URL that opens the form at a field. */
    addressOf: (uuid: string, field: string) => `?${edited(uuid, field)}`,
    compare: (isOpen: boolean) => (isOpen ? comparison.open({ compare: '1' }) : comparison.close()),
    closeForm: form.close,
  };
}
