import type { Schemas } from '@/lib/api';
import { saveResponse } from '@/lib/download';
import { showMessage, showSuccess } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { successMessage } from 'firmbook-wasm';
import { useGenerate } from '../use-generate';
import { bookQuery, bookVersionsQuery, generateBook, type BookChoices, type BookSubject } from './api';

/** Generates, stores and downloads a contact's book of business. Generates large books in the background. */
export function useGenerateBook(subject: BookSubject) {
  const queries = useQueryClient();
  return useGenerate({
    uuid: subject.uuid,
    send: async (choices: BookChoices, key) => {
      const response = await generateBook(subject, choices, key);
      if (response.status === 202) return (await response.json()) as Schemas['PendingVersion'];
      await saveResponse(response, 'Book of business.pdf');
      return null;
    },
    onSuccess: (started) => {
      if (!started) return showSuccess('Book of business generated');
      queries.setQueryData(
        bookQuery(subject).queryKey,
        (old) => old && { ...old, pending: [started, ...old.pending] },
      );
      showMessage(successMessage('bookGenerating'));
    },
    failure: 'generateBookOfBusiness',
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(bookQuery(subject)),
        queries.invalidateQueries(bookVersionsQuery(subject)),
        queries.invalidateQueries({ queryKey: ['activity'] }),
      ]),
  });
}
