import { listDefinition } from 'firmbook-wasm';
import { columnsToSave, defaultKeys, shownColumns, withAllColumns, withQueryColumns } from './columns';

const agents = listDefinition('agents');

describe('table columns', () => {
  it('come from the URL, else the saved table, else the defaults', () => {
    const saved = { columns: [{ key: 'email', width: null, label: 'Mail' }], sort: [] };
    const keys = (shown: { key: string }[]) => shown.map(({ key }) => key);
    expect(keys(shownColumns(agents, ['npn', 'salary'], saved))).toEqual(['npn']);
    expect(keys(shownColumns(agents, undefined, saved))).toEqual(['email']);
    expect(keys(shownColumns(agents, undefined, null))).toEqual(defaultKeys(agents));
    expect(shownColumns(agents, undefined, saved)[0]?.label).toBe('Mail');
  });

  it('stay pinned', () => {
    const saved = { columns: [{ key: 'npn', isPinned: true }], sort: [] };
    const shown = shownColumns(agents, undefined, saved);
    expect(shown[0]?.isPinned).toBe(true);
    expect(columnsToSave(shown, shown)).toEqual([{ key: 'npn', width: null, label: null, isPinned: true }]);
  });

  it('keep their label and width while hidden', () => {
    const before = shownColumns(agents, ['npn', 'email'], {
      columns: [{ key: 'email', width: 300, label: 'Mail' }],
      sort: [],
    });
    const hidden = columnsToSave(
      before.filter(({ key }) => key === 'npn'),
      withAllColumns(agents, before, null),
    );
    expect(hidden).toEqual([
      { key: 'npn', width: null, label: null },
      { key: 'email', width: 300, label: 'Mail', isHidden: true },
    ]);
    const saved = { columns: hidden, sort: [] };
    expect(shownColumns(agents, undefined, saved).map(({ key }) => key)).toEqual(['npn']);
    const back = shownColumns(agents, ['npn', 'email'], saved)[1];
    expect(back).toMatchObject({ label: 'Mail', width: 300 });
  });

  it('fall back to the defaults if all are hidden', () => {
    const saved = { columns: [{ key: 'email', width: null, label: 'Mail', isHidden: true }], sort: [] };
    expect(shownColumns(agents, undefined, saved).map(({ key }) => key)).toEqual(defaultKeys(agents));
  });

  it('include those that the list is sorted or filtered by, after the pinned ones', () => {
    const saved = { columns: [{ key: 'name' }, { key: 'npn', isPinned: true }, { key: 'email' }], sort: [] };
    const shown = shownColumns(agents, undefined, saved);
    const columns = withQueryColumns(
      shown,
      withAllColumns(agents, shown, saved),
      [{ column: 'email', direction: 'asc' }],
      [
        {
          any: [
            { column: 'state', op: 'in', value: ['CA'] },
            { column: 'npn', op: 'isEmpty' },
          ],
        },
      ],
    );
    expect(columns.map(({ key, isTemporary = false }) => [key, isTemporary])).toEqual([
      ['name', false],
      ['npn', false],
      ['state', true],
      ['email', false],
    ]);
  });
});
