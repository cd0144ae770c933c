import { lookingAt, STILL } from './support/barriers';
import { DANA, journey, openAs } from './support/journey';
import { heading, settled } from './support/list';

journey('a premium gift is found from the menu and opened on its policy', async () => {
  const page = await openAs(DANA, '/', STILL);
  await page.getByRole('button', { name: 'Business', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Premium Gifts' }).click();
  await heading(page).filter({ hasText: 'Premium gifts' }).waitFor();
  await settled(page);
  const looked = lookingAt(page);
  await looked.at('premium gifts');
  expect(looked.found).toEqual([]);

  const gift = page.getByRole('grid').getByRole('link').first();
  const day = await gift.innerText();
  expect(day).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await gift.click();
  await page.waitForURL(/\/business\/policies\/.*tab=gifts/);
  const panel = page.getByRole('dialog', { name: 'Edit gift' });
  const [month, dayOfMonth, year] = day.split('/');
  expect(await panel.locator('input[type="date"]').first().inputValue()).toBe(
    `${year}-${month}-${dayOfMonth}`,
  );
});
