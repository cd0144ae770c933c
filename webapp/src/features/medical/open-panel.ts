import type { MedicalLetter, MedicalRequest } from 'firmbook-wasm';

/** The open side panel. */
export type Open =
  | { panel: 'request'; request: MedicalRequest | null; isCopy?: boolean; addsAuthorization?: boolean }
  | { panel: 'send' | 'refuse' | 'cancel'; request: MedicalRequest }
  | { panel: 'sent' | 'failed' | 'again'; request: MedicalRequest; letter: MedicalLetter };

/** Returns the panel for the next step of a request: a draft to edit or a follow-up letter. */
export function nextPanel(request: MedicalRequest): Open | null {
  if (request.state === 'Draft') return editing(request);
  return request.nextLetter && !hasOpenLetter(request) ? { panel: 'send', request } : null;
}

export const hasOpenLetter = ({ letters }: MedicalRequest) => letters.some(({ state }) => state !== 'Sent');

/** Opens a draft. If it has no authorization yet, the form starts with an empty one. */
export const editing = (request: MedicalRequest): Open => ({
  panel: 'request',
  request,
  addsAuthorization: request.authorization === null,
});
