import { DataTable } from '@/components/data-table';
import { IconPlus, IconUserMinus } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import tables from '@/record/tab.module.css';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import { AddToCohortPanel } from '../add-to/add-to-cohort-panel';
import { membershipsQuery } from '../api/calls';
import { useMembers } from '../api/use-members';
import { nextSendQuery } from '../schedules/api';
import { Reasons } from './reasons';

interface MembershipsTabProps {
  kind: ContactKindConfig;
  uuid: string;
}

/** The cohorts of a contact, with the reasons for membership. */
export function MembershipsTab({ kind, uuid }: MembershipsTabProps) {
  const memberships = useQuery(membershipsQuery(kind, uuid));
  const canWrite = useCan('cohorts', 'write');
  const members = useMembers();
  const next = useQuery({ ...nextSendQuery(uuid), enabled: kind.noun === 'agent' });
  const nextSend = next.data?.nextCohortScheduleSendDate;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section className={tables.part} aria-label="Cohorts">
      {canWrite && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            Add to cohort
          </Button>
        </div>
      )}
      {nextSend && (
        <p className={tables.muted}>
          Next cohort send: <strong>{formatDate(nextSend)}</strong>
        </p>
      )}
      <QueryState
        query={memberships}
        subject="the cohorts"
        isEmpty={({ length }) => length === 0}
        empty={<>This {kind.singular} is in no cohort.</>}
      >
        {(cohorts) => (
          <DataTable caption="Cohorts" columns={['Name', 'Kind', 'Reason', canWrite && 'Actions']}>
            {cohorts.map((membership) => {
              const { cohort } = membership;
              return (
                <tr key={cohort.uuid}>
                  <th scope="row">
                    <Link to={paths.cohort(cohort.uuid)}>{cohort.name}</Link>
                  </th>
                  <td>{cohort.kind === 'Rule' ? 'By rule' : 'By selection'}</td>
                  <td>
                    <Reasons membership={membership} />
                  </td>
                  {canWrite && (
                    <td>
                      {cohort.kind === 'Static' && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          color="danger"
                          leftSection={<IconUserMinus size={14} aria-hidden />}
                          aria-label={`Remove from ${cohort.name}`}
                          onClick={() => void members.remove(cohort, { contactUuids: [uuid], query: null })}
                        >
                          Remove
                        </Button>
                      )}
                    </td>
                  )}
                </tr>
              );
            })}
          </DataTable>
        )}
      </QueryState>
      <AddToCohortPanel
        kind={kind}
        contacts={{ contactUuids: [uuid], query: null }}
        count={1}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
      />
    </section>
  );
}
