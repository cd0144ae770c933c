import { useModule } from '@/lib/use-module';
import { useCallback, useState, type ReactNode } from 'react';
import type { Report } from '../api/report';

export type DialogName = 'edit' | 'share' | 'subscription' | 'takeOver' | 'delete';

interface Shown {
  name: DialogName;
  reports: readonly Report[];
  opened: boolean;
  /** React key that resets the dialog each time it opens. */
  openCount: number;
}

const loadDialogs = () => import('./report-dialogs');

/** Provides the dialogs for reports. `onDeleted` receives the uuids of deleted reports. */
export function useReportDialogs(onDeleted: (uuids: string[]) => void): {
  open: (name: DialogName, reports: readonly Report[]) => void;
  dialogs: ReactNode;
} {
  const [shown, setShown] = useState<Shown>();
  const Dialogs = useModule(loadDialogs, shown?.opened ?? false)?.ReportDialogs;
  const open = useCallback(
    (name: DialogName, reports: readonly Report[]) =>
      setShown((before) => ({ name, reports, opened: true, openCount: (before?.openCount ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setShown((now) => now && { ...now, opened: false }), []);
  return {
    open,
    dialogs:
      shown && Dialogs ? (
        <Dialogs key={shown.openCount} {...shown} onClose={close} onDeleted={onDeleted} />
      ) : null,
  };
}
