import { isLikelyDuplicate } from 'firmbook-later';
import { contactKinds } from '@/lib/contact-kinds';
import { CellLink } from '@/list/grid/cell-link';
import { useSession } from '@/lib/session';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';
import type { GridColumn, Row } from '@/list/types';
import { contactsOf, nounOf, pairPath } from './pairs-source';
import classes from './duplicates.module.css';

/**
 * Marks the score of a likely duplicate and links both contacts to their records. A click on any
 * other cell opens the pair.
 */
export const renderPairCell: CellRenderer = (column, row) => {
  const { key } = column;
  if (key === 'score') {
    const isLikely = isLikelyDuplicate(Number(row.score));
    return (
      // The grid handles clicks: it opens the pair and remembers the order of the list.
      <a href={pairPath(row)} tabIndex={-1} className={classes.score} data-likely={isLikely || undefined}>
        {Number(row.score)}%
      </a>
    );
  }
  if (key !== 'first' && key !== 'second') return <PairLink column={column} row={row} />;
  const [first = '', second = ''] = contactsOf(row);
  return (
    <CellLink to={contactKinds[nounOf(row)].path(key === 'first' ? first : second)} text={String(row[key])} />
  );
};

/** Gives the link of an empty cell its height. */
const EMPTY = '\u00a0';

function PairLink({ column, row }: { column: GridColumn; row: Row }) {
  const { timeZone } = useSession().user;
  const text = formatCell(column, row[column.key], timeZone);
  return (
    <a href={pairPath(row)} tabIndex={-1} className={classes.open} aria-hidden={!text || undefined}>
      {(column.key === 'reasons' ? differencesFirst(text) : text) || EMPTY}
    </a>
  );
}

/** Moves differing fields to the front, because most pairs match in the same fields. */
function differencesFirst(reasons: string): string {
  const all = reasons.split(', ');
  const differs = (reason: string) => reason.endsWith(' differs');
  return [...all.filter(differs), ...all.filter((reason) => !differs(reason))].join(', ');
}
