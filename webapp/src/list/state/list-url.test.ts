import { listDefinition, type FilterItem } from 'firmbook-wasm';
import { formatListUrl, parseListUrl, type ListUrl } from './list-url';

const { columns } = listDefinition('agents');
const parse = (search: string) => parseListUrl(new URLSearchParams(search), columns);
const format = (url: ListUrl) => formatListUrl(url, new URLSearchParams());

test('round-trips the state of a list through the URL', () => {
  const filter: FilterItem[] = [
    { column: 'state', op: 'in', value: ['CA', 'NY'] },
    { column: 'deathBenefit', op: 'between', value: ['1000.50', '2000'] },
    { column: 'policyCount', op: 'gte', value: 5 },
    { column: 'agentIntegrationEnabled', op: 'eq', value: true },
    { column: 'email', op: 'isEmpty' },
    { column: 'dob', op: 'anniversaryWithinDays', value: 30 },
    {
      any: [
        { column: 'name', op: 'contains', value: 'a,b:c;d%e & f=g' },
        { column: 'npn', op: 'eq', value: '0012' },
      ],
    },
  ];
  const url: ListUrl = {
    search: 'whit & co',
    filter,
    sort: [
      { column: 'deathBenefit', direction: 'desc' },
      { column: 'name', direction: 'asc' },
    ],
    columns: ['name', 'state', 'deathBenefit'],
  };
  expect(parse(format(url))).toEqual(url);
});

test('formats readable URLs', () => {
  const url: ListUrl = {
    search: '',
    filter: [{ column: 'state', op: 'in', value: ['CA', 'NY'] }],
    sort: [{ column: 'name', direction: 'desc' }],
  };
  expect(format(url)).toBe('?f=state:in:CA,NY&s=-name');
});

test('ignores unknown columns and operators', () => {
  expect(parse('?f=nonsense:eq:1&f=state:gt:CA&f=&s=-nonsense,name&c=nonsense,name,name')).toEqual({
    search: '',
    filter: [],
    sort: [{ column: 'name', direction: 'asc' }],
    columns: ['name'],
  });
});

test('distinguishes an empty sort from a missing one', () => {
  expect(parse('?s=').sort).toEqual([]);
  expect(parse('').sort).toBeUndefined();
});

test('keeps the parameters of other parts of the page', () => {
  expect(formatListUrl({ search: 'x', filter: [] }, new URLSearchParams('q=old&panel=add'))).toBe(
    '?q=x&panel=add',
  );
});

test.each(['dob:between:2001..2002', 'dob:eq:soon', 'policyCount:gte:many', 'state:in', 'email:isEmpty:x'])(
  'ignores the broken filter %s',
  (text) =>
    expect(parse(`?f=${text}&f=state:in:CA`).filter).toEqual([{ column: 'state', op: 'in', value: ['CA'] }]),
);
