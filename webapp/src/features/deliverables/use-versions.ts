import { linkToDocument, restoreDocument } from '@/features/documents/api';
import { downloadUrl } from '@/lib/download';
import { showFailure, showSuccess } from '@/lib/toast';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Action } from 'firmbook-wasm';

interface Version {
  documentId: string;
  name: string;
}

interface VersionsOptions {
  /** Query key of the list of versions. */
  queryKey: QueryKey;
  deleteVersion: (documentId: string) => Promise<unknown>;
  failures: { open: Action; delete: Action };
}

/** Actions on the stored versions of a document. */
export function useVersions({ queryKey, deleteVersion, failures }: VersionsOptions) {
  const queries = useQueryClient();
  const changed = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['activity'] }),
    ]);

  const open = useMutation({
    mutationFn: async ({ documentId, name }: Version) =>
      downloadUrl((await linkToDocument(documentId)).url, name),
    onError: (reason) => showFailure(failures.open, reason),
  });

  const restore = async (documentId: string) => {
    try {
      await restoreDocument(documentId);
    } catch (reason) {
      showFailure(undefined, reason);
    }
    await changed();
  };

  const remove = useMutation({
    mutationFn: ({ documentId }: Version) => deleteVersion(documentId),
    onSuccess: (_nothing, { name, documentId }) =>
      showSuccess(`${name} deleted`, () => void restore(documentId)),
    onError: (reason) => showFailure(failures.delete, reason),
    onSettled: changed,
  });
  return { open, remove };
}
