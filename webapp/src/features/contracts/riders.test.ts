import { ridersOf, riderValues } from './form/rider-values';
import { describeRiders } from './riders';

const riders = [
  { type: 'ChildTerm', amount: '10000.00', annualCost: '60.00', until: '2040-05-06' },
  { type: 'GLWB', benefitBase: '250000.00', rollUpRate: '5', withdrawalPercent: '4.5', activated: false },
  { type: 'WaiverOfPremium' },
];

test('describes amount, cost and end of each rider', () => {
  expect(describeRiders(riders)).toBe(
    'Child Term: $10,000.00 · $60.00 a year · until 05/06/2040; ' +
      'Guaranteed Lifetime Withdrawal: base $250,000.00 · roll-up 5% · withdrawal 4.5% · not activated; ' +
      'Waiver of Premium: Included',
  );
});

test('keeps all values of a rider in the form', () => {
  const [child, guarantee, waiver] = ridersOf(riderValues(riders));
  expect(child).toMatchObject({ amount: '$10,000.00', annualCost: '$60.00', until: '2040-05-06' });
  expect(guarantee).toMatchObject({ benefitBase: '$250,000.00', rollUpRate: '5', activated: false });
  expect(waiver).toMatchObject({ amount: null, annualCost: null, until: null, activated: null });
});
