import { paths } from '@/lib/paths';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import type { Row } from '@/list/types';

/** The people of the trust that a row belongs to. */
export const peoplePath = (row: Row) => `${paths.trust(String(row.trustId))}?tab=people`;

/** Links the trust of a person. */
export const renderPersonCell: CellRenderer = ({ key }, row) =>
  key === 'trust' && row.trust ? (
    <CellLink to={paths.trust(String(row.trustId))} text={String(row.trust)} />
  ) : null;
