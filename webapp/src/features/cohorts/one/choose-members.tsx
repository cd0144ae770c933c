import { IconUsersGroup } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { contactSource } from '@/list/contact-source';
import { ListPage } from '@/list/list-page';
import type { SelectionAction } from '@/list/selection-bar';
import { Button } from '@mantine/core';
import type { Cohort, CohortContacts } from 'firmbook-wasm';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { contactKindOfCohort } from '../api/calls';
import { useMembers } from '../api/use-members';
import classes from './cohort.module.css';

/** All agents or owners, to select those to add to a cohort. */
export function ChooseMembers({ cohort }: { cohort: Cohort }) {
  const kind = contactKindOfCohort(cohort.contactType);
  const noun = kind.plural.toLowerCase();
  const source = useMemo(() => contactSource(kind), [kind]);
  const canAdd = useCan('cohorts', 'write') && cohort.kind === 'Static';
  const members = useMembers();
  /** Returns whether the contacts were added. */
  const add = async (contacts: CohortContacts): Promise<boolean> => {
    try {
      await members.add(cohort.uuid, contacts);
      return true;
    } catch (reason) {
      showFailure('addCohortContacts', reason);
      return false;
    }
  };
  const action: SelectionAction = {
    label: `Add to “${cohort.name}”`,
    icon: <IconUsersGroup size={16} aria-hidden />,
    run: async (rows) => {
      const contactUuids = rows.map(({ uuid }) => uuid);
      // A failed call keeps the selection.
      return (await add({ contactUuids, query: null })) ? contactUuids : [];
    },
    runAll: async (query) => void (await add({ contactUuids: [], query })),
  };
  const path = paths.cohort(cohort.uuid);
  return (
    <ListPage
      source={source}
      crumbs={[
        { label: 'Cohorts', to: paths.cohorts },
        { label: cohort.name, to: path },
      ]}
      title={`Choose ${noun}`}
      noun={noun}
      about={kind.about}
      isAllowed={useCan('contacts', 'read')}
      canExport={false}
      rowPath={({ uuid }) => kind.path(uuid)}
      banner={
        <div className={classes.choose}>
          <p>
            Select {noun}, then add them to “{cohort.name}”.
          </p>
          <Button variant="default" size="compact-md" component={Link} to={path}>
            Back to cohort
          </Button>
        </div>
      }
      selectionActions={canAdd ? [action] : []}
    />
  );
}
