import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { cells, exportAs, header as columnHeader, heading, waitForRows } from './support/list';

/** A messy spreadsheet export: semicolons, combined names, lost leading zeros, ambiguous dates. */
const messyFile = (name: string) =>
  [
    'Agents of the east',
    '',
    'Agent Name;NPN;E-Mail;Phone;State;ZIP;Birth Date;Since;Remarks',
    `"${name}, Ada";${npn(1)};ada.${name}@example.com;(617) 555-0101;Massachusetts;2139;04/05/1970;3/1/2020;"said ""yes"""`,
    `"${name}, Bo Jr";${npn(2)};bo.${name}@example.com;617-555-0102;MA;02139;11/12/1968;12/31/2019;`,
    `"${name}, Cy";${npn(3)};cy.${name}@example.com;call the office;MA;02139;01/02/1980;6/30/2021;`,
    `"${name}, Di";${npn(4)};nobody;617-555-0104;MA;02139;03/04/1981;7/31/2021;`,
    `"${name}, Ada";${npn(1)};ada.${name}@example.com;617-555-0101;MA;02139;04/05/1970;3/1/2020;again`,
    ';;;;;;;;',
  ].join('\r\n');

const base = 2_000_000_000 + Math.floor(Math.random() * 900_000_000);
const npn = (index: number) => String(base + index);

async function choose(page: Page, text: string, name = 'agents of the east.csv'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'utf8'),
  });
}

const counter = (page: Page, label: string) =>
  page.locator('dl[aria-label="Totals for the whole file"] > div', {
    has: page.getByText(label, { exact: true }),
  });
const count = (page: Page, label: string) => counter(page, label).locator('dd').innerText();

const mappingSelect = (page: Page, header: string) =>
  page.getByRole('combobox', { name: `${header} becomes` }).inputValue();

/** Waits until the totals for the whole file are recomputed. */
const waitForTotals = (page: Page) =>
  page.locator('dl[aria-label="Totals for the whole file"][aria-busy=false]').waitFor();

