import type { FormBlocks } from '../form-values';

const TOLERANCE = 'form.consumerProfile.riskTolerance';

/**
 * Returns the path of the input for a missing value. The risk tolerance is one value with two inputs, so
 * that the second one may be missing.
 */
export const inputOf = (path: string, { consumerProfile }: FormBlocks) =>
  path === TOLERANCE && consumerProfile.riskTolerance !== ''
    ? 'form.consumerProfile.acceptsNonGuaranteed'
    : path;
