import { DataTable } from '@/components/data-table';
import type { Conflict } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { UploadKind } from '../upload-kind';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** Total number, which may exceed the listed ones. Null if unknown. */
  total: number | null;
  kind: UploadKind;
}

const REASONS: Record<string, string> = {
  changed: 'Changed since the import',
  attached: 'Attached to a contract since the import',
  deleted: 'Deleted since the import',
  used: 'Has people, documents or entries added since the import',
};

/** Records that an undo did not revert. */
export function Conflicts({ conflicts, total, kind }: ConflictsProps) {
  const part =
    total !== null && total > conflicts.length ? ` (the first ${conflicts.length} of ${total})` : '';
  return (
    <DataTable
      caption={`Not undone because of changes after the import${part}`}
      label="Not undone"
      columns={[kind.isContract ? 'Number' : 'Name', 'Reason']}
    >
      {conflicts.map(({ recordUuid, displayName, fields, reason }) => (
        <tr key={recordUuid}>
          <th scope="row">
            <Link to={kind.path(recordUuid)}>{displayName}</Link>
          </th>
          <td>{reason ? (REASONS[reason] ?? reason) : fields.join(', ')}</td>
        </tr>
      ))}
    </DataTable>
  );
}
