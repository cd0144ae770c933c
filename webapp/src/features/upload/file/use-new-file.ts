import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { describeFailure, showMessage } from '@/lib/toast';
import type { UploadType, ReadingChoice, UploadStart } from 'firmbook-wasm';
import { startTransition, useEffect, useRef, useState } from 'react';
import { readAgain, startUpload } from '../api/calls';
import { withChoice, type UseWizard } from '../use-wizard';
import { useFileReader } from './use-file-reader';

/** A file being uploaded. */
export interface Sending {
  file: File;
  /** Fraction sent, from 0 to 1. */
  fraction: number;
  /** Why the upload failed. Null while it runs. */
  failure: string | null;
}

const NONE: readonly ReadingChoice[] = [];

/**
 * Parses a selected file locally while it uploads. The first result fills the wizard. The server's
 * result replaces a local one, after reparsing with any options chosen in the meantime.
 */
export function useNewFile(kind: UploadType, wizard: UseWizard, onStored: (start: UploadStart) => void) {
  const { firmId } = useSession().user;
  const [sending, setSending] = useState<Sending | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [rows, setRows] = useState<number | null>(null);
  const read = useFileReader();
  const request = useRef<AbortController | null>(null);
  const chosen = useRef(NONE);
  const isMounted = useRef(false);
  useEffect(() => () => request.current?.abort(), []);

  const rejectFile: UseWizard['rejectFile'] = (error) => {
    request.current?.abort();
    setSending(null);
    wizard.rejectFile(error);
  };

  const readFile = (file: File, choices: readonly ReadingChoice[]) => {
    const before = chosen.current;
    chosen.current = choices;
    let isRead = false;
    setIsReading(true);
    read({ file, kind, choices }, (response) => {
      setIsReading(false);
      if (response.type === 'read') {
        isRead = true;
        // Render in a transition, so that a large mapping table does not block the upload.
        if (!isMounted.current) startTransition(() => wizard.read(response, choices));
      } else if (response.type === 'counted') setRows(response.rows);
      else if (response.type === 'refused' && choices === NONE) rejectFile(response.error);
      else if (response.type === 'refused') {
        // Revert to the previous options, with which the file can be parsed.
        if (!isRead) chosen.current = before;
        showMessage({ title: 'Upload Failed.', message: response.error.message, kind: 'error' });
      }
    });
  };

  /** Reparses the stored file until the result matches the chosen options. */
  const applyChoices = async (start: UploadStart, known: readonly ReadingChoice[]): Promise<UploadStart> => {
    const { current } = chosen;
    return current === known ? start : applyChoices(await readAgain(start.storageGuid, current), current);
  };

  const send = async (file: File) => {
    const { signal } = (request.current = new AbortController());
    setSending({ file, fraction: 0, failure: null });
    const onSent = (fraction: number) => {
      const known = Math.floor(fraction * 100) / 100;
      if (!signal.aborted)
        setSending((old) => (old?.fraction === known ? old : { file, fraction: known, failure: null }));
    };
    try {
      const start = await applyChoices(await startUpload(kind, firmId, file, { onSent, signal }), NONE);
      if (signal.aborted) return;
      isMounted.current = true;
      setSending(null);
      wizard.onStored(start);
      onStored(start);
    } catch (reason) {
      if (signal.aborted) return;
      const { status, problem } = reason instanceof ApiError ? reason : { status: 0, problem: null };
      if (problem && status >= 400 && status < 500) rejectFile(problem);
      else setSending({ file, fraction: 0, failure: describeFailure('upload', reason).message });
    }
  };

  const choose = (file: File) => {
    request.current?.abort();
    isMounted.current = false;
    wizard.clear();
    setRows(null);
    readFile(file, NONE);
    void send(file);
  };

  return {
    sending,
    rows,
    isReading,
    choose,
    retry: () => sending && void send(sending.file),
    /** Parses the file with other options while it uploads. */
    readAs: (choice: ReadingChoice) => sending && readFile(sending.file, withChoice(chosen.current, choice)),
    /** Cancels the upload and resets the wizard. */
    leave: () => {
      request.current?.abort();
      setSending(null);
      wizard.clear();
    },
  };
}
