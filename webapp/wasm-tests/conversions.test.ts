import {
  amountProblem,
  checkGift,
  checkGuidelines,
  checkQuery,
  checkStatusChange,
  contractYears,
  parseColor,
  platformColor,
  reportTotals,
  validateBranding,
  validateContact,
} from 'firmbook-later';
import {
  ageOn,
  analyses,
  brandColors,
  choices,
  compareAmounts,
  displayName,
  formatDate,
  formatMoney,
  formatPhone,
  listDefinition,
  listFailures,
  matchesSearch,
  message,
  notificationLook,
  operatorArity,
  reportTypes,
  sameName,
  visibleMenu,
  type Permissions,
} from 'firmbook-wasm';

test('returns a list definition with columns, choices and operators', () => {
  const { list, columns, defaultSort } = listDefinition('agents');
  expect(list).toBe('agents');
  expect(defaultSort).toEqual({ column: 'name', direction: 'asc' });
  const state = columns.find((column) => column.key === 'state');
  expect(state).toMatchObject({ columnType: 'choice', canFilter: true, hasTotal: false });
  expect(state?.choices).toContainEqual({ code: 'CA', label: 'California' });
  expect(state?.operators).toContain('in');
});

test('names the unknown list in the error', () => {
  expect(() => listDefinition('nonsense' as 'agents')).toThrow(/nonsense/);
});

test('returns field problems as plain objects', () => {
  expect(checkQuery('agents', {}, '2026-11-21')).toEqual([]);
  const [finding] = checkQuery(
    'agents',
    { filter: [{ column: 'nonsense', op: 'eq', value: 1 }] },
    '2026-11-21',
  );
  expect(finding?.field).toMatch(/^filter\[0\]/);
});

test('treats null, undefined and missing fields of a person alike', () => {
  for (const email of [null, undefined]) {
    const person = { firstName: 'Dana', lastName: 'Whitfield', email };
    expect(validateContact(1, { person }, '2026-11-21', false)).toEqual([]);
  }
  expect(displayName({ firstName: 'Dana', lastName: 'Whitfield' })).toBe('Whitfield, Dana');
});

test('distinguishes warnings from errors', () => {
  const person = { firstName: 'Dana2', lastName: '' };
  const found = validateContact(3, { person }, '2026-11-21', false);
  expect(found.find((finding) => finding.field === 'person.firstName')?.warning).toBe(true);
  expect(found.find((finding) => finding.field === 'person.lastName')?.warning).toBeFalsy();
});

test('formats exact amounts of money, and null as a dash', () => {
  expect(formatMoney('1234567890123.99', 2)).toContain('1,234,567,890,123.99');
  expect(formatMoney(null, 0)).toBe('-');
  expect(() => formatMoney('a lot', 0)).toThrow(/expected an amount/);
  expect(compareAmounts('9007199254740993.01', '9007199254740993.02')).toBeLessThan(0);
  expect(() => compareAmounts('', '1')).toThrow(/decimal/);
  expect(amountProblem('1,234.50')).toBeUndefined();
  expect(amountProblem('five')).toContain('digits');
});

test('searches folded text', () => {
  expect(matchesSearch('Łódź report', 'REPORT lodz')).toBe(true);
  expect(matchesSearch('Łódź report', 'krakow')).toBe(false);
  expect(sameName(' Åse ', 'ase')).toBe(true);
});

test('returns contract years, totals of report types and pages of analytics as plain values', () => {
  expect(contractYears('2024-02-29', 2)).toEqual([
    { from: '2024-02-29', to: '2025-02-28' },
    { from: '2025-03-01', to: '2026-02-28' },
  ]);
  expect(reportTotals(3)).toContain('contractValue');
  expect(reportTotals(99)).toEqual([]);
  expect(analyses()[0]).toEqual({
    path: '/reports/analytics/agents',
    title: 'Agents',
    groupings: [{ name: 'agents', title: 'Agents', group: 'Agent', isChronological: false }],
  });
});

