import { TablePage } from '@/components/table-page';
import { useCan, useSession } from '@/lib/session';
import { today, useToday } from '@/lib/today';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ApiError } from '@/lib/http';
import { Button } from '@mantine/core';
import type { Schemas } from '@/lib/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDate, notificationLook } from 'firmbook-wasm';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { previewQuery } from './api';
import { PreviewFilters } from './preview-filters';
import { ReminderForm } from './reminder-form';
import classes from './rules.module.css';

const COLUMNS = ['Date', 'Type', 'Notification', 'Recipients'];
/** Rows per page, as set by the server. */
const PAGE = 500;
const MAX_NAMES = 2;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Settings section that previews the notifications between two dates. The dates, the type and the page are in the URL. */
export function RulesPart() {
  useDocumentTitle('Upcoming notifications');
  const isAllowed = useCan('firmSettings', 'read');
  const [params, setParams] = useSearchParams();
  const { timeZone } = useSession().user;
  const now = useToday();
  const from = params.get('from') ?? now;
  const [inAMonth] = useState(() => today(timeZone, new Date(Date.now() + MONTH_MS)));
  const to = params.get('to') ?? inAMonth;
  const type = numberIn(params.get('type'));
  const offset = numberIn(params.get('offset')) ?? 0;
  const preview = useQuery({
    ...previewQuery({ from, to, notificationType: type, offset }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  const { items = [], total = 0 } = preview.data ?? {};
  /** Shows other rows. What `change` leaves out stays, except the page. */
  const show = (change: { from?: string; to?: string; type?: string; offset?: number }) =>
    setParams(withoutEmpty({ from, to, type: type ?? '', offset: 0, ...change }), {
      replace: true,
      flushSync: true,
    });
  const problems = preview.error instanceof ApiError ? preview.error.problem?.errors : undefined;

  return (
    <TablePage
      isEmbedded
      crumbs={[]}
      title="Upcoming notifications"
      isAllowed={isAllowed}
      tools={
        <>
          {isAllowed && <ReminderForm />}
          <h2 className={classes.title}>Upcoming notifications</h2>
          <div className={classes.fields}>
            <PreviewFilters
              from={from}
              to={to}
              type={type}
              kinds={preview.data?.kinds}
              problem={problems?.find(({ field }) => field === 'to')?.message}
              onPeriod={show}
              onType={(value) => show({ type: value })}
            />
            <div className={classes.pager}>
              <p role="status">{preview.data && summary(total, offset, items.length)}</p>
              {(offset > 0 || offset + items.length < total) && (
                <>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={offset === 0}
                    onClick={() => show({ offset: offset - PAGE })}
                  >
                    Earlier
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={offset + items.length >= total}
                    onClick={() => show({ offset: offset + PAGE })}
                  >
                    Later
                  </Button>
                </>
              )}
            </div>
          </div>
        </>
      }
      query={preview}
      isEmpty={items.length === 0}
      empty="No notifications are due in this period."
      columns={COLUMNS}
    >
      {items.map((item) => (
        <tr key={`${item.told} ${item.notificationType} ${item.displayName}`}>
          <th scope="row">{formatDate(item.told)}</th>
          <td>{notificationLook(item.notificationType).label}</td>
          <td>
            <Link to={item.applicationUrl}>{item.displayName}</Link>
          </td>
          <td>{recipientsOf(item)}</td>
        </tr>
      ))}
    </TablePage>
  );
}

const count = (n: number) => n.toLocaleString('en-US');

const numberIn = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

/** Returns the parameters of the address. The first page and all types need none. */
const withoutEmpty = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== '' && value !== 0)
      .map(([name, value]) => [name, String(value)]),
  );

function summary(total: number, offset: number, shown: number): string {
  if (shown === 0) return '';
  if (shown === total) return total === 1 ? '1 notification' : `${count(total)} notifications`;
  return `${count(offset + 1)} to ${count(offset + shown)} of ${count(total)} notifications`;
}

/** Names up to two recipients. A tooltip names the others. */
function recipientsOf({ recipients, recipientNames }: Schemas['PreviewItem']) {
  const named = recipientNames.slice(0, MAX_NAMES);
  const more = recipients - named.length;
  if (more <= 0) return named.join(', ') || '-';
  const rest = recipients - recipientNames.length;
  const all = [...recipientNames, ...(rest > 0 ? [`${count(rest)} more`] : [])].join(', ');
  return (
    <span title={all}>
      {named.join(', ')} and {count(more)} more
    </span>
  );
}
