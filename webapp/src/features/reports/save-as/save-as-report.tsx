import { IconReport } from '@/components/icons';
import tools from '@/list/columns/columns.module.css';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import type { Feature, ListQuery } from 'firmbook-wasm';
import { useState } from 'react';
import { SaveAsPanel } from './save-as-panel';

interface SaveAsReportProps {
  types: readonly number[];
  feature: Feature;
  query: ListQuery;
}

/** Button that saves the query of a list as a report. */
export function SaveAsReport({ types, feature, query }: SaveAsReportProps) {
  const [opened, setOpened] = useState(false);
  if (!useCan(feature, 'write')) return null;
  return (
    <>
      <Button
        className={tools.tool}
        variant="default"
        leftSection={<IconReport size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        aria-label="Save as report"
        title="Save as report"
        aria-haspopup="dialog"
      >
        <span className={tools.wide}>Save as report</span>
      </Button>
      <SaveAsPanel types={types} query={query} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
