import { IconPlus, IconTrash } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useModule } from '@/lib/use-module';
import { ListPage } from '@/list/list-page';
import type { SelectionAction } from '@/list/selection-bar';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { cohortSource } from '../api/sources';
import { useDeleteCohorts } from '../api/use-delete-cohorts';
import { renderCohortCell } from './cohort-cell';

const loadDialog = () => import('../form/add-cohort-dialog');

export function CohortsPage() {
  useDocumentTitle('Cohorts');
  const canWrite = useCan('cohorts', 'write');
  const deletion = useDeleteCohorts();
  const [isAdding, setIsAdding] = useState(false);
  const Dialog = useModule(loadDialog, isAdding)?.AddCohortDialog;
  const actions: SelectionAction[] = canWrite
    ? [
        {
          label: 'Delete',
          icon: <IconTrash size={16} aria-hidden />,
          isDangerous: true,
          isRunning: deletion.isRunning,
          run: (rows) => deletion.run(rows.map(({ uuid }) => uuid)),
        },
      ]
    : [];
  return (
    <>
      <ListPage
        source={cohortSource}
        crumbs={CRUMBS}
        title="Cohorts"
        about="A cohort is a group of agents or owners, by selection or by rule."
        isAllowed={useCan('cohorts', 'read')}
        canExport={useCan('exportData', 'write')}
        rowPath={({ uuid }) => paths.cohort(uuid)}
        renderCell={renderCohortCell}
        primaryAction={
          canWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
              Add cohort
            </Button>
          )
        }
        selectionActions={actions}
      />
      {Dialog && <Dialog opened={isAdding} onClose={() => setIsAdding(false)} />}
    </>
  );
}

const CRUMBS = ['People'];
