import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';

/** Returns whether a form can still be changed. */
export const isOpen = ({ state }: BestInterestVersion) => state === 'Draft' || state === 'Complete';

/** Returns the form that is not signed yet, or null. An owner has at most one. */
export const openForm = ({ versions }: BestInterestFile) => versions.find(isOpen) ?? null;

/** Returns the signed form that no newer one supersedes, or null. */
export const signedForm = ({ versions }: BestInterestFile) =>
  versions.find(({ state }) => state === 'Signed') ?? null;

/** Returns the later of the two signature dates, as `YYYY-MM-DD`. Null if the form is not signed. */
export function signedOn({ content: { signature } }: BestInterestVersion): string | null {
  if (!signature) return null;
  const { consumerSignedOn, producerSignedOn } = signature;
  return consumerSignedOn > producerSignedOn ? consumerSignedOn : producerSignedOn;
}
