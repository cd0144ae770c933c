import { failureText } from './failure-text';
import { fieldMessages } from './field-messages';
import { ApiError } from './http';
import { show } from './toast';

/**
 * Describes why a file was not stored. The server reports its name and content as fields, but an
 * upload has no inputs that could be marked, so this returns their errors.
 */
export function uploadFailureText(reason: unknown): string {
  const errors = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
  return Object.values(fieldMessages(errors)).join(' ') || failureText(reason);
}

export const showUploadFailure = (reason: unknown): void =>
  show({ title: 'File not uploaded', message: uploadFailureText(reason), isFailure: true });
