import { showMessage } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { successMessage, type PendingVersion } from 'firmbook-wasm';
import { useGenerate } from '../use-generate';
import { generateSummary, summaryKey, summaryQuery, type SummaryChoices } from './api';

/** Generates a summary of a report in the background. */
export function useGenerateSummary(reportUuid: string) {
  const queries = useQueryClient();
  return useGenerate({
    uuid: reportUuid,
    send: (choices: SummaryChoices, key) => generateSummary(reportUuid, choices, key),
    onSuccess: (started: PendingVersion) => {
      queries.setQueryData(
        summaryQuery(reportUuid).queryKey,
        (old) => old && { ...old, pending: [started, ...old.pending] },
      );
      showMessage(successMessage('summaryGenerating'));
    },
    failure: 'generateSummary',
    onSettled: () => queries.invalidateQueries({ queryKey: summaryKey(reportUuid) }),
  });
}
