import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { PreviewQuestion, RuleSettings } from 'firmbook-wasm';

export const PREVIEWS = ['notification-rules'] as const;

/** Loads the notifications that the rules would send between two days, based on current data. */
export const previewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: [...PREVIEWS, question],
    queryFn: ({ signal }) => call('POST', 'UserNotification/rules/preview', { body: question, signal }),
  });

/** Loads the firm's settings for the rules. */
export const ruleSettingsQuery = queryOptions({
  queryKey: ['rule-settings'],
  queryFn: ({ signal }) => call('GET', 'UserNotification/rules/settings', { signal }),
});

export const saveRuleSettings = (settings: RuleSettings) =>
  call('PUT', 'UserNotification/rules/settings', { body: settings });
