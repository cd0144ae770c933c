import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Preview, PreviewQuestion } from 'firmbook-wasm';

/** What the rules tell between two days, as the book is now. */
export const previewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: ['notification-rules', question],
    queryFn: ({ signal }) =>
      call<Preview>('POST', 'UserNotification/rules/preview', { body: question, signal }),
  });
