import { DataTable } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { Timestamp } from '@/record/facts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery } from './api/medical';
import classes from './medical.module.css';

const PAGE = 50;
const COLUMNS = ['When', 'Who', 'Action', 'About', 'Reason'];

/** Access history of the medical data: users, actions and reasons. */
export function History({ insured }: { insured: string }) {
  const [offset, setOffset] = useState(0);
  const query = useQuery(historyQuery(insured, offset));
  return (
    <section className={classes.request} aria-label="Access history">
      <h2>Access history</h2>
      <QueryState query={query} subject="the access history" className={classes.about}>
        {({ items, hasMore }) => (
          <>
            <DataTable caption="Access history" isCaptionHidden columns={COLUMNS}>
              {items.map(({ uuid, at, user, onBehalfOf, label, about, reason }) => (
                <tr key={uuid}>
                  <td>
                    <Timestamp at={at} />
                  </td>
                  <th scope="row">{onBehalfOf ? `${user}, for ${onBehalfOf}` : user}</th>
                  <td>{label}</td>
                  <td>{about ?? '-'}</td>
                  <td>{reason ?? '-'}</td>
                </tr>
              ))}
            </DataTable>
            {(offset > 0 || hasMore) && (
              <div className={classes.buttons}>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={offset === 0}
                  onClick={() => setOffset(Math.max(0, offset - PAGE))}
                >
                  Newer
                </Button>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={!hasMore}
                  onClick={() => setOffset(offset + PAGE)}
                >
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
