import { paths } from '@/lib/paths';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import type { Row } from '@/list/types';

/** Returns the path of the people of a row's trust. */
export const peoplePath = (row: Row) => `${paths.trust(String(row.trustId))}?tab=people`;

/** Links a person's trust. */
export const renderPersonCell: CellRenderer = ({ key }, row) =>
  key === 'trust' && row.trust ? (
    <CellLink to={paths.trust(String(row.trustId))} text={String(row.trust)} />
  ) : null;
