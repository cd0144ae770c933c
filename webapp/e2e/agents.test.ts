import { callApi } from './support/api';
import { DANA, INES, eventually, journey, openAs } from './support/journey';
import { cells, header, heading, parseNumber, search, total, waitForRows } from './support/list';

journey('search is debounced, and the latest text wins', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  const searches: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/FirmAgent/search'))
      searches.push((request.postDataJSON() as { searchText: unknown }).searchText);
  });

  await page.keyboard.press('/');
  const request = page.waitForRequest('**/FirmAgent/search');
  await page.keyboard.type('son');
  await request;
  await waitForRows(page);
  expect(new URL(page.url()).searchParams.get('q')).toBe('son');
  expect(searches).toEqual(['son']);

  // Search again while the first search is pending.
  const last = page.waitForRequest(
    (next) => next.url().endsWith('/FirmAgent/search') && Boolean(next.postData()?.includes('"mar"')),
  );
  await search(page, 'an');
  await search(page, 'mar');
  await last;
  await waitForRows(page);
  const { totalRecords } = await callApi<{ totalRecords: number }>(page, 'POST', 'FirmAgent/search', {
    searchText: 'mar',
    selectColumns: ['name'],
    limit: { offset: 0, rowCount: 1 },
  });
  await eventually(async () => expect(await total(page)).toBe(totalRecords));
});

journey('filter, sort and columns are in the URL, and columns are stored on the server', async () => {
  const page = await openAs(INES, '/people/agents?s=name');
  await waitForRows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('button', { name: 'Restore defaults' }).click();
  await page.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  const all = await total(page);

  // A filter becomes a chip.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('state');
  await page.getByRole('button', { name: 'State', exact: true }).click();
  const builder = page.getByRole('form', { name: 'New filter' });
  await builder.getByRole('checkbox', { name: 'California' }).check();
  await builder.getByRole('checkbox', { name: 'Texas' }).check();
  await builder.getByRole('button', { name: 'Apply' }).click();
  const chip = page.getByRole('button', { name: 'State is any of California, Texas', exact: true });
  await chip.waitFor();
  await waitForRows(page);
  const narrowed = await total(page);
  expect(narrowed).toBeLessThan(all);

  // Sort by amount in descending order, then by name.
  await header(page, 'Death Benefit').click();
  await page.waitForURL(/s=deathBenefit/);
  await header(page, 'Death Benefit').click();
  await page.waitForURL(/s=-deathBenefit/);
  await header(page, 'Name').click({ modifiers: ['Shift'] });
  await page.waitForURL(/s=-deathBenefit,name/);
  await waitForRows(page);
  const amounts = (await cells(page, 'Death Benefit')).map(parseNumber);
  expect(amounts.length).toBeGreaterThan(5);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));

  // Hide, rename and move a column.
  await page.getByRole('button', { name: 'Columns' }).click();
  await chooser.getByRole('checkbox', { name: 'Email', exact: true }).click();
  await header(page, 'Email').waitFor({ state: 'detached' });
  await chooser.getByRole('button', { name: 'Rename NPN' }).click();
  const field = chooser.getByRole('textbox', { name: 'New name of NPN' });
  await field.fill('Licence');
  await field.press('Enter');
  await chooser.getByRole('button', { name: /^Move State/ }).focus();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/TableState/agents'),
  );
  await page.keyboard.press('ArrowUp');
  await saved;
  await page.keyboard.press('Escape');
  const arranged = await page.getByRole('columnheader').allInnerTexts();
  expect(arranged).toContain('Licence');
  expect(arranged).not.toContain('Email');

  await page.reload();
  await waitForRows(page);
  await chip.waitFor();
  await eventually(async () => expect(await total(page)).toBe(narrowed));
  await eventually(async () =>
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(arranged),
  );
  expect((await cells(page, 'Death Benefit')).map(parseNumber)).toEqual(amounts);

  // Without matches, one button clears search and filters.
  await search(page, 'no such agent anywhere');
  await page.getByRole('heading', { name: 'No agents found' }).waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await waitForRows(page);
  await eventually(async () => expect(await chip.count()).toBe(0));
  await eventually(async () => expect(await total(page)).toBeGreaterThan(narrowed));

  const elsewhere = await openAs(INES, '/people/agents');
  await waitForRows(elsewhere);
  await eventually(async () =>
    expect(await elsewhere.getByRole('columnheader').allInnerTexts()).toEqual(arranged),
  );
  await eventually(async () => expect(await heading(elsewhere).innerText()).toContain('Agents'));
});
