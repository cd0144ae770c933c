import { INES, eventually, journey, openAs } from './support/journey';
import { header, search, settled, total } from './support/list';

journey('a saved view restores its query and columns on any device', async () => {
  const page = await openAs(INES, '/people/owners?q=son&s=-deathBenefit&c=name,deathBenefit,state');
  await settled(page);
  const found = await total(page);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByLabel('Save the current view as').fill('Large estates');
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/TableState/owners'),
  );
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Large estates', exact: true }).waitFor();
  expect((await saved).status()).toBe(204);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views: Large estates' }).waitFor();

  // Another query and other columns leave the view without changing it.
  await search(page, 'an');
  await page.getByRole('button', { name: 'Saved views', exact: true }).waitFor();

  const elsewhere = await openAs(INES, '/people/owners?q=');
  await settled(elsewhere);
  await elsewhere.getByRole('button', { name: 'Saved views' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).click();
  await elsewhere.waitForURL(/q=son&s=-deathBenefit&c=name,deathBenefit,state/);
  await settled(elsewhere);
  await eventually(async () => expect(await total(elsewhere)).toBe(found));
  await header(elsewhere, 'Death Benefit').waitFor();

  // Remove the view and undo.
  await elsewhere.getByRole('button', { name: 'Saved views: Large estates' }).click();
  await elsewhere.getByRole('button', { name: 'Remove Large estates' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).waitFor({ state: 'detached' });
  await elsewhere.getByRole('button', { name: 'Undo' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).waitFor();
});
