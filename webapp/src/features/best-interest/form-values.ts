import {
  formatMoney,
  type BestInterestContent,
  type BestInterestFile,
  type BestInterestForm,
  type BestInterestInput,
  type BestInterestVersion,
  type ContractValues,
} from 'firmbook-wasm';

/** `T` with all properties required, at any depth. Responses have all of them. */
type Complete<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]-?: Complete<Exclude<T[K], undefined>> }
    : T;

/** The blocks of a form, with all fields present. */
export type FormBlocks = Complete<BestInterestForm>;

/** Values of the form. Paths of errors and of displayed fields start at this object. */
export type FormValues = Complete<Pick<BestInterestInput, 'isComplete' | 'form'>>;

const noStatement = { signedOn: '', documentId: null };

const emptyBlocks: FormBlocks = {
  consumerProfile: {
    age: '',
    annualIncome: '',
    financialSituation: '',
    financialExperience: '',
    insuranceNeeds: '',
    financialObjectives: '',
    intendedUse: '',
    timeHorizon: '',
    existingAssets: '',
    liquidityNeeds: '',
    liquidNetWorth: '',
    riskTolerance: '',
    acceptsNonGuaranteed: null,
    fundingSource: '',
    taxStatus: '',
  },
  recommendation: { annuityUuid: '', optionsConsidered: [], basis: '', date: '', producer: '' },
  replacement: {
    isReplacement: null,
    replacedUuid: null,
    surrenderCharge: '',
    lostBenefits: '',
    newFees: '',
    otherExchangeWithin60Months: null,
    benefitsOutweigh: null,
  },
  disclosure: { producerDisclosureGivenOn: '', compensationType: '', carriersAvailable: '' },
  consumerStatements: { refusedInformation: noStatement, notBasedOnRecommendation: noStatement },
};

/** Formats an amount as users type it. */
export const amountText = (amount: string) => (amount ? formatMoney(amount, 2) : '');

/** Returns the blocks of a stored form, with amounts as users type them. */
export function blocksOf({ form }: BestInterestContent): FormBlocks {
  const { consumerProfile: profile, replacement, ...others } = form as FormBlocks;
  return {
    ...others,
    consumerProfile: {
      ...profile,
      annualIncome: amountText(profile.annualIncome),
      liquidNetWorth: amountText(profile.liquidNetWorth),
    },
    replacement: { ...replacement, surrenderCharge: amountText(replacement.surrenderCharge) },
  };
}

export const valuesOf = ({ state, content }: BestInterestVersion): FormValues => ({
  isComplete: state === 'Complete',
  form: blocksOf(content),
});

/**
 * Returns the values of a new version, copied from the signed form or filled in from the owner's record.
 * Dates and statements are left out, because they belong to one recommendation.
 */
export function newValues(
  { age, producer }: BestInterestFile,
  signed: BestInterestVersion | null,
): FormValues {
  const last = signed ? blocksOf(signed.content) : emptyBlocks;
  return {
    isComplete: false,
    form: {
      ...last,
      consumerProfile: {
        ...last.consumerProfile,
        age: age === null ? last.consumerProfile.age : String(age),
      },
      recommendation: {
        ...last.recommendation,
        date: '',
        producer: last.recommendation.producer || producer,
      },
      disclosure: { ...last.disclosure, producerDisclosureGivenOn: '' },
      consumerStatements: emptyBlocks.consumerStatements,
    },
  };
}

/** Returns the content that saving the form would store, to display its fields. */
export function contentOf(
  { owner }: Pick<BestInterestFile, 'owner'>,
  form: FormBlocks,
  contracts: readonly ContractValues[],
): BestInterestContent {
  const contractByUuid = (contractUuid: string | null) =>
    contracts.find(({ uuid }) => uuid === contractUuid) ?? null;
  return {
    owner,
    form,
    recommended: contractByUuid(form.recommendation.annuityUuid),
    replaced: contractByUuid(form.replacement.replacedUuid),
    signature: null,
  };
}

/** Returns the contracts that a form can refer to: the owner's, and those it already refers to. */
export function contractsOf(
  { contracts }: BestInterestFile,
  stored: BestInterestVersion | null,
): ContractValues[] {
  const { recommended = null, replaced = null } = stored?.content ?? {};
  const known = new Map(contracts.map((contract) => [contract.uuid, contract]));
  for (const contract of [recommended, replaced])
    if (contract && !known.has(contract.uuid)) known.set(contract.uuid, contract);
  return [...known.values()];
}

export const contractName = ({ carrier, number }: ContractValues) => `${carrier} ${number}`;
