import { conflictingRecord } from '@/lib/conflicting-record';
import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DeliverableTemplate } from 'firmbook-wasm';
import { retireGlobalTemplate } from './api';
import { useTemplatesChanged } from './use-templates-changed';

const CHANGED = {
  title: 'Template not changed',
  message: 'Someone else changed it. Check the changes, then try again.',
  kind: 'error',
} as const;

/** Retires or reinstates a template for all firms. */
export function RetireTemplate({ template }: { template: DeliverableTemplate }) {
  const { uuid, name, version, isRetired } = template;
  const changed = useTemplatesChanged();
  const label = isRetired ? 'Offer again' : 'Retire';
  const change = useMutation({
    mutationFn: () => retireGlobalTemplate(uuid, version ?? 0, !isRetired),
    onSuccess: () =>
      showSuccess(
        isRetired ? `Firms can choose ${name} again` : `${name} retired. Schedules that use it continue.`,
      ),
    onError: (reason) => (conflictingRecord(reason) ? showMessage(CHANGED) : showFailure(undefined, reason)),
    onSettled: changed,
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label}: ${name}`}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {label}
    </Button>
  );
}
