import type { Schemas } from '@/lib/api';
import { saveResponse } from '@/lib/download';
import { showDone, showMessage } from '@/lib/toast';
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
      const answer = await generateBook(subject, choices, key);
      if (answer.status === 202) return (await answer.json()) as Schemas['PendingVersion'];
      await saveResponse(answer, 'Book of business.pdf');
      return null;
    },
    onSuccess: (started) => {
      if (!started) return showDone('Book of business generated');
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
