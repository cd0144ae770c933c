import { alertsOf } from './alerts-of';
import { trust } from './testing';

const blocked = { canSendLetters: false, noLettersBecause: 'The type is not recorded.' };

test('explains why letters are impossible only if a gift is open', () => {
  expect(alertsOf(trust(blocked))).toEqual([{ text: 'The type is not recorded.', isUrgent: true }]);
  expect(alertsOf(trust({ ...blocked, nextGiftDate: null }))).toHaveLength(1);
  expect(alertsOf(trust({ ...blocked, nextGiftDate: null, nextLetterDate: null }))).toEqual([]);
});

test('lists warnings after the urgent alert', () => {
  const warnings = ['Ada Lee is both a beneficiary and a trustee.'];
  expect(alertsOf(trust({ ...blocked, warnings })).map(({ isUrgent }) => isUrgent)).toEqual([true, false]);
  expect(alertsOf(trust({ warnings }))).toEqual([{ text: warnings[0], isUrgent: false }]);
});
