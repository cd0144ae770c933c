import { isLikelyDuplicate } from 'firmbook-later';
import { contactKinds } from '@/lib/contact-kinds';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import { contactsOf, nounOf, pairPath } from './pairs-source';
import classes from './duplicates.module.css';

/** Marks the score of a likely duplicate, and links both contacts to their records. */
export const renderPairCell: CellRenderer = ({ key }, row) => {
  if (key === 'score') {
    const isLikely = isLikelyDuplicate(Number(row.score));
    return (
      // The grid handles clicks: it opens the pair and remembers the order of the list.
      <a href={pairPath(row)} tabIndex={-1} className={classes.score} data-likely={isLikely || undefined}>
        {Number(row.score)}%
      </a>
    );
  }
  if (key !== 'first' && key !== 'second') return null;
  const [first = '', second = ''] = contactsOf(row);
  return (
    <CellLink to={contactKinds[nounOf(row)].path(key === 'first' ? first : second)} text={String(row[key])} />
  );
};
