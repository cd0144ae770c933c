import { rowsOf, signedIn } from './support/browser';

test('an agent is added, found, deleted and brought back', async () => {
  const name = `Zz${Date.now().toString(36)}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const page = await signedIn('/people/agents');
  await rowsOf(page);
  await page.getByRole('button', { name: 'Add agent' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill('ada@');
  await page.getByLabel('Last name').fill(name);
  await page
    .getByText(/e-?mail/i)
    .first()
    .waitFor();
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add agent' }).click();
  await page.getByText(`${name}, Ada added`).waitFor();

  await page.getByRole('searchbox').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `${name}, Ada` }).waitFor();
  await page.locator('[data-row="0"] > [data-column="0"]').click();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 agent deleted').waitFor();
  await page.getByText('No agents found').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: `${name}, Ada` }).waitFor();
});

test('leaving with something typed asks first', async () => {
  const page = await signedIn('/people/insureds?panel=add');
  await page.getByLabel('First name').fill('Ada');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(/insureds$/);
});
