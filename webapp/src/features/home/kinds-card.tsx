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
  premiumGifts: paths.premiumGifts,
};

/** Card with the number of rows of each kind, linked to the list of its records. */
export function KindsCard({ kinds }: { kinds: readonly WorkCount[] }) {
  return (
    <section className={classes.card} aria-label="By type">
      <div className={classes.head}>
        <h2>By type</h2>
      </div>
      <ul className={classes.told}>
        {kinds.map((kind) => (
          <li key={kind.kind}>
            <Kind kind={kind} />
            <span className={classes.count}>{formatCount(kind.total ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A kind of work, linked to the list of the counted rows if there is one. */
function Kind({ kind }: { kind: WorkCount }) {
  const path = pathOf(kind);
  return path ? <Link to={path}>{kind.title}</Link> : <span>{kind.title}</span>;
}

function pathOf({ kind, list, filter, sort }: WorkCount): string | undefined {
  if (kind === 'medicalDue') return `${paths.medicalRequests}?need=Due`;
  const base = list ? LISTS[list] : undefined;
  return base && `${base}${formatListUrl({ search: '', filter, sort }, new URLSearchParams())}`;
}
