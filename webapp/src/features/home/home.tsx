import { QueryState } from '@/components/query-state';
import { useCan, useSession } from '@/lib/session';
import { useQuery } from '@tanstack/react-query';
import type { Home as HomeData, Permissions } from 'firmbook-wasm';
import { Fragment, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AgentFilter } from './agent-filter';
import { homeQuery, VIEWS, type View } from './api';
import { CardsChooser } from './cards-chooser';
import { FirstSteps } from './first-steps';
import classes from './home.module.css';
import { KindsCard } from './kinds-card';
import { arrangeSections, type HomeSection } from './layout';
import { Queue } from './queue/queue';
import { SharedReports } from './shared-reports';
import { StaleReports } from './stale-reports';
import { Unread } from './unread';
import { useLayout } from './use-layout';

const ROWS = 25;
/** Maximum number of rows that the server returns. */
const MAX_ROWS = 200;

/** Text for the contracts that the work queue covers. */
const COVERED: Record<Permissions['scope'], string> = {
  All: ' · all contracts',
  Block: ' · contracts of your agents',
  Supported: ' · contracts of the professionals you support',
  Shared: '',
};

/** The home page: the work queue, its totals by kind, stale reports and unread notifications. */
export function Home() {
  const { user, permissions } = useSession();
  const [layout, setLayout] = useLayout();
  const [params, setParams] = useSearchParams();
  const [rows, setRows] = useState(ROWS);
  const view = VIEWS.find((item) => item === params.get('view')) ?? 'open';
  const agentUuid = params.get('agent');
  const home = useQuery(homeQuery({ view, agentUuid, rows, hidden: layout.hidden }));
  const canReadReports = useCan('staleReports', 'read');
  const canReadNotifications = useCan('canViewMyNotifications', 'read');
  const canReadContacts = useCan('contacts', 'read');
  const isOutside = permissions.scope === 'Shared';
  const cards = home.data ? cardsOf(home.data, { isOutside, canReadReports, canReadNotifications }) : [];
  const kinds = home.data?.kinds ?? [];
  const sections: HomeSection[] = [...kinds.map(({ kind: id, title }) => ({ id, title })), ...cards];
  const isShown = ({ id }: HomeSection) => !layout.hidden.includes(id);

  const choose = (name: 'view' | 'agent', value: string | null) => {
    setRows(ROWS);
    setParams(
      (before) => {
        if (value === null) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  };
  const chooseView = (next: View) => choose('view', next === 'open' ? null : next);
  return (
    <section className={classes.page} aria-label="Home" aria-busy={home.isPending}>
      <header className={classes.top}>
        <div>
          <h1>Needs your attention today</h1>
          <p className={classes.about}>
            {user.firmName}
            {COVERED[permissions.scope]}
          </p>
        </div>
        <div className={classes.tools}>
          {canReadContacts && <AgentFilter uuid={agentUuid} onChange={(uuid) => choose('agent', uuid)} />}
          {sections.length > 0 && <CardsChooser cards={sections} layout={layout} onChange={setLayout} />}
        </div>
      </header>
      <QueryState query={home} subject="your work" className={classes.state}>
        {(found) => {
          const shown = arrangeSections(
            found.kinds.map((kind) => ({ ...kind, id: kind.kind })),
            layout,
          ).filter(isShown);
          return (
            <div className={classes.parts}>
              <Queue
                home={found}
                view={view}
                onView={chooseView}
                onMore={rows < MAX_ROWS ? () => setRows(Math.min(rows * 2, MAX_ROWS)) : null}
                isLoading={home.isFetching}
              />
              <div className={classes.cards}>
                <FirstSteps hasNoContracts={view === 'open' && agentUuid === null && found.total === 0} />
                {shown.length > 0 && <KindsCard kinds={shown} />}
                {arrangeSections(cards, layout)
                  .filter(isShown)
                  .map(({ id, card }) => (
                    <Fragment key={id}>{card}</Fragment>
                  ))}
              </div>
            </div>
          );
        }}
      </QueryState>
    </section>
  );
}

interface PlacedCard extends HomeSection {
  card: ReactNode;
}

/** Returns the cards next to the queue that the user may see, in default order. */
function cardsOf(
  { unread, unreadCount }: HomeData,
  may: { isOutside: boolean; canReadReports: boolean; canReadNotifications: boolean },
): PlacedCard[] {
  const placed: PlacedCard[] = [];
  if (may.isOutside) placed.push({ id: 'sharedReports', title: 'Shared reports', card: <SharedReports /> });
  if (may.canReadReports) placed.push({ id: 'staleReports', title: 'Stale reports', card: <StaleReports /> });
  if (may.canReadNotifications) {
    placed.push({
      id: 'unread',
      title: 'Unread notifications',
      card: <Unread count={unreadCount} unread={unread} />,
    });
  }
  return placed;
}
