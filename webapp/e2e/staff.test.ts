import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, NOOR, openAs, uniqueName, VERA, waitForSignIn } from './support/journey';
import { waitForRows } from './support/list';

journey('staff opens a firm, impersonates one of its users and ends the impersonation', async () => {
  const page = await openAs(VERA, '/operations/firms', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  const open = page.getByRole('button', { name: 'Open Quarry Street Brokerage' });
  await open.waitFor();
  await audit.at('firms');
  await open.click();
  // The app reloads in that firm, on its home page.
  await page.getByText('Quarry Street Brokerage · all contracts').waitFor();
  await page.goto('/operations/firms');
  await page
    .getByRole('row', { name: /Quarry Street/ })
    .getByText('Open now')
    .waitFor();

  await page.goto('/settings/users');
  await page.getByRole('button', { name: `Act as ${NOOR}…` }).click();
  const dialog = page.getByRole('dialog', { name: `Act as ${NOOR}` });
  const start = dialog.getByRole('button', { name: `Act as ${NOOR}` });
  await start.click();
  await dialog.getByText('Enter a reason of 10 to 500 characters.').waitFor();
  await audit.at('the question why', dialog);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('She cannot find a policy of hers');
  await start.click();

  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  await banner.waitFor();
  await eventually(async () =>
    expect(await banner.innerText()).toContain(
      `${VERA} is signed in as ${NOOR} of Quarry Street Brokerage until`,
    ),
  );
  await page.getByRole('button', { name: `Account of ${NOOR}` }).waitFor();
  await page.goto('/settings');
  await waitForSignIn(page);
  // A read-only impersonation shows only read-only settings.
  const parts = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await page.waitForURL('**/settings/audit');
  await eventually(async () => expect(await parts.allInnerTexts()).toEqual(['Audit log']));
  await waitForRows(page);
  await audit.at('in another’s name');
  await banner.getByRole('button', { name: /^Stop acting as/ }).click();
  await page.getByRole('button', { name: `Account of ${VERA}` }).waitFor();
  expect(await banner.count()).toBe(0);
  const guest = page.getByRole('complementary', { name: 'Open firm' });
  await guest.getByRole('button', { name: 'Leave firm' }).click();
  await page.waitForURL('**/operations/firms');
  await open.waitFor();
  expect(await guest.count()).toBe(0);
  expect(audit.found).toEqual([]);
});

journey('staff looks up a carrier', async () => {
  const page = await openAs(VERA, '/operations/carriers', AXE_CONTEXT);
  await page.getByRole('row').nth(20).waitFor();
  const field = page.getByRole('searchbox');
  await field.fill('99003');
  await field.press('Enter');
  await page.waitForURL(/q=99003/);
  await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
  const audit = accessibilityAudit(page);
  await audit.at('carriers');
  expect(audit.found).toEqual([]);
});

journey('staff adds a template and a default text for all firms, and withdraws both', async () => {
  const page = await openAs(VERA, '/operations/templates', AXE_CONTEXT);
  const kind = page.getByRole('region', { name: 'Report summary by owner' });
  const name = uniqueName();
  await kind.getByRole('button', { name: /^Add template/ }).click();
  const panel = page.getByRole('dialog', { name: 'Add template' });
  await panel.getByRole('textbox', { name: /^Name/ }).fill(name);
  await panel.getByRole('button', { name: 'Add template' }).click();
  await panel.waitFor({ state: 'detached' });
  const own = kind.getByRole('listitem', { name, exact: true });
  await own.waitFor();
  await page.getByRole('row', { name: new RegExp(`Added the template ${name}$`) }).waitFor();

  const texts = page.getByRole('region', { name: 'Default texts' });
  await texts.getByRole('button', { name: 'Texts of Report summary by owner, all templates' }).click();
  await texts.getByRole('button', { name: 'Edit recommendation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit recommendation' });
  await dialog.getByRole('textbox', { name: 'Recommendation' }).fill(`Advice of ${name}.`);
  await dialog.getByRole('img').first().waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('edit a default text', dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await audit.at('standard templates', page.getByRole('main'));
  expect(audit.found).toEqual([]);

  const firm = await openAs(DANA, '/settings/templates', AXE_CONTEXT);
  const offered = firm.getByRole('region', { name: 'Report summary by owner' });
  await offered.getByRole('listitem', { name, exact: true }).getByText('Standard').waitFor();
  await firm.getByRole('button', { name: 'Texts of Report summary by owner, all templates' }).click();
  await firm.getByRole('button', { name: 'Edit recommendation' }).click();
  await firm.getByRole('textbox', { name: 'Recommendation' }).getByText(`Advice of ${name}.`).waitFor();

  await texts.getByRole('button', { name: 'Edit recommendation' }).click();
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await dialog
    .getByRole('button', { name: /^Revert/ })
    .last()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await own.getByRole('button', { name: `Retire: ${name}` }).click();
  await own.getByText('Retired').waitFor();
  await firm.reload();
  await offered.getByRole('listitem', { name: 'Report summary by owner' }).waitFor();
  expect(await offered.getByRole('listitem', { name, exact: true }).count()).toBe(0);
});
