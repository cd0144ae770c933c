import { formatPercent } from '@/lib/percent';
import { choices, formatDate, formatMoney, type Annuity, type EnumName, type Policy } from 'firmbook-wasm';
import type { Terms } from './api/get-contract';
import type { ContractNoun } from './lines-of-business';

/** Determines the input and the formatting of a field. */
export type FieldKind =
  'text' | 'money' | 'percent' | 'percents' | 'date' | 'whole' | 'flag' | 'answer' | 'carrier' | EnumName;

/** Label and type of a contract field. */
export interface ContractField {
  /** Property name in JSON, also used in `FieldProblem`. */
  key: string;
  label: string;
  kind: FieldKind;
  isRequired?: boolean;
}

interface FieldGroup {
  title: string;
  fields: readonly ContractField[];
}

const field = (key: string, label: string, kind: FieldKind = 'text', isRequired = false): ContractField => ({
  key,
  label,
  kind,
  isRequired,
});
const policy = (key: keyof Policy, label: string, kind?: FieldKind, isRequired?: boolean) =>
  field(key, label, kind, isRequired);
const annuity = (key: keyof Annuity, label: string, kind?: FieldKind, isRequired?: boolean) =>
  field(key, label, kind, isRequired);

const POLICY: readonly FieldGroup[] = [
  {
    title: 'Contract',
    fields: [
      policy('policyNumber', 'Policy number', 'text', true),
      policy('carrierUuid', 'Carrier', 'carrier', true),
      policy('productType', 'Product type', 'productTypeLife', true),
      policy('productName', 'Product'),
      policy('status', 'Status', 'policyStatus', true),
      policy('statusDate', 'Status date', 'date'),
      policy('gracePeriodEndDate', 'Grace period ends', 'date'),
    ],
  },
  {
    title: 'Issue',
    fields: [
      policy('issueDate', 'Issue date', 'date'),
      policy('issueState', 'Issue state', 'state'),
      policy('issueAge', 'Issue age', 'whole'),
      policy('riskClass', 'Risk class'),
      policy('isTobacco', 'Tobacco', 'answer'),
    ],
  },
  {
    title: 'Values',
    fields: [
      policy('deathBenefit', 'Death benefit', 'money'),
      policy('faceAmount', 'Face amount', 'money'),
      policy('deathBenefitOption', 'Benefit option'),
      policy('policyCashValue', 'Cash value', 'money'),
      policy('policySurrenderValue', 'Surrender value', 'money'),
      policy('loanBalance', 'Loan', 'money'),
      policy('loanRate', 'Loan rate', 'percent'),
      policy('creditingRate', 'Crediting rate', 'percent'),
      policy('dividendOption', 'Dividend option'),
      policy('valuesAsOf', 'Values as of', 'date'),
    ],
  },
  {
    title: 'Premium',
    fields: [
      policy('premiumMode', 'Premium mode', 'premiumMode'),
      policy('modalPremium', 'Modal premium', 'money'),
      policy('annualizedPremium', 'Annualized premium', 'money'),
      policy('paidToDate', 'Paid to', 'date'),
      policy('nextPremiumDate', 'Next premium', 'date'),
      policy('lastPremiumDate', 'Last premium', 'date'),
      policy('lastPremiumAmount', 'Last amount', 'money'),
      policy('paymentMethod', 'Payment method'),
    ],
  },
  {
    title: 'Periods',
    fields: [
      policy('levelPeriodEndDate', 'Level period ends', 'date'),
      policy('conversionExpiryDate', 'Conversion expires', 'date'),
      policy('maturityDate', 'Maturity', 'date'),
      policy('projectedLapseDate', 'Projected lapse', 'date'),
      policy('lapseAge', 'Lapse age', 'whole'),
    ],
  },
  {
    title: 'PolicyGuard',
    fields: [policy('policyGuard', 'PolicyGuard', 'flag'), policy('nextRequestDate', 'Next request', 'date')],
  },
];