test('formats dates, ages, phone numbers and operators', () => {
  expect(formatDate('2026-01-05')).toBe('01/05/2026');
  expect(ageOn('2000-02-29', '2026-02-28')).toBe(25);
  expect(ageOn('2027-01-01', '2026-01-01')).toBeUndefined();
  expect(formatPhone('+14155550100x12')).toBe('(415) 555-0100 x12');
  expect(operatorArity('between')).toBe('two');
});

test('returns catalog messages, with the server message where the catalog uses it', () => {
  expect(listFailures('agents').load).toMatchObject({
    title: 'Failure',
    message: 'Could not load agents!',
  });
  expect(message('attachAgent', 'secret').message).toBe(
    'An error occurred while adding the agent to policy.',
  );
  expect(message('updateAgent', 'The NPN is taken.').message).toBe('The NPN is taken.');
});

test('returns menu and choices as arrays', () => {
  const none = { read: false, write: false };
  const names = ['home', 'contacts'] as const;
  const features = Object.fromEntries(names.map((name) => [name, none])) as Permissions['features'];
  expect(visibleMenu({ features, scope: 'All' })).toEqual([]);
  features.contacts = { read: true, write: false };
  const [people] = visibleMenu({ features, scope: 'All' });
  expect(people?.children[0]?.path).toBe('/people/agents');
  expect(choices('ownerType')[0]).toEqual({ code: '1', label: 'Individual' });
});

test('returns icon and severity of a notification type, and the number of an unknown one', () => {
  expect(notificationLook(29)).toEqual({ label: 'Lapse Pending', icon: 'alarm', severity: 'actNow' });
  expect(notificationLook(4711).label).toBe('Unknown (4711)');
});

test('derives brand colors for both themes and rejects an invalid color', () => {
  const { light, dark } = brandColors('#116A74');
  expect(light).toMatchObject({ brand: '#116a74', onBrand: '#ffffff' });
  expect(dark.brandText).toMatch(/^#[0-9a-f]{6}$/);
  expect(() => brandColors('teal')).toThrow(/#rrggbb/);
});

test('parses a typed color, and returns the color of the platform', () => {
  expect(parseColor(' #AABBCC ')).toBe('#aabbcc');
  expect(parseColor('teal')).toBeUndefined();
  expect(parseColor(platformColor())).toBe('#116a74');
});

test('validates branding field by field', () => {
  const branding = {
    host: 'localhost',
    version: 1,
    platformName: 'Harbor',
    supportUrl: null,
    contactPhoneNumber: null,
    primaryColor: null,
  };
  expect(validateBranding(branding)).toEqual([]);
  expect(validateBranding({ ...branding, supportUrl: 'javascript:alert(1)' })).toMatchObject([
    { field: 'supportUrl', code: 'invalid_url' },
  ]);
});

test('checks the small forms of a contract by the rules of the server', () => {
  const today = '2026-11-21';
  const fields = (found: { field: string; code: string }[]) => found.map(({ field, code }) => [field, code]);
  const gift = {
    trustUuid: '00000000-0000-4000-8000-000000000001',
    amount: '$5,000',
    giftDate: '2026-12-01',
    letterDate: '2026-11-30',
    premiumDue: '2027-01-15',
  };
  expect(fields(checkGift({ ...gift, version: null }, today))).toEqual([['letterDate', 'order']]);
  const range = { parameter: 'comdex', minimum: '90', maximum: '80' };
  expect(fields(checkGuidelines({ guidelines: [range] }))).toEqual([['guidelines[0].maximum', 'order']]);
  const change = { version: 1, status: 'Lapsed', statusDate: '2026-11-22' };
  const status = (issued: string | null) =>
    fields(checkStatusChange(false, 'InForce', issued, change, today));
  expect(status(null)).toEqual([['statusDate', 'in_future']]);
  // The status of a contract that is issued later begins on that day.
  expect(status('2026-11-23')).toEqual([['statusDate', 'before_issue']]);
});

test('returns the report types with their lists and pages', () => {
  expect(reportTypes()[0]).toEqual({
    number: 1,
    list: 'policies',
    feature: 'policyReports',
    page: '/reports/policies',
    listPage: '/business/policies',
  });
});
