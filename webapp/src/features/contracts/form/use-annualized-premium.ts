import type { UseFormReturnType } from '@mantine/form';
import { annualizedPremium } from 'firmbook-later';
import { useRef } from 'react';
import { formatAmount } from '../fields';
import { ANNUALIZED, changesAnnualized } from '../premium';
import type { ContractValues } from './contract-values';

/** Returns a blur handler that fills in the annualized premium, unless the user entered a different one. */
export function useAnnualizedPremium(form: UseFormReturnType<ContractValues>, initial: ContractValues) {
  const computed = useRef(initial[ANNUALIZED]);

  return (key: string) => {
    const { premiumMode = '', modalPremium = '', [ANNUALIZED]: shown } = form.getValues();
    if (!changesAnnualized(key) || shown !== computed.current) return;
    const isChanged = premiumMode !== initial.premiumMode || modalPremium !== initial.modalPremium;
    const amount = isChanged ? annualizedPremium(premiumMode, modalPremium) : undefined;
    computed.current = amount ? formatAmount(amount) : initial[ANNUALIZED];
    if (computed.current !== shown) form.setFieldValue(ANNUALIZED, computed.current ?? '');
  };
}
