import type { MedicalLetter, MedicalRequest } from 'firmbook-wasm';

/** The open side panel. */
export type Open =
  | { panel: 'request'; request: MedicalRequest | null; isCopy?: boolean; addsAuthorization?: boolean }
  | { panel: 'send' | 'refuse' | 'cancel'; request: MedicalRequest }
  | { panel: 'sent' | 'failed' | 'again'; request: MedicalRequest; letter: MedicalLetter };

/** Opens a draft. If it has no authorization yet, the form starts with an empty one. */
export const editing = (request: MedicalRequest): Open => ({
  panel: 'request',
  request,
  addsAuthorization: request.authorization === null,
});
