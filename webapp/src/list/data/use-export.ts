import { showFailure } from '@/lib/toast';
import { saveResponse } from '@/lib/download';
import type { Action, ListQuery } from 'firmbook-wasm';
import { useState } from 'react';
import type { ListSource } from '../types';

/** Saves every row of a question as a file; a second call while one runs stops it. */
export function useExport(source: ListSource, failure: Action | undefined) {
  const [running, setRunning] = useState<{ stop: AbortController; bytes: number } | null>(null);
  const start = async (question: ListQuery) => {
    if (!source.api.exportCsv) return;
    const stop = new AbortController();
    setRunning({ stop, bytes: 0 });
    try {
      const answer = await source.api.exportCsv(question, stop.signal);
      await saveResponse(answer, `${source.list}.csv`, (bytes) => setRunning({ stop, bytes }));
    } catch (reason) {
      if (!stop.signal.aborted) showFailure(failure, reason);
    } finally {
      setRunning(null);
    }
  };
  return { start, stop: () => running?.stop.abort(), bytes: running?.bytes ?? null };
}
