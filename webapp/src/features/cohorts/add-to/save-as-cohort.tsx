import { IconUsersGroup } from '@/components/icons';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import tools from '@/list/columns/columns.module.css';
import { Button } from '@mantine/core';
import type { ContactKind, FilterItem, ListQuery } from 'firmbook-wasm';
import { useState } from 'react';

interface SaveAsCohortProps {
  contactType: ContactKind;
  query: ListQuery;
}

const NO_FILTER: FilterItem[] = [];
const loadDialog = () => import('../form/add-cohort-dialog');

/** Button that saves the filter of a list as the rule of a cohort. Hidden without a filter. */
export function SaveAsCohort({ contactType, query }: SaveAsCohortProps) {
  const { filter = NO_FILTER } = query;
  const [opened, setOpened] = useState(false);
  const Dialog = useModule(loadDialog, opened)?.AddCohortDialog;
  if (!useCan('cohorts', 'write') || (filter.length === 0 && !opened)) return null;
  return (
    <>
      <Button
        className={tools.tool}
        variant="default"
        leftSection={<IconUsersGroup size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        aria-label="Save as cohort"
        aria-haspopup="dialog"
      >
        <span className={tools.wide}>Save as cohort</span>
      </Button>
      {Dialog && <Dialog rule={{ contactType, filter }} opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
