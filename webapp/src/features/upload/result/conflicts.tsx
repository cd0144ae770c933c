import tables from '@/record/tables.module.css';
import type { KindOfContact } from '@/lib/contact-kinds';
import type { Conflict } from 'firmbook-wasm';
import { Link } from 'react-router';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** Total number, which may exceed the listed ones; null if unknown. */
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
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <div className={tables.scroll} tabIndex={0} role="region" aria-label="What stayed">
      <table className={tables.table}>
        <caption>
          What stayed, because somebody changed it since
          {total !== null && total > conflicts.length && ` (the first ${conflicts.length} of ${total})`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ contactUuid, displayName, fields, reason }) => (
            <tr key={contactUuid}>
              <th scope="row">
                <Link to={kind.path(contactUuid)}>{displayName}</Link>
              </th>
              <td>{reason ? (REASONS[reason] ?? reason) : fields.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
