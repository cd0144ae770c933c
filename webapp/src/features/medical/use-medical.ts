import { isTooLarge, tooLargeMessage } from '@/features/documents/api';
import { saveResponse } from '@/lib/download';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { showUploadFailure } from '@/lib/upload-failure';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldProblem, MedicalDocument, MedicalRecord, MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { medicalKey, openDocument, uploadAuthorization, uploadRecord } from './api/medical';

/** Result of a change: null if it succeeded, otherwise the errors to show. */
export type ActionFailure = { message: string; errors: readonly FieldProblem[] } | null;

/** Actions on an insured's medical requests. Each response contains all requests, so no reload is needed. */
export function useMedical(insured: string, reason: string) {
  const queries = useQueryClient();
  const keyOf = useRequestKeys();
  const [isStoring, setIsStoring] = useState(false);

  const cacheRecord = (record: MedicalRecord) => {
    queries.setQueryData(medicalKey(insured), record);
    const others = [['medical', 'open'], ['medical', insured, 'history'], ['list', 'insureds'], ['home']];
    for (const queryKey of [...others, ['activity']]) void queries.invalidateQueries({ queryKey });
  };

  /** Runs a change and shows the result. Returns the errors of a rejected change. */
  const run = async (successText: string, change: () => Promise<MedicalRecord>): Promise<ActionFailure> => {
    try {
      cacheRecord(await change());
      showSuccess(successText);
      return null;
    } catch (error) {
      const problem = error instanceof ApiError && !error.hasNoReason ? error.problem : null;
      if (!problem) {
        showFailure('requestMedical', error);
        return { message: '', errors: [] };
      }
      if (problem.code === 'version_conflict') {
        // Reload the requests. The server records this like any other view.
        void queries.invalidateQueries({ queryKey: medicalKey(insured) });
        return { message: 'Someone else changed this request. Check it, then try again.', errors: [] };
      }
      const message = problem.errors[0]?.message ?? problem.message;
      return { message, errors: problem.errors };
    }
  };

  const store = async (successText: string, file: File, save: (key: string) => Promise<MedicalRecord>) => {
    if (isTooLarge(file)) {
      showUploadFailure(tooLargeMessage(file));
      return null;
    }
    setIsStoring(true);
    let stored: MedicalRecord | null = null;
    const failure = await run(successText, async () => {
      stored = await save(keyOf([file.name, file.size, file.lastModified, successText]));
      return stored;
    });
    if (failure?.message) showUploadFailure(new Error(failure.message));
    setIsStoring(false);
    return stored as MedicalRecord | null;
  };

  return {
    isStoring,
    keyOf,
    run,
    /** Uploads an authorization. Returns its document, or null on failure. */
    storeAuthorization: async (file: File) => {
      const record = await store('Authorization stored', file, (key) =>
        uploadAuthorization(insured, file, key),
      );
      return record?.authorizations[0] ?? null;
    },
    storeRecord: ({ uuid }: MedicalRequest, file: File) =>
      store('Record stored', file, (key) => uploadRecord(insured, uuid, file, key)),
    open: async ({ documentId, name }: MedicalDocument) => {
      try {
        await saveResponse(await openDocument(insured, documentId, reason), name);
        void queries.invalidateQueries({ queryKey: ['medical', insured, 'history'] });
      } catch (error) {
        showFailure('downloadDocument', error);
      }
    },
  };
}

export type MedicalActions = ReturnType<typeof useMedical>;
