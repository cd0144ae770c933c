import { useLocation, useNavigate, useSearchParams, type NavigateOptions } from 'react-router';

/** State of a history entry that was added by opening a panel. */
const ADDED = { isPanel: true };

/**
 * Manages the URL parameters of a side panel. Opening the panel adds a history entry, so that Back closes it.
 * Closing it goes back to before that entry, so that Back does not open it again.
 */
export function usePanelUrl(names: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: Partial<typeof ADDED> | null };
  const navigate = useNavigate();
  const show = (values: Readonly<Record<string, string>>, options: NavigateOptions) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      for (const name of names) next.delete(name);
      for (const [name, value] of Object.entries(values)) next.set(name, value);
      return next;
    }, options);
  const isOpen = names.some((name) => params.has(name));
  return {
    params,
    open: (values: Readonly<Record<string, string>>) =>
      show(values, isOpen ? { replace: true, state } : { state: ADDED }),
    close: () => (isOpen && state?.isPanel ? void navigate(-1) : show({}, { replace: true })),
  };
}
