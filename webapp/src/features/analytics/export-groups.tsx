import { saveResponse } from '@/lib/download';
import { showMessage } from '@/lib/toast';
import { listFailures } from 'firmbook-wasm';
import { IconDownload } from '@/components/icons';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { exportGroups, type Narrowing } from './api';
import type { GroupingName } from './groupings';

/** Exports all groups as CSV. */
export function ExportGroups({ grouping, narrowing }: { grouping: GroupingName; narrowing: Narrowing }) {
  const saving = useMutation({
    mutationFn: async () => saveResponse(await exportGroups(grouping, narrowing), `${grouping}.csv`),
    onError: () => showMessage(listFailures('policies').export),
  });
  return (
    <Button
      variant="default"
      loading={saving.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => saving.mutate()}
    >
      Export
    </Button>
  );
}
