import { numeric, TableHead } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { daysLeft, daysLeftWords } from '@/lib/days-left';
import { call } from '@/lib/http';
import { useCan, useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { formatCount } from '@/list/grid/format-cell';
import { formatListUrl } from '@/list/state/list-url';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  formatDate,
  formatMoney,
  type Home as HomeData,
  type HomeCard,
  type HomeDue,
  type HomeGift,
  type HomeRow,
} from 'firmbook-wasm';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { CardsChooser } from './cards-chooser';
import { FirstSteps } from './first-steps';
import classes from './home.module.css';
import { arranged, type HomeSection } from './layout';
import { StaleReports } from './stale-reports';
import { Unread } from './unread';
import { useLayout } from './use-layout';

const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call('GET', 'Home', { signal }),
  staleTime: 0,
});

/** The home page: contracts that need attention, stale reports and unread notifications. */
export function Home() {
  const { firmName } = useSession().user;
  const home = useQuery(homeQuery);
  const [layout, setLayout] = useLayout();
  const canReadReports = useCan('staleReports', 'read');
  const canReadNotifications = useCan('canViewMyNotifications', 'read');
  const cards = home.data ? cardsOf(home.data, canReadReports, canReadNotifications) : [];
  const shown = arranged(cards, layout).filter(({ id }) => !layout.hidden.includes(id));
  return (
    <section className={classes.page} aria-label="Home" aria-busy={home.isPending}>
      <header className={classes.top}>
        <div>
          <h1>Needs your attention today</h1>
          <p className={classes.about}>{firmName} · contracts assigned to you</p>
        </div>
        {cards.length > 0 && <CardsChooser cards={cards} layout={layout} onChange={setLayout} />}
      </header>
      <QueryState query={home} what="your work" className={classes.state}>
        {(found) => (
          <>
            {cards.length > 0 && shown.length === 0 && (
              <p className={classes.state}>All cards are hidden. Choose Customize to show them.</p>
            )}
            <div className={classes.cards}>
              <FirstSteps isQuiet={found.cards.every(({ total }) => total === 0)} />
              {shown.map(({ id, card }) => (
                <Fragment key={id}>{card}</Fragment>
              ))}
            </div>
          </>
        )}
      </QueryState>
    </section>
  );
}

interface PlacedCard extends HomeSection {
  card: ReactNode;
}

/** Returns the cards that the user may see, in their usual order. */
function cardsOf(
  { cards, due, unread, unreadCount }: HomeData,
  canReadReports: boolean,
  canReadNotifications: boolean,
): PlacedCard[] {
  const placed: PlacedCard[] = [
    ...cards.map((card) => ({ id: card.kind, title: card.title, card: <Card card={card} /> })),
    ...due
      .filter(({ total }) => total > 0)
      .map((card) => ({ id: card.kind, title: card.title, card: <DueCard card={card} /> })),
  ];
  if (canReadReports) placed.push({ id: 'staleReports', title: 'Stale reports', card: <StaleReports /> });
  if (canReadNotifications) {
    placed.push({
      id: 'unread',
      title: 'Unread notifications',
      card: <Unread count={unreadCount} unread={unread} />,
    });
  }
  return placed;
}

const RECORDS = {
  policies: { list: paths.policies, path: paths.policy },
  annuities: { list: paths.annuities, path: paths.annuity },
} as const;

function Card({ card }: { card: HomeCard }) {
  const { title, list, filter, sort, total, rows, dayLabel, amountLabel } = card;
  const records = list === 'annuities' ? RECORDS.annuities : RECORDS.policies;
  const all = `${records.list}${formatListUrl({ search: '', filter, sort }, new URLSearchParams())}`;
  const columns = [
    ...(list === 'annuities' ? ['Contract', 'Annuitant'] : ['Policy', 'Insured']),
    dayLabel,
    numeric(amountLabel),
  ];
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <Link to={all} aria-label={`${title}: all ${formatCount(total)}`}>
          {formatCount(total)}
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className={classes.about}>Nothing due.</p>
      ) : (
        <table className={classes.rows} aria-label={title}>
          <TableHead columns={columns} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.uuid} row={row} path={records.path(row.uuid)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const DUE_COLUMNS = ['Policy', 'Trust', 'Due', numeric('Amount')];

/** Card with premium gifts or letters. A row opens the gift on its policy, or the letters of the trust. */
function DueCard({ card: { kind, title, total, rows } }: { card: HomeDue }) {
  const opensLetters = useCan('trusts', 'read') && kind === 'lettersDue';
  const pathOf = ({ uuid, policyUuid, trustUuid }: HomeGift) =>
    opensLetters
      ? `${paths.trust(trustUuid)}?tab=letters`
      : `${paths.policy(policyUuid)}?tab=gifts&gift=${uuid}`;
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span>{formatCount(total)}</span>
      </div>
      <table className={classes.rows} aria-label={title}>
        <TableHead columns={DUE_COLUMNS} />
        <tbody>
          {rows.map((gift) => (
            <Row
              key={gift.uuid}
              row={{ ...gift, number: gift.policyNumber, who: gift.trustName }}
              path={pathOf(gift)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Row = ({ row, path }: { row: HomeRow; path: string }) => (
  <tr>
    <th scope="row">
      <Link to={path}>{row.number}</Link>
    </th>
    <td className={classes.who}>{row.who ?? '-'}</td>
    <td>{row.day ? <Due day={row.day} /> : '-'}</td>
    <td data-number>{formatMoney(row.amount ?? undefined, 0)}</td>
  </tr>
);

/** Days before a date from which it is urgent. */
const URGENT_DAYS = 7;

/** A date with the days left. Past and near dates stand out. */
function Due({ day }: { day: string }) {
  const days = daysLeft(day, useToday());
  const urgency = days < 0 ? 'overdue' : days <= URGENT_DAYS ? 'soon' : undefined;
  return (
    <>
      {formatDate(day)}{' '}
      <span className={classes.left} data-urgency={urgency}>
        {daysLeftWords(days)}
      </span>
    </>
  );
}
