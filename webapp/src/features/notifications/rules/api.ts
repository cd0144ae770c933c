import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { PreviewQuestion } from 'firmbook-wasm';

/** Notifications the rules would send between two days, given the current data. */
export const previewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: ['notification-rules', question],
    queryFn: ({ signal }) => call('POST', 'UserNotification/rules/preview', { body: question, signal }),
  });
