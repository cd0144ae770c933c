import { saveResponse } from '@/lib/download';
import { showMessage } from '@/lib/toast';
import { listFailures } from 'firmbook-wasm';
import { IconDownload } from '@/components/icons';
import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { exportGroups, type AnalyticsFilter } from './api';
import type { GroupingName } from './groupings';

interface ExportGroupsProps {
  grouping: GroupingName;
  analyticsFilter: AnalyticsFilter;
  /** Title of a panel among several. Shows only the icon. */
  of?: string;
}

/** Exports all groups as CSV. */
export function ExportGroups({ grouping, analyticsFilter, of }: ExportGroupsProps) {
  const saving = useMutation({
    mutationFn: async () => saveResponse(await exportGroups(grouping, analyticsFilter), `${grouping}.csv`),
    onError: () => showMessage(listFailures('policies').export),
  });
  const icon = <IconDownload size={16} aria-hidden />;
  if (of) {
    return (
      <ActionIcon
        aria-label={`Export ${of} as CSV`}
        title="Export as CSV"
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" loading={saving.isPending} leftSection={icon} onClick={() => saving.mutate()}>
      Export
    </Button>
  );
}
