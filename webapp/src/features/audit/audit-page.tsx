import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import { ListPage } from '@/list/list-page';
import { useLocation, useNavigate } from 'react-router';
import { auditSource } from './audit-source';
import { EntryPanel } from './entry-panel';
import { useRecordPath } from './use-record-path';

/** The audit log: who changed or viewed which record, when, and from where. */
export function AuditPage() {
  useDocumentTitle('Audit log');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const entry = new URLSearchParams(search).get('entry');

  const recordPath = useRecordPath();
  const renderCell: CellRenderer = (column, row) => {
    const path = column.key === 'record' && row.record ? recordPath(row) : undefined;
    return path ? <CellLink to={path} text={String(row.record)} /> : null;
  };

  /** Returns the current URL with the entry `uuid` open, or none. */
  const withEntry = (uuid: string | null) => {
    const next = new URLSearchParams(search);
    if (uuid) next.set('entry', uuid);
    else next.delete('entry');
    return next.size ? `${pathname}?${next}` : pathname;
  };

  return (
    <>
      <ListPage
        isEmbedded
        source={auditSource}
        crumbs={[]}
        title="Audit log"
        noun="entries"
        about="All activity on the firm's records."
        isAllowed={useCan('auditLog', 'read')}
        canExport={useCan('exportData', 'write')}
        rowPath={(row) => withEntry(row.uuid)}
        renderCell={renderCell}
      />
      <EntryPanel uuid={entry} onClose={() => void navigate(withEntry(null))} />
    </>
  );
}
