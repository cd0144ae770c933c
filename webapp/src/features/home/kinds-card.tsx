import { paths } from '@/lib/paths';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import type { WorkCount } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './home.module.css';

const LISTS: Record<string, string> = {
  policies: paths.policies,
  annuities: paths.annuities,
  owners: paths.owners,
};

/** Lists without a filter for what is due. */
const PAGES: Record<string, string> = {
  giftsDue: paths.premiumGifts,
  lettersDue: paths.premiumGifts,
  medicalDue: paths.medicalRequests,
};

/** Card with the number of rows of each kind, and the list with all its records. */
export function KindsCard({ kinds }: { kinds: readonly WorkCount[] }) {
  return (
    <section className={classes.card} aria-label="By type">
      <div className={classes.head}>
        <h2>By type</h2>
      </div>
      <ul className={classes.told}>
        {kinds.map((kind) => (
          <li key={kind.kind}>
            <Link to={pathOf(kind)}>{kind.title}</Link>
            <span className={classes.count}>{formatCount(kind.total ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function pathOf({ kind, list, filter, sort }: WorkCount): string {
  const base = list ? LISTS[list] : undefined;
  if (!base) return PAGES[kind] ?? paths.policies;
  return `${base}${formatListUrl({ search: '', filter, sort }, new URLSearchParams())}`;
}
