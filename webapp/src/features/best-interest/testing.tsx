import { fakeServer, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import type {
  BestInterestContent,
  BestInterestFile,
  BestInterestVersion,
  ContractValues,
  Permissions,
} from 'firmbook-wasm';
import { BestInterestTab } from './best-interest-tab';
import type { FormBlocks } from './form-values';

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
export const [OWNER, FORM, SIGNED, ANNUITY, OLD, PAPER] = [id(1), id(2), id(3), id(4), id(5), id(6)];
export const PATH = `PolicyOwner/1/${OWNER}/BestInterest`;
const DOCUMENTS = `FirmOwner/owner/${OWNER}/documents`;

const all = { read: true, write: true };
const EVERYTHING = { contacts: all, bestInterest: all };

/** Returns a contract of the owner as returned by the server. */
export const contract = (change: Partial<ContractValues> = {}): ContractValues => ({
  uuid: ANNUITY,
  line: 2,
  number: 'A-1',
  carrier: 'Apex Life',
  product: 'Fixed Annuity',
  status: 'Active',
  value: '120000.00',
  surrenderValue: '118000.00',
  loanBalance: null,
  deathBenefit: '120000.00',
  costBasis: '100000.00',
  guaranteedRate: '3.0000',
  surrenderPeriodEndDate: '2030-05-01',
  riders: [],
  ...change,
});

/** An annuity that can be replaced. */
export const old = contract({
  uuid: OLD,
  number: 'L-1',
  carrier: 'Old Mutual',
  product: 'Variable Annuity',
  value: '100000.00',
  surrenderValue: '94000.50',
  deathBenefit: '105000.00',
  riders: ['GLWB'],
});

/** A form with all required fields. */
export const filled: FormBlocks = {
  consumerProfile: {
    age: '66',
    annualIncome: '85000.00',
    financialSituation: 'No debts',
    financialExperience: 'Good',
    insuranceNeeds: 'Income for life',
    financialObjectives: 'Preserve capital',
    intendedUse: 'Retirement income',
    timeHorizon: 'SixToTen',
    existingAssets: 'Two annuities',
    liquidityNeeds: 'Six months of expenses',
    liquidNetWorth: '640000.00',
    riskTolerance: 'Moderate',
    acceptsNonGuaranteed: false,
    fundingSource: 'Savings',
    taxStatus: 'Joint',
  },
  recommendation: {
    annuityUuid: ANNUITY,
    optionsConsidered: ['Bond ladder'],
    basis: 'Guaranteed income without market risk.',
    date: '2026-11-20',
    producer: 'Dana Whitfield',
  },
  replacement: {
    isReplacement: false,
    replacedUuid: null,
    surrenderCharge: '',
    lostBenefits: '',
    newFees: '',
    otherExchangeWithin60Months: null,
    benefitsOutweigh: null,
  },
  disclosure: {
    producerDisclosureGivenOn: '2026-11-19',
    compensationType: 'Commission',
    carriersAvailable: 'Several',
  },
  consumerStatements: {
    refusedInformation: { signedOn: '', documentId: null },
    notBasedOnRecommendation: { signedOn: '', documentId: null },
  },
};

const ofOwner = { uuid: OWNER, name: 'Ada Lee', ownerType: 1, state: 'CA', birthDate: '1960-05-06' };

/** Returns a form with changed blocks. */
export const blocks = (change: { [Block in keyof FormBlocks]?: Partial<FormBlocks[Block]> }): FormBlocks => ({
  consumerProfile: { ...filled.consumerProfile, ...change.consumerProfile },
  recommendation: { ...filled.recommendation, ...change.recommendation },
  replacement: { ...filled.replacement, ...change.replacement },
  disclosure: { ...filled.disclosure, ...change.disclosure },
  consumerStatements: { ...filled.consumerStatements, ...change.consumerStatements },
});

/** Returns a draft as returned by the server. */
export const draft = (
  change: Partial<BestInterestVersion> = {},
  content: Partial<BestInterestContent> = {},
): BestInterestVersion => ({
  uuid: FORM,
  number: 1,
  version: 3,
  state: 'Draft',
  content: {
    owner: ofOwner,
    form: filled,
    recommended: contract(),
    replaced: null,
    signature: null,
    ...content,
  },
  hash: null,
  isUnchanged: true,
  reviewDueDate: null,
  retainUntil: null,
  updatedAt: '2026-11-20T15:00:00Z',
  updatedBy: 'Dana Whitfield',
  ...change,
});

/** Returns a signed form as returned by the server. */
export const signed = (
  change: Partial<BestInterestVersion> = {},
  content: Partial<BestInterestContent> = {},
): BestInterestVersion =>
  draft(
    {
      uuid: SIGNED,
      state: 'Signed',
      hash: 'ab'.repeat(32),
      reviewDueDate: '2099-11-24',
      retainUntil: '2108-11-24',
      ...change,
    },
    {
      signature: {
        consumer: 'Ada Lee',
        consumerSignedOn: '2026-11-21',
        producer: 'Dana Whitfield',
        producerSignedOn: '2026-11-24',
        documentId: PAPER,
      },
      ...content,
    },
  );

/** Returns the forms of the owner as returned by the server, newest first. */
export const file = (...versions: BestInterestVersion[]): BestInterestFile => ({
  owner: ofOwner,
  age: 66,
  producer: 'Dana Whitfield',
  contracts: [contract(), old],
  versions,
});

export const paper = {
  uuid: PAPER,
  name: 'signed.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 1000,
  storeDate: '2026-11-20T15:00:00Z',
  storedBy: 'Dana Whitfield',
};

/** Renders the tab of the owner with a fake server. */
export function openTab(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  query = '',
  features: Partial<Permissions['features']> = EVERYTHING,
) {
  const server = fakeServer({
    [`GET ${PATH}`]: () => file(),
    [`GET ${DOCUMENTS}`]: () => [paper],
    ...routes,
  });
  const page = renderPage(<BestInterestTab ownerType={1} ownerId={OWNER} />, {
    address: `/${query}`,
    features,
  });
  return { ...page, server };
}