journey('a messy file is parsed, mapped, repaired, imported and undone', async () => {
  const name = uniqueName();
  const page = await openAs(DANA, '/people/agents', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await page.getByRole('link', { name: 'Import agents' }).click();
  await heading(page).filter({ hasText: 'Import agents' }).waitFor();
  await audit.at('choose a file');
  await choose(page, messyFile(name));

  await page.waitForURL(/\/people\/uploads\/[-0-9a-f]{36}\?step=1$/);
  const columns = page.getByRole('region', { name: 'Columns of the file' });
  await columns.waitFor();
  await audit.at('map');
  expect(await mappingSelect(page, 'Agent Name')).toBe('fullName');
  expect(await mappingSelect(page, 'ZIP')).toBe('postalCode');
  expect(await mappingSelect(page, 'Birth Date')).toBe('dob');
  await page.getByRole('combobox', { name: 'Since becomes' }).selectOption('custom:Since');
  await page.getByRole('combobox', { name: 'Since is read as' }).selectOption('date');
  await page.getByRole('button', { name: 'Preview' }).click();

  await page.waitForURL(/step=2$/);
  await waitForTotals(page);
  // All birth dates are ambiguous and rejected until the user chooses the order of day and month.
  const questions = page.getByRole('region', { name: 'Questions' });
  await questions.getByRole('radiogroup', { name: /Birth Date/ }).waitFor();
  expect(await count(page, 'Error')).toBe('5');
  expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  await audit.at('preview');
  const dayFirst = questions
    .getByRole('radiogroup', { name: /Birth Date/ })
    .getByRole('radio', { name: /^day\/month\/year/ });
  // The answer and its effect on the rows appear together.
  await dayFirst.click();
  await eventually(async () => expect(await count(page, 'Error')).toBe('2'));
  expect(await dayFirst.isChecked()).toBe(true);
  expect(await count(page, 'New')).toBe('2');
  expect(await count(page, 'Duplicate in the file')).toBe('1');

  // A reload continues at the same step.
  await page.reload();
  await waitForTotals(page);
  const faults = page.getByRole('region', { name: 'Errors and warnings' });
  await faults.getByRole('button', { name: /^Move to notes: Phone/ }).click();
  await eventually(async () => expect(await count(page, 'Error')).toBe('1'));
  await faults.getByRole('button', { name: /^Skip these rows: Email/ }).click();
  await eventually(async () => expect(await count(page, 'Skipped')).toBe('1'));
  expect(await counter(page, 'Error').count()).toBe(0);
  expect(await count(page, 'New')).toBe('3');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  expect((await download).suggestedFilename()).toBe('rejected.csv');

  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).waitFor();
  expect(await count(page, 'New')).toBe('3');
  await audit.at('result');
  const found = () =>
    callApi<{ totalRecords: number }>(page, 'POST', 'FirmAgent/search', { searchText: name.toLowerCase() });
  expect((await found()).totalRecords).toBe(3);

  // Importing the exported rows again changes nothing.
  const imported = page.url();
  await page.goto(`/people/agents?q=${name}&c=name,npn,email,state,policyCount,age`);
  await waitForRows(page);
  const [exported] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')]);
  const rows = await readFile(await exported.path(), 'utf8');
  await page.goto('/people/uploads/new/agent');
  await choose(page, rows, exported.suggestedFilename());
  await page.waitForURL(/\/people\/uploads\/[-0-9a-f]{36}\?step=1$/);
  await columns.getByText('Computed automatically').nth(1).waitFor();
  await page.getByRole('combobox', { name: 'What to do' }).selectOption('update');
  await page.getByRole('button', { name: 'Preview' }).click();
  await waitForTotals(page);
  expect(await count(page, 'Unchanged')).toBe('3');
  expect(await count(page, 'Rows')).toBe('3');
  expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
  await page.goto(imported);

  await page.getByRole('link', { name: 'All uploads' }).click();
  await heading(page).filter({ hasText: 'Uploads' }).waitFor();
  await audit.at('uploads');
  await page.getByRole('link', { name: 'agents of the east.csv' }).first().click();
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click();
  await page.getByRole('dialog').getByText('3 records added by the import').waitFor();
  await audit.at('undo dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('All changes were reverted.').waitFor();
  expect((await found()).totalRecords).toBe(0);
  await audit.at('taken back');
  expect(audit.found).toEqual([]);

  // The column from the file is now a custom field in the agent form.
  const { uuid } = await callApi<{ uuid: string }>(page, 'POST', 'FirmAgent/1', {
    person: { firstName: 'Ada', lastName: name },
  });
  const since = page.getByRole('dialog').getByRole('textbox', { name: 'Since', exact: true });
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await page.goto(`/people/agents/${uuid}?panel=edit`);
  await since.fill('123-45-6789');
  await save.click();
  await since.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
  await audit.at('edit with a field of the firm');
  await since.fill('2020-03-01');
  await save.click();
  await page.getByText(`${name}, Ada saved`).waitFor();
  const otherFields = page.locator('section', { has: page.getByRole('heading', { name: 'Further fields' }) });
  await otherFields.getByText('2020-03-01').waitFor();
  await page.reload();
  await otherFields.getByText('2020-03-01').waitFor();

  // The custom field is also a column and a filter of the list.
  await page.goto(`/people/agents?q=${name}`);
  await waitForRows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('checkbox', { name: 'Since', exact: true }).check();
  await page.keyboard.press('Escape');
  await columnHeader(page, 'Since').waitFor();
  expect(await cells(page, 'Since')).toEqual(['2020-03-01']);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('since');
  await page.getByRole('button', { name: 'Since', exact: true }).click();
  const filter = page.getByRole('form', { name: 'New filter' });
  await filter.getByRole('textbox', { name: 'Value' }).fill('2020');
  await filter.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Since contains 2020', exact: true }).waitFor();
  await page.reload();
  await columnHeader(page, 'Since').waitFor();
  await eventually(async () => expect(await cells(page, 'Since')).toEqual(['2020-03-01']));
  await audit.at('list with a field of the firm');
  await page.getByRole('button', { name: 'Columns' }).click();
  await chooser.getByRole('button', { name: 'Restore defaults' }).click();
  await chooser.getByText('Shown while the list is sorted or filtered by it').waitFor();

  await page.goto(`/people/agents/${uuid}?panel=edit`);
  await since.fill('');
  await save.click();
  await otherFields.waitFor({ state: 'detached' });
  await page.getByText(`${name}, Ada saved`).waitFor();
  await callApi(page, 'DELETE', `FirmAgent/1/agent/${uuid}`);
  expect(audit.found).toEqual([]);

  // The firm's earlier mapping is suggested, without replacing choices made before the response.
  await page.goto('/people/uploads/new/agent');
  let finish: (() => Promise<void>) | undefined;
  await page.route('**/api/Cohort/bulk/map/**', (route) => {
    finish = () => route.continue();
  });
  await choose(page, messyFile(name));
  await columns.waitFor();
  expect(await mappingSelect(page, 'Since')).toBe('');
  await page.getByRole('combobox', { name: 'Remarks becomes' }).selectOption('externalId');
  await eventually(async () => expect(finish).toBeDefined());
  await finish?.();
  await page.waitForURL(/\/people\/uploads\/[-0-9a-f]{36}\?step=1$/);
  expect(await mappingSelect(page, 'Since')).toBe('custom:Since');
  expect(await mappingSelect(page, 'Remarks')).toBe('externalId');
});

journey('columns can be mapped while the file uploads', async () => {
  const name = uniqueName();
  const text = [
    `Agent Name,NPN,Mail ${name},Tier ${name}`,
    `"${name}, Ada",${npn(11)},ada.${name}@example.com,Gold`,
  ].join('\n');
  const becomesSelect = (header: string) => page.getByRole('combobox', { name: `${header} becomes` });
  const preview = () => page.getByRole('button', { name: 'Preview', exact: true });
  const stored = /\/people\/uploads\/[-0-9a-f]{36}\?step=1$/;
  // Hold the responses to the file upload.
  const sent: { finish: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const page = await openAs(DANA, '/people/uploads/new/agent');
  await page.route('**/api/Cohort/bulk/map/**', (route) => {
    sent.push({ finish: () => route.continue(), fail: () => route.abort() });
  });
  expectConsoleError(/ERR_FAILED/);
  const isSent = (times: number) => eventually(async () => expect(sent.length).toBe(times));

  // The first rows are parsed locally, before any response.
  await choose(page, text);
  await becomesSelect('NPN').waitFor();
  expect(new URL(page.url()).pathname).toBe('/people/uploads/new/agent');
  expect(await mappingSelect(page, 'Agent Name')).toBe('fullName');
  expect(await mappingSelect(page, `Tier ${name}`)).toBe('');
  expect(await preview().isDisabled()).toBe(true);
  await page.getByText('1 row, 4 columns').waitFor();

  // The upload fails and is retried.
  await becomesSelect(`Mail ${name}`).selectOption('email');
  await becomesSelect(`Tier ${name}`).selectOption(`custom:Tier ${name}`);
  await isSent(1);
  await sent[0]?.fail();
  await page.getByRole('button', { name: 'Retry' }).click();
  await isSent(2);
  await becomesSelect('NPN').focus();
  await sent[1]?.finish();
  await page.waitForURL(stored);
  expect(await mappingSelect(page, `Tier ${name}`)).toBe(`custom:Tier ${name}`);
  // The focus stays in place.
  expect(await becomesSelect('NPN').evaluate((element) => element === document.activeElement)).toBe(true);
  await preview().click();
  await waitForTotals(page);
  expect(await count(page, 'New')).toBe('1');

  // A file that is not a spreadsheet is rejected at once, with the server's message.
  await page.goto('/people/uploads/new/agent');
  await choose(page, '<html><table></table></html>', 'agents.xls');
  await page
    .getByRole('alert')
    .filter({ hasText: 'This is a web page with the file extension of a spreadsheet.' })
    .waitFor();
});
