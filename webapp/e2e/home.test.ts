import { lookingAt, STILL } from './support/barriers';
import { DANA, eventually, journey, openAs } from './support/journey';
import { numberOf, settled, total } from './support/list';

journey('home lists what needs attention, and each count matches its list', async () => {
  const page = await openAs(DANA, '/', STILL);
  const home = page.getByRole('region', { name: 'Home' });
  await home.getByRole('heading', { level: 1, name: 'Needs your attention today' }).waitFor();
  const card = home.getByRole('region', { name: 'Premiums due in 30 days' });
  const all = card.getByRole('link', { name: /Premiums due in 30 days: all/ });
  const count = numberOf(await all.innerText());
  expect(count).toBeGreaterThan(0);
  const looked = lookingAt(page);
  await looked.at('home', page.getByRole('main'));
  await page.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('checkbox', { name: 'Premiums due in 30 days' }).waitFor();
  await looked.at('customize', page.getByRole('dialog', { name: 'Customize home' }));
  await page.keyboard.press('Escape');
  expect(looked.found).toEqual([]);

  const number = await card.getByRole('row').nth(1).getByRole('link').innerText();
  await all.click();
  await page.waitForURL(/nextPremiumDate:inNextDays:30/);
  await settled(page);
  await eventually(async () => expect(await total(page)).toBe(count));
  await page.goBack();
  await card.getByRole('link', { name: number, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
});
