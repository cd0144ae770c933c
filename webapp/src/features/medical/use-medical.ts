import { isTooLarge, tooLarge } from '@/features/documents/api';
import { saveResponse } from '@/lib/download';
import { ApiError } from '@/lib/http';
import { showDone, showFailure } from '@/lib/toast';
import { showUploadFailure } from '@/lib/upload-failure';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldProblem, MedicalDocument, MedicalRecord, MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { medicalKey, openDocument, storeAuthorization, storeRecord } from './api/medical';

/** Result of a change: null if it succeeded, otherwise the errors to show. */
export type Refusal = { message: string; errors: readonly FieldProblem[] } | null;

/** Actions on an insured's medical requests. Each response contains all requests, so no reload is needed. */
export function useMedical(insured: string, reason: string) {
  const queries = useQueryClient();
  const keyOf = useRequestKeys();
  const [isStoring, setIsStoring] = useState(false);

  const adopt = (record: MedicalRecord) => {
    queries.setQueryData(medicalKey(insured), record);
    const others = [['medical', 'open'], ['medical', insured, 'history'], ['list', 'insureds'], ['home']];
    for (const queryKey of [...others, ['activity']]) void queries.invalidateQueries({ queryKey });
  };

  /** Runs a change and shows the result. Returns the errors of a rejected change. */
  const run = async (done: string, change: () => Promise<MedicalRecord>): Promise<Refusal> => {
    try {
      adopt(await change());
      showDone(done);
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

  const store = async (done: string, file: File, save: (key: string) => Promise<MedicalRecord>) => {
    if (isTooLarge(file)) {
      showUploadFailure(tooLarge(file));
      return null;
    }
    setIsStoring(true);
    let stored: MedicalRecord | null = null;
    const refusal = await run(done, async () => {
      stored = await save(keyOf([file.name, file.size, file.lastModified, done]));
      return stored;
    });
    if (refusal?.message) showUploadFailure(new Error(refusal.message));
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
        storeAuthorization(insured, file, key),
      );
      return record?.authorizations[0] ?? null;
    },
    storeRecord: ({ uuid }: MedicalRequest, file: File) =>
      store('Record stored', file, (key) => storeRecord(insured, uuid, file, key)),
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
