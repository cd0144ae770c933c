import { useCallback, useEffect, useRef } from 'react';
import type { FileWorkerRequest, FileWorkerResponse } from './file-worker';

/** Files that take longer to parse are left to the server. */
const DEADLINE_MS = 10_000;

const begin = () => new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });

/**
 * Parses files in a worker, so that a malicious file cannot crash the page. The worker is started
 * in advance. A new request cancels the previous one.
 */
export function useFileReader() {
  const ready = useRef<Worker | null>(null);
  const end = useRef<() => void>(() => undefined);
  useEffect(() => {
    ready.current = begin();
    return () => {
      end.current();
      ready.current?.terminate();
      ready.current = null;
    };
  }, []);
  return useCallback((request: FileWorkerRequest, onResponse: (response: FileWorkerResponse) => void) => {
    end.current();
    const worker = ready.current ?? begin();
    ready.current = null;
    const over = () => {
      clearTimeout(deadline);
      worker.terminate();
      ready.current ??= begin();
      end.current = () => undefined;
    };
    const cleanUp = () => {
      over();
      onResponse({ type: 'elsewhere' });
    };
    const deadline = setTimeout(cleanUp, DEADLINE_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<FileWorkerResponse>) => {
      if (data.type !== 'read') over();
      onResponse(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      cleanUp();
    });
    end.current = over;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    worker.postMessage(request);
  }, []);
}
