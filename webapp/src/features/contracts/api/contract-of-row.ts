import type { Row } from '@/list/types';
import { linesOfBusiness } from '../lines-of-business';

/** Columns that `contractPath` needs. */
export const CONTRACT_COLUMNS = ['policyId', 'annuityId'];

/** Returns the path of a row's contract. */
export const contractPath = ({ policyId, annuityId }: Row): string =>
  policyId ? linesOfBusiness.policy.path(String(policyId)) : linesOfBusiness.annuity.path(String(annuityId));
