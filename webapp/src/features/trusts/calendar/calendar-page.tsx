import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Breadcrumb } from '@/components/breadcrumb';
import { IconArrowLeft, IconArrowRight } from '@/components/icons';
import { NoAccessPage, NoFirmPage } from '@/components/dead-end-pages';
import { QueryState } from '@/components/query-state';
import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useModule } from '@/lib/use-module';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Agenda } from './agenda';
import classes from './calendar.module.css';
import { isMonth, monthOf, monthTitle, shiftMonth, weeksOf } from './month';
import { MonthGrid } from './month-grid';

const loadFeed = () => import('./feed-dialog');

type View = 'month' | 'agenda';
const VIEWS = [
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
];

/** Premium gifts of a month: when gifts, letters and premiums are due. Month and view are in the URL. */
export function GiftCalendarPage() {
  useDocumentTitle('Gift calendar');
  const isAllowed = useCan('trusts', 'read');
  const { impersonation, adminUserType, firmId } = useSession().user;
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const monthParam = params.get('month') ?? '';
  const month = isMonth(monthParam) ? monthParam : monthOf(today);
  const view: View = params.get('view') === 'agenda' ? 'agenda' : 'month';
  const [feed, setFeed] = useState<'closed' | 'open' | null>(null);
  const Feed = useModule(loadFeed, feed !== null)?.FeedDialog;
  const days = weeksOf(month).flat();
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const query = useQuery({
    queryKey: ['gifts', 'calendar', range.from, range.to],
    queryFn: ({ signal }) => call('GET', 'PremiumGift/calendar', { query: range, signal }),
    enabled: isAllowed && firmId > 0,
  });
  const show = (next: { month?: string; view?: View }) =>
    setParams((old) => {
      const changed = new URLSearchParams(old);
      for (const [name, value] of Object.entries(next)) changed.set(name, value);
      return changed;
    });

  if (!isAllowed) {
    return <NoAccessPage noun="trusts" />;
  }
  if (firmId <= 0) return <NoFirmPage />;
  // The weeks show that they are loading.
  const isInGrid = view === 'month' && query.isPending;
  const step = (by: number) => show({ month: shiftMonth(month, by) });
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <div>
          <Breadcrumb parts={['Business', 'Trusts']} />
          <h1>Gift calendar</h1>
        </div>
        <div className={classes.actions}>
          {/* A private link belongs to a user of the firm. */}
          {impersonation === null && adminUserType === null && (
            <Button variant="default" onClick={() => setFeed('open')}>
              Subscribe
            </Button>
          )}
          <Button component={Link} to={paths.premiumGifts} variant="default">
            All gifts
          </Button>
        </div>
      </header>
      <div className={classes.tools}>
        <h2 aria-live="polite">{monthTitle(month)}</h2>
        <div className={classes.steps}>
          <Button variant="default" size="compact-md" aria-label="Previous month" onClick={() => step(-1)}>
            <IconArrowLeft size={16} aria-hidden />
          </Button>
          <Button variant="default" size="compact-md" onClick={() => show({ month: monthOf(today) })}>
            Today
          </Button>
          <Button variant="default" size="compact-md" aria-label="Next month" onClick={() => step(1)}>
            <IconArrowRight size={16} aria-hidden />
          </Button>
        </div>
        <SegmentedControl
          className={classes.views}
          aria-label="View"
          size="xs"
          data={VIEWS}
          value={view}
          onChange={(value) => show({ view: value as View })}
        />
        <Button variant="default" size="compact-md" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {view === 'month' && !query.error && (
        <MonthGrid
          month={month}
          today={today}
          events={query.data?.events ?? []}
          isLoading={query.isPending}
          onMore={() => show({ view: 'agenda' })}
        />
      )}
      <QueryState query={query} subject="the gifts" className={isInGrid ? classes.narrow : classes.empty}>
        {({ events, isComplete }) => (
          <>
            {!isComplete && (
              <p className={classes.empty} role="status">
                This month has more gifts than the calendar can show. Open All gifts to see the rest.
              </p>
            )}
            {/* Narrow screens have no room for the weeks. */}
            <div className={view === 'month' ? classes.narrow : undefined}>
              <Agenda
                events={events.filter(({ day }) => monthOf(day) === month)}
                startDay={view === 'agenda' && monthOf(today) === month ? today : null}
              />
            </div>
          </>
        )}
      </QueryState>
      {Feed && <Feed opened={feed === 'open'} onClose={() => setFeed('closed')} />}
    </div>
  );
}
