import { saveResponse } from '@/lib/download';
import { showDone } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useGenerate } from '../use-generate';
import { bookVersionsQuery, generateBook, type BookChoices, type BookSubject } from './api';

/** Generates, stores and downloads the book of business of a contact. */
export function useGenerateBook(subject: BookSubject) {
  const queries = useQueryClient();
  return useGenerate({
    uuid: subject.uuid,
    send: async (choices: BookChoices, key) =>
      saveResponse(await generateBook(subject, choices, key), 'Book of business.pdf'),
    onSuccess: () => showDone('Book of business generated'),
    failure: 'generateBookOfBusiness',
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(bookVersionsQuery(subject)),
        queries.invalidateQueries({ queryKey: ['activity'] }),
      ]),
  });
}
