import { DANA, eventually, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { heading, link, parseNumber, search, total, waitForRows } from './support/list';

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/;

journey('a form keeps what was typed while offline and saves when the connection is back', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name&panel=add');
  const panel = page.getByRole('dialog');
  const name = uniqueName();
  await panel.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await panel.getByRole('textbox', { name: 'Last name' }).fill(name);
  expectConsoleError(OFFLINE);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  const save = panel.getByRole('button', { name: 'Add insured' });
  await save.click();
  await page.getByText('Add Failed.').waitFor();
  await eventually(async () =>
    expect(await panel.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe(name),
  );
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await save.click();
  await page.getByText(`${name}, Ada added`).waitFor();
  await search(page, name);
  await link(page, `${name}, Ada`).waitFor();
});

journey(
  'rows stay while offline, and a page opened meanwhile loads when the connection is back',
  async () => {
    const page = await openAs(DANA, '/people/agents?s=name');
    await waitForRows(page);
    const before = await total(page);
    expectConsoleError(OFFLINE);
    await page.context().setOffline(true);
    await heading(page).getByText(/as of/).waitFor();
    await page.getByRole('link', { name: 'Support' }).click();
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
    expect(parseNumber((await heading(page).getByRole('status').innerText()).split('·')[0] ?? '')).toBe(
      before,
    );
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Support' }).waitFor();
    expect(await page.getByText('Error Code: 500').count()).toBe(0);
  },
);
