import { DataTable } from '@/components/data-table';
import type { KindOfContact } from '@/lib/contact-kinds';
import type { Conflict } from 'firmbook-wasm';
import { Link } from 'react-router';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** Total number, which may exceed the listed ones. Null if unknown. */
  total: number | null;
  kind: KindOfContact;
}

const REASONS: Record<string, string> = {
  changed: 'Changed since the import',
  attached: 'Attached to a contract since the import',
  deleted: 'Deleted since the import',
};

/** Records that an undo did not revert. */
export function Conflicts({ conflicts, total, kind }: ConflictsProps) {
  const part =
    total !== null && total > conflicts.length ? ` (the first ${conflicts.length} of ${total})` : '';
  return (
    <DataTable
      caption={`Not undone because the contact changed after the import${part}`}
      label="Not undone"
      columns={['Name', 'Reason']}
    >
      {conflicts.map(({ contactUuid, displayName, fields, reason }) => (
        <tr key={contactUuid}>
          <th scope="row">
            <Link to={kind.path(contactUuid)}>{displayName}</Link>
          </th>
          <td>{reason ? (REASONS[reason] ?? reason) : fields.join(', ')}</td>
        </tr>
      ))}
    </DataTable>
  );
}
