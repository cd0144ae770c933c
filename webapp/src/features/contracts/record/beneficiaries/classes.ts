export const CLASSES = ['Primary', 'Contingent'] as const;
export type BeneficiaryClass = (typeof CLASSES)[number];

interface ClassTexts {
  title: string;
  /** Label of the button that adds one. */
  add: string;
  empty: string;
}

export const TEXTS: Record<BeneficiaryClass, ClassTexts> = {
  Primary: {
    title: 'Primary beneficiaries',
    add: 'Add primary beneficiary',
    empty: 'No primary beneficiaries yet. Add who receives the death benefit.',
  },
  Contingent: {
    title: 'Contingent beneficiaries',
    add: 'Add contingent beneficiary',
    empty: 'No contingent beneficiaries yet. They are paid if no primary beneficiary survives.',
  },
};

export const isClass = (code: string): code is BeneficiaryClass => CLASSES.some((item) => item === code);
