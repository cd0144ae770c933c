import type { BestInterestFile, BestInterestVersion } from 'firmbook-wasm';

/** Returns whether a form can still be changed. */
export const isOpen = ({ state }: BestInterestVersion) => state === 'Draft' || state === 'Complete';

/** Returns the form that is not signed yet, or null. An owner has at most one. */
export const findOpenForm = ({ versions }: BestInterestFile) => versions.find(isOpen) ?? null;

/** Returns the signed form that no newer one supersedes, or null. */
export const findSignedForm = ({ versions }: BestInterestFile) =>
  versions.find(({ state }) => state === 'Signed') ?? null;
