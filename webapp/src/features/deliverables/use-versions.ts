import { linkToDocument, restoreDocument } from '@/features/documents/api';
import { downloadUrl } from '@/lib/download';
import { showDone, showFailure } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteVersion, versionsQuery, type BookSubject } from './api';

interface Version {
  documentId: string;
  name: string;
}

/** Actions on the stored versions of a book of business. */
export function useVersions(subject: BookSubject) {
  const queries = useQueryClient();
  const changed = () =>
    Promise.all([
      queries.invalidateQueries(versionsQuery(subject)),
      queries.invalidateQueries({ queryKey: ['activity'] }),
    ]);

  const open = useMutation({
    mutationFn: async ({ documentId, name }: Version) =>
      downloadUrl((await linkToDocument(documentId)).url, name),
    onError: (reason) => showFailure('downloadBookOfBusiness', reason),
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
    mutationFn: ({ documentId }: Version) => deleteVersion(subject, documentId),
    onSuccess: (_nothing, { name, documentId }) =>
      showDone(`${name} deleted`, () => void restore(documentId)),
    onError: (reason) => showFailure('deleteBookOfBusiness', reason),
    onSettled: changed,
  });
  return { open, remove };
}
