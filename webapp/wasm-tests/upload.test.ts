import { applyWizardEvent, canSubmit, newWizard } from 'firmbook-later';
import { countRows, fileFormat, headBytes, suggestMapping, textHead } from 'firmbook-reading';

const bytes = (text: string) => new TextEncoder().encode(text);
const FILE = bytes('Agents\n\nAgent Name;E-Mail;Tier\n"Lee, Ada";ada@example.com;Gold\n"Lee, Bo";;\n');

test('parses a text file, suggests a mapping and counts the rows', () => {
  expect(fileFormat(FILE, FILE.length, 'agents.csv')).toBe('text');
  expect(headBytes()).toBeGreaterThan(64 * 1024);
  const head = textHead(FILE, true, 'agents.csv', []);
  expect(head.reading).toMatchObject({
    format: 'text',
    delimiter: ';',
    quote: '"',
    sheet: null,
    headerRow: 2,
    columns: ['Agent Name', 'E-Mail', 'Tier'],
  });
  const { columns } = suggestMapping(1, head);
  expect(columns.map(({ target }) => target ?? null)).toEqual(['fullName', 'email', null]);
  expect(columns[0]).toMatchObject({ sample: ['Lee, Ada', 'Lee, Bo'], transform: 'splitName' });
  expect(countRows(FILE, 'agents.csv', [])).toBe(2);
});

test('chosen options replace the detected ones', () => {
  const head = textHead(FILE, true, 'agents.csv', [
    { kind: 'delimiter', value: null },
    { kind: 'headerRow', value: null },
  ]);
  expect(head.reading).toMatchObject({ delimiter: null, headerRow: null });
});

test('a rejected file has a code and a message', () => {
  const refusal = (read: () => unknown) => {
    try {
      return read();
    } catch (reason) {
      return { code: (reason as { code: string }).code, message: (reason as Error).message };
    }
  };
  const page = bytes('<html></html>');
  expect(refusal(() => fileFormat(page, page.length, 'agents.xls'))).toMatchObject({
    code: 'html_posing_as_workbook',
    message: expect.stringMatching(/^This is a web page/),
  });
  expect(refusal(() => fileFormat(FILE, 26 * 1024 * 1024, 'a.csv'))).toMatchObject({ code: 'too_large' });
  const open = bytes('a,b\n"1,2\n');
  const quote = [{ kind: 'quote', value: '"' } as const];
  expect(refusal(() => countRows(open, 'a.csv', quote))).toMatchObject({ code: 'unclosed_quote' });
});

test('keeps mapping changes made while the file uploads', () => {
  const suggested = suggestMapping(1, textHead(FILE, true, 'agents.csv', []));
  const read = applyWizardEvent(newWizard(), { type: 'read', mapping: suggested });
  expect(read).toMatchObject({ step: 1, storageGuid: null, previewed: null });
  const [name, mail, tier] = suggested.columns;
  if (!name || !mail || !tier) throw new Error('three columns');
  const chosen = { ...suggested, columns: [name, { ...mail, target: 'notes' }, tier] };
  const changed = applyWizardEvent(read, { type: 'mappingChanged', mapping: chosen });
  const known = { ...suggested, columns: [name, mail, { ...tier, target: 'custom:Tier' }] };
  const storageGuid = '00000000-0000-0000-0000-000000000007';
  const there = applyWizardEvent(changed, { type: 'uploaded', storageGuid, mapping: known });
  expect(there).toMatchObject({ step: 1, storageGuid, suggested: null });
  expect(there.mapping?.columns.map(({ target }) => target)).toEqual(['fullName', 'notes', 'custom:Tier']);
});

test('submits a file of existing contacts only into a cohort', () => {
  const mapping = suggestMapping(1, textHead(FILE, true, 'agents.csv', []));
  const counts = {
    new: 0,
    update: 0,
    unchanged: 0,
    duplicateInFile: 0,
    duplicateInFirm: 2,
    review: 0,
    error: 0,
    skipped: 0,
    total: 2,
    warning: 0,
  };
  const preview = {
    mapping,
    limit: { offset: 0, rowCount: 10 },
    rows: [],
    counts,
    groups: [],
    questions: [],
    reviews: [],
  };
  expect(canSubmit(preview, false)).toBe(false);
  expect(canSubmit(preview, true)).toBe(true);
});
