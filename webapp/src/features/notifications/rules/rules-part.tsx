import { TablePage } from '@/components/table-page';
import { useCan, useSession } from '@/lib/session';
import { today, useToday } from '@/lib/today';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, notificationLook } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { previewQuery } from './api';
import { ReminderForm } from './reminder-form';
import classes from './rules.module.css';

const COLUMNS = ['Date', 'Type', 'Notification', 'Recipients'];
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Settings section that previews the notifications between two dates. The dates are in the URL. */
export function RulesPart() {
  useDocumentTitle('Upcoming notifications');
  const isAllowed = useCan('firmSettings', 'read');
  const [params, setParams] = useSearchParams();
  const { timeZone } = useSession().user;
  const now = useToday();
  const from = params.get('from') ?? now;
  const [inAMonth] = useState(() => today(timeZone, new Date(Date.now() + MONTH_MS)));
  const to = params.get('to') ?? inAMonth;
  const [draft, setDraft] = useState({ from, to });
  const preview = useQuery({ ...previewQuery({ from, to }), enabled: isAllowed });
  const items = preview.data?.items ?? [];
  const total = preview.data?.total ?? 0;

  const isReversed = draft.from !== '' && draft.to !== '' && draft.to < draft.from;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed) setParams(draft, { replace: true });
  };
  return (
    <TablePage
      isEmbedded
      crumbs={[]}
      title="Upcoming notifications"
      isAllowed={isAllowed}
      tools={
        <>
          {isAllowed && <ReminderForm />}
          <form className={classes.dates} onSubmit={ask}>
            <TextInput
              type="date"
              label="From"
              size="xs"
              required
              withAsterisk={false}
              value={draft.from}
              onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="To"
              size="xs"
              required
              withAsterisk={false}
              value={draft.to}
              error={isReversed && 'Enter a date on or after the first one.'}
              onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
            />
            <Button type="submit" size="xs">
              Show
            </Button>
            <p className={classes.sum} role="status">
              {preview.data && summary(total, items.length, preview.data.kinds)}
            </p>
          </form>
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
          <td>{item.recipients.toLocaleString('en-US')}</td>
        </tr>
      ))}
    </TablePage>
  );
}

function summary(total: number, shown: number, kinds: { notificationType: number; count: number }[]) {
  const count = (n: number) => n.toLocaleString('en-US');
  const parts = kinds.map((kind) => `${count(kind.count)} ${notificationLook(kind.notificationType).label}`);
  const first = shown < total ? `, the first ${count(shown)} below` : '';
  return total === 0 ? '' : `${count(total)} in all${first}: ${parts.join(', ')}`;
}
