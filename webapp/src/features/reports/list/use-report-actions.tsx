import { IconBell, IconPencil, IconRefresh, IconShare, IconTrash, IconUser } from '@/components/icons';
import { useCan } from '@/lib/session';
import type { SelectionAction } from '@/list/selection-bar';
import { useCallback } from 'react';
import { useInherited } from '../api/use-inherited';
import { useReportDialogs } from '../dialogs/use-report-dialogs';
import { kindOfType } from '../kinds';
import type { Report } from '../api/report';

/** Actions on the selected reports. */
export function useReportActions(
  selected: readonly Report[],
  failed: ReadonlySet<string>,
  handlers: { onRetry: (uuids: string[]) => void; onDeleted: (uuids: string[]) => void },
) {
  const [report] = selected;
  const canWrite = useCan(report ? kindOfType(report.reportType).feature : 'policyReports', 'write');
  const canShare = useCan('shareReports', 'write');
  const isInherited = useInherited();
  const { onRetry, onDeleted } = handlers;
  const { open, dialogs } = useReportDialogs(useCallback((uuids) => onDeleted(uuids), [onDeleted]));
  const isAlone = selected.length === 1;
  const isOwn = selected.length > 0 && selected.every(({ isOwner }) => isOwner);
  const missing = selected.map(({ uuid }) => uuid).filter((uuid) => failed.has(uuid));
  const icon = { size: 16, 'aria-hidden': true };

  const offered: (SelectionAction | false)[] = [
    missing.length > 0 && {
      label: 'Recompute',
      icon: <IconRefresh {...icon} />,
      run: async () => onRetry(missing),
    },
    isAlone &&
      canWrite && {
        label: 'Subscription',
        icon: <IconBell {...icon} />,
        run: async () => open('subscription', selected),
      },
    isAlone &&
      isOwn &&
      canShare && { label: 'Share', icon: <IconShare {...icon} />, run: async () => open('share', selected) },
    isAlone &&
      isOwn &&
      canWrite && {
        label: 'Rename',
        icon: <IconPencil {...icon} />,
        run: async () => open('edit', selected),
      },
    isAlone &&
      canWrite &&
      selected.every(isInherited) && {
        label: 'Take over',
        icon: <IconUser {...icon} />,
        run: async () => open('takeOver', selected),
      },
    selected.length > 0 &&
      selected.every((item) => item.isOwner || isInherited(item)) &&
      canWrite && {
        label: 'Delete',
        icon: <IconTrash {...icon} />,
        isDangerous: true,
        run: async () => open('delete', selected),
      },
  ];
  return { actions: offered.filter((action) => action !== false), dialogs };
}
