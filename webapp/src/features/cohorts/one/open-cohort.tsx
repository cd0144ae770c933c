import { IconCloudUp, IconInfo, IconPlus, IconUserMinus } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import tools from '@/list/columns/columns.module.css';
import { ListPage } from '@/list/list-page';
import type { SelectionAction } from '@/list/selection-bar';
import type { Row } from '@/list/types';
import { Button } from '@mantine/core';
import { listDefinition, type Cohort } from 'firmbook-wasm';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { contactKindOfCohort } from '../api/calls';
import { memberSource } from '../api/sources';
import { useDeleteCohorts } from '../api/use-delete-cohorts';
import { useMembers } from '../api/use-members';
import { CohortLine } from './cohort-line';
import { CohortMenu } from './cohort-menu';
import { CohortNav } from './cohort-nav';
import { CRUMBS } from './crumbs';

const loadEdit = () => import('../form/edit-cohort-dialog');
const loadMembershipPanel = () => import('./membership-reasons-panel');
const icon = { size: 16, 'aria-hidden': true };

/** The Members tab of a loaded cohort, with actions for the cohort and its members. */
export function OpenCohort({ cohort }: { cohort: Cohort }) {
  const kind = contactKindOfCohort(cohort.contactType);
  const noun = kind.plural.toLowerCase();
  const isRule = cohort.kind === 'Rule';
  const canWrite = useCan('cohorts', 'write');
  const canImport = useCan('importData', 'write');
  const navigate = useNavigate();
  // oxlint-disable-next-line react/exhaustive-deps -- the version changes with every other property the list uses
  const source = useMemo(() => memberSource(cohort), [cohort.uuid, cohort.version]);
  const variant = useMemo(
    () => ({ definition: listDefinition(kind.list), tableName: `${kind.list}-of-cohort` }),
    [kind],
  );
  const members = useMembers();
  const deletion = useDeleteCohorts();
  const [editing, setEditing] = useState({ opened: false, openCount: 0 });
  const Edit = useModule(loadEdit, editing.opened)?.EditCohortDialog;
  const [explainedRows, setExplainedRows] = useState<readonly Row[]>([]);
  const MembershipPanel = useModule(loadMembershipPanel, explainedRows.length > 0)?.MembershipReasonsPanel;

  const actions: SelectionAction[] = [
    {
      label: 'Why?',
      icon: <IconInfo {...icon} />,
      run: async (rows) => setExplainedRows(rows),
    },
  ];
  if (canWrite && !isRule) {
    actions.push({
      label: 'Remove',
      icon: <IconUserMinus {...icon} />,
      isDangerous: true,
      run: (rows) => members.remove(cohort, { contactUuids: rows.map(({ uuid }) => uuid), query: null }),
      runAll: async (query) => {
        await members.remove(cohort, { contactUuids: [], query: { ...query, cohortUuid: cohort.uuid } });
      },
    });
  }

  const remove = async () => {
    const deleted = await deletion.run([cohort.uuid], 'none');
    if (deleted.length) await navigate(paths.cohorts, { replace: true });
  };

  return (
    <>
      <ListPage
        source={source}
        variant={variant}
        crumbs={CRUMBS}
        title={cohort.name}
        noun={noun}
        about={isRule ? `No contacts match the rule.` : `Choose the ${noun} of this cohort.`}
        isAllowed
        canExport={useCan('exportData', 'write')}
        rowPath={({ uuid }) => kind.path(uuid)}
        banner={
          <>
            <CohortLine cohort={cohort} />
            <CohortNav open="members" />
          </>
        }
        primaryAction={
          canWrite &&
          !isRule && (
            <Button component={Link} to="?tab=choose" leftSection={<IconPlus {...icon} />}>
              Choose {noun}
            </Button>
          )
        }
        extraTool={() =>
          canWrite && (
            <>
              {canImport && !isRule && (
                <Button
                  className={tools.tool}
                  variant="default"
                  component={Link}
                  to={`${paths.newUpload(kind.noun)}?cohort=${cohort.uuid}`}
                  leftSection={<IconCloudUp {...icon} />}
                  aria-label={`Import ${noun} into the cohort`}
                >
                  <span className={tools.wide}>Import</span>
                </Button>
              )}
              <CohortMenu
                isDeleting={deletion.isRunning}
                onEdit={() => setEditing(({ openCount }) => ({ opened: true, openCount: openCount + 1 }))}
                onDelete={() => void remove()}
              />
            </>
          )
        }
        selectionActions={actions}
      />
      {Edit && (
        <Edit
          key={editing.openCount}
          cohort={cohort}
          opened={editing.opened}
          onClose={() => setEditing(({ openCount }) => ({ opened: false, openCount }))}
        />
      )}
      {MembershipPanel && (
        <MembershipPanel
          cohort={cohort}
          rows={explainedRows}
          opened={explainedRows.length > 0}
          onClose={() => setExplainedRows([])}
        />
      )}
    </>
  );
}
