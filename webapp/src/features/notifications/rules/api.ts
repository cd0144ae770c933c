import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { PreviewQuestion, RuleSettings } from 'firmbook-wasm';

export const PREVIEWS = ['notification-rules'] as const;

/** Notifications the rules would send between two days, given the current data. */
export const previewQuery = (question: PreviewQuestion) =>
  queryOptions({
    queryKey: [...PREVIEWS, question],
    queryFn: ({ signal }) => call('POST', 'UserNotification/rules/preview', { body: question, signal }),
  });

/** The firm's settings for the rules. */
export const ruleSettingsQuery = queryOptions({
  queryKey: ['rule-settings'],
  queryFn: ({ signal }) => call('GET', 'UserNotification/rules/settings', { signal }),
});

export const saveRuleSettings = (settings: RuleSettings) =>
  call('PUT', 'UserNotification/rules/settings', { body: settings });
