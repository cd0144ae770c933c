import { alertsOf } from './alerts-of';
import { trust } from './testing';

const blocked = { canSendLetters: false, noLettersBecause: 'The type is not recorded.' };

test('explains why letters are impossible only if a gift is open', () => {
  expect(alertsOf(trust(blocked))).toEqual([{ text: 'The type is not recorded.', isUrgent: true }]);
  expect(alertsOf(trust({ ...blocked, nextGiftDate: null }))).toHaveLength(1);
  expect(alertsOf(trust({ ...blocked, nextGiftDate: null, nextLetterDate: null }))).toEqual([]);
});

test('does not repeat the name of the trust', () => {
  const warnings = ['2026 gifts to Lee Family Trust total $60,000.00.'];
  expect(alertsOf(trust({ warnings }))[0]?.text).toBe('2026 gifts to the trust total $60,000.00.');
});

test('lists warnings after the urgent alert', () => {
  const warnings = ['Ada Lee is both a beneficiary and a trustee.'];
  expect(alertsOf(trust({ ...blocked, warnings })).map(({ isUrgent }) => isUrgent)).toEqual([true, false]);
  expect(alertsOf(trust({ warnings }))).toEqual([{ text: warnings[0], isUrgent: false }]);
});
