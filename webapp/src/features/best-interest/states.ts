import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';

/** Whether a form can still be changed. */
export const isOpen = ({ state }: BestInterestVersion) => state === 'Draft' || state === 'Complete';

/** The form that is not signed yet. An owner has at most one. */
export const openForm = ({ versions }: BestInterestFile) => versions.find(isOpen) ?? null;

/** The signed form that no newer one supersedes. */
export const signedForm = ({ versions }: BestInterestFile) =>
  versions.find(({ state }) => state === 'Signed') ?? null;

/** Returns the day on which the last of the two signed, as `YYYY-MM-DD`. */
export function signedOn({ content: { signature } }: BestInterestVersion): string | null {
  if (!signature) return null;
  const { consumerSignedOn, producerSignedOn } = signature;
  return consumerSignedOn > producerSignedOn ? consumerSignedOn : producerSignedOn;
}
