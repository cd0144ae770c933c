import { DataTable } from '@/components/data-table';
import type { UpdatedRecord } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { UploadKind } from '../upload-kind';

interface UpdatedProps {
  records: readonly UpdatedRecord[];
  /** Number of updated rows, which may exceed the listed records. Null if unknown. */
  total: number | null;
  kind: UploadKind;
}

/** Existing records that the import changed. The list of added records does not contain them. */
export function Updated({ records, total, kind }: UpdatedProps) {
  const part = total !== null && total > records.length ? ` (the first ${records.length} of ${total})` : '';
  return (
    <DataTable
      caption={`Updated ${kind.many}${part}`}
      label={`Updated ${kind.many}`}
      columns={[kind.isContract ? 'Number' : 'Name']}
    >
      {records.map(({ recordUuid, displayName }) => (
        <tr key={recordUuid}>
          <th scope="row">
            <Link to={kind.path(recordUuid)}>{displayName}</Link>
          </th>
        </tr>
      ))}
    </DataTable>
  );
}
