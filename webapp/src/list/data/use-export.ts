import { showMessage } from '@/lib/toast';
import { listFailures, type ExportFormat, type ListQuery } from 'firmbook-wasm';
import { useState } from 'react';
import type { ListSource } from '../types';

const loadDownload = () => import('@/lib/download');

/** Saves all rows of a query as a file. */
export function useExport(source: ListSource) {
  const { save, ...running } = useDownload(() => showMessage(listFailures(source.list).export));
  const start = async (query: ListQuery, format: ExportFormat) => {
    const { exportRows } = source.api;
    if (exportRows) await save((signal) => exportRows(query, format, signal), `${source.list}.${format}`);
  };
  return { start, ...running };
}

/** Saves a response as a file. Reports the bytes received and can be stopped. */
export function useDownload(onFailure: (reason: unknown) => void) {
  const [running, setRunning] = useState<{ stop: AbortController; bytes: number } | null>(null);
  const save = async (request: (signal: AbortSignal) => Promise<Response>, fallbackName: string) => {
    const stop = new AbortController();
    setRunning({ stop, bytes: 0 });
    try {
      const [response, { saveResponse }] = await Promise.all([request(stop.signal), loadDownload()]);
      await saveResponse(response, fallbackName, (bytes) => setRunning({ stop, bytes }));
    } catch (reason) {
      if (!stop.signal.aborted) onFailure(reason);
    } finally {
      setRunning(null);
    }
  };
  return { save, stop: () => running?.stop.abort(), bytes: running?.bytes ?? null };
}