const ANNUITY: readonly FieldGroup[] = [
  {
    title: 'Contract',
    fields: [
      annuity('contractNumber', 'Contract number', 'text', true),
      annuity('carrierUuid', 'Carrier', 'carrier', true),
      annuity('productType', 'Product type', 'productTypeAnnuity', true),
      annuity('productName', 'Product'),
      annuity('status', 'Status', 'policyStatus', true),
      annuity('statusDate', 'Status date', 'date'),
      annuity('taxType', 'Tax type', 'taxType'),
      annuity('issueDate', 'Issue date', 'date'),
      annuity('issueState', 'Issue state', 'state'),
      annuity('policyGuard', 'PolicyGuard', 'flag'),
    ],
  },
  {
    title: 'Values',
    fields: [
      annuity('contractValue', 'Contract value', 'money'),
      annuity('accountValueDate', 'Valued on', 'date'),
      annuity('annuityCashValue', 'Cash value', 'money'),
      annuity('annuitySurrenderValue', 'Surrender value', 'money'),
      annuity('deathBenefit', 'Death benefit', 'money'),
      annuity('costBasis', 'Cost basis', 'money'),
      annuity('premiumsPaid', 'Premiums paid', 'money'),
      annuity('valuesAsOf', 'Values as of', 'date'),
    ],
  },
  {
    title: 'Surrender',
    fields: [
      annuity('surrenderPeriodYears', 'Period (years)', 'whole'),
      annuity('surrenderPeriodEndDate', 'Period ends', 'date'),
      annuity('surrenderSchedule', 'Charges by year', 'percents'),
      annuity('freeWithdrawalPercent', 'Free withdrawal', 'percent'),
      annuity('hasMarketValueAdjustment', 'Market value adjustment', 'flag'),
    ],
  },
  {
    title: 'Interest',
    fields: [
      annuity('guaranteedRate', 'Guaranteed rate', 'percent'),
      annuity('guaranteedRateEndDate', 'Guaranteed until', 'date'),
      annuity('creditedRate', 'Credited rate', 'percent'),
    ],
  },
  {
    title: 'Required minimum distribution',
    fields: [
      annuity('rmdRequired', 'Required', 'flag'),
      annuity('rmdAmount', 'Amount', 'money'),
      annuity('rmdTaken', 'Taken', 'money'),
      annuity('rmdDueDate', 'Due', 'date'),
    ],
  },
  {
    title: 'Income',
    fields: [
      annuity('annuitizationDate', 'Annuitization', 'date'),
      annuity('maxAnnuityAge', 'Maximum annuitization age', 'whole'),
    ],
  },
];

/** The fields by group, in form order. */
export const fieldGroups: Record<ContractNoun, readonly FieldGroup[]> = { policy: POLICY, annuity: ANNUITY };

export const fieldsOf = ({ noun }: { noun: ContractNoun }): ContractField[] =>
  fieldGroups[noun].flatMap(({ fields }) => fields);

export type Value = string | number | boolean | readonly string[] | null | undefined;

export const valueOf = (terms: Terms, key: string): Value => (terms as unknown as Record<string, Value>)[key];

/** Formats a value. Empty for null. Returns a carrier's uuid, because its name is not known here. */
export function formatField({ kind }: ContractField, value: Value): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'money':
      return formatAmount(String(value));
    case 'percent':
      return formatPercent(String(value));
    case 'percents':
      return (value as readonly string[]).map(formatPercent).join(', ');
    case 'date':
      return formatDate(String(value));
    case 'flag':
    case 'answer':
      return value ? 'Yes' : 'No';
    case 'text':
    case 'whole':
    case 'carrier':
      return String(value);
    default:
      return choices(kind).find((choice) => choice.code === String(value))?.label ?? String(value);
  }
}

/** Formats a value from the activity feed, where flags and lists are already text. */
export const formatLogged = (contractField: ContractField, text: string): string =>
  ['flag', 'answer', 'percents'].includes(contractField.kind) ? text : formatField(contractField, text);

/** Formats a date as its month: `11/2026`. */
export const formatMonth = (date: string) => formatDate(date).replace(/\/\d\d\//, '/');

/** Formats an amount. Returns invalid input unchanged. */
export const formatAmount = (text: string) => (isNumber(text) ? formatMoney(text, 2) : text);

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);

/** Formats a typed percentage. Returns invalid input unchanged. */
export const formatRate = (text: string) => (isNumber(text) ? formatPercent(text) : text);

export const isNumericField = ({ kind }: ContractField) =>
  kind === 'money' || kind === 'percent' || kind === 'whole';
