import type { Annuity, Policy } from 'firmbook-wasm';
import { linesOfBusiness } from '../lines-of-business';
import { parseValues, valuesOf } from './contract-values';

test('round-trips stored values through the form', () => {
  const stored = {
    contractNumber: 'C-1',
    carrierUuid: 'c',
    productType: 'FIA',
    status: 'Pending',
    contractValue: '1234567.50',
    guaranteedRate: '5.2500',
    surrenderSchedule: ['7.0000', '6.5000'],
    surrenderPeriodYears: 7,
    rmdRequired: true,
  } as Annuity;
  const values = valuesOf(linesOfBusiness.annuity, stored);
  expect(values).toMatchObject({
    contractValue: '$1,234,567.50',
    guaranteedRate: '5.25',
    surrenderSchedule: '7, 6.5',
    rmdRequired: 'true',
    hasMarketValueAdjustment: '',
  });
  const { terms, problems } = parseValues(linesOfBusiness.annuity, values);
  expect(problems).toEqual([]);
  expect(terms).toMatchObject({
    ...stored,
    contractValue: '$1,234,567.50',
    guaranteedRate: '5.25',
    surrenderSchedule: ['7', '6.5'],
    hasMarketValueAdjustment: false,
    issueDate: null,
  });
});

test('sends valid amounts as typed, and rejects amounts that the server could not parse', () => {
  const typed = {
    policyNumber: '1',
    deathBenefit: '1.234.567,5',
    faceAmount: '1.234.567.890.12',
    loanRate: 'five',
    issueAge: '4.5',
  };
  const { terms, problems } = parseValues(linesOfBusiness.policy, typed);
  expect(problems.map(({ field, message }) => [field, message])).toEqual([
    ['issueAge', 'Enter a whole number of up to three digits.'],
    ['faceAmount', expect.stringMatching(/^Check the thousands separators/)],
    ['loanRate', 'Enter a percentage in digits, for example 5.25.'],
  ]);
  expect(terms as Policy).toMatchObject({
    deathBenefit: '1.234.567,5',
    faceAmount: null,
    issueAge: null,
    isTobacco: null,
  });
});
