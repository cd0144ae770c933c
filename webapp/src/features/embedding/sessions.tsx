import { DataTable } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery, type EmbedSession, type Partner } from './api';
import classes from './embedding.module.css';

/** The latest sessions of a partner, with the reasons for rejected ones. */
export function Sessions({ partner }: { partner: Partner }) {
  const { timeZone } = useSession().user;
  const query = useQuery(sessionsQuery(partner.uuid));
  return (
    <section aria-labelledby="partner-sessions">
      <div className={classes.head}>
        <h2 id="partner-sessions">Recent sessions</h2>
        <Button
          variant="default"
          size="compact-sm"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      <QueryState
        query={query}
        subject="the sessions"
        isEmpty={(sessions) => sessions.length === 0}
        empty="No sessions in the last 30 days."
      >
        {(sessions) => (
          <DataTable
            caption="Recent sessions"
            isCaptionHidden
            columns={['Created', 'Widget', 'User', 'Limited to', 'Origin', 'Key', 'Result']}
          >
            {sessions.map((session) => (
              <tr key={session.uuid}>
                <th scope="row">{formatTimestamp(session.createdAt, timeZone)}</th>
                <td>{session.widget}</td>
                <td>{session.userName}</td>
                <td>{session.subjectName}</td>
                <td>{session.origin}</td>
                <td>{session.keyEnding ? `…${session.keyEnding}` : 'Preview'}</td>
                <td>{resultOf(session)}</td>
              </tr>
            ))}
          </DataTable>
        )}
      </QueryState>
    </section>
  );
}

const REJECTION_TEXTS: Readonly<Record<string, string>> = {
  origin_not_allowed: 'Refused: opened from another origin',
  widget_not_allowed: 'Refused: opened by another widget',
};

function resultOf({ refusal, openedAt }: EmbedSession): string {
  if (refusal) return REJECTION_TEXTS[refusal] ?? 'Refused';
  return openedAt ? 'Opened' : 'Not opened';
}
