import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, INES, journey, openAs, uniqueName } from './support/journey';
import { heading, toast } from './support/list';
import { dayFromNow } from './support/days';

const PDF = Buffer.from('%PDF-1.7 signed authorization');

/** Adds an insured that no other journey uses. */
async function addInsured(page: Page) {
  const lastName = uniqueName();
  const { uuid } = await callApi<{ uuid: string }>(page, 'POST', 'FirmInsured/1', {
    person: { firstName: 'Ada', lastName, dob: '1960-05-01' },
  });
  return { uuid, name: `Ada ${lastName}` };
}

/** Selects a reason and opens an insured's medical data. */
async function show(page: Page, uuid: string, reason: string) {
  await page.goto(`/people/insureds/${uuid}?tab=medical`);
  await page.getByRole('combobox', { name: /^Why/ }).selectOption({ label: reason });
  await page.getByRole('button', { name: 'Show medical requests' }).click();
}

journey('a medical request goes from the authorization to the received records', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { uuid, name } = await addInsured(page);
  await page.goto(`/people/insureds/${uuid}?tab=medical`);
  await heading(page).filter({ hasText: name }).waitFor();
  const audit = accessibilityAudit(page);
  await page.getByRole('combobox', { name: /^Why/ }).waitFor();
  await audit.at('reason for medical data');
  await page.setViewportSize({ width: 1440, height: 900 });
  await show(page, uuid, 'Underwriting');
  await page.getByText(/^No medical requests yet/).waitFor();

  await page.getByRole('button', { name: 'Add request' }).click();
  const form = page.getByRole('dialog', { name: 'Add medical request' });
  const fill = (label: RegExp, value: string) => form.getByLabel(label).first().fill(value);
  await fill(/^From/, dayFromNow(-2_000));
  await fill(/^To/, dayFromNow(-2_100));
  await fill(/^Purpose/, 'Underwriting');
  await fill(/^Name of the provider/, 'Mercy Hospital');
  await fill(/^Address line 1/, '1 Main Street');
  await fill(/^City/, 'Reno');
  await fill(/^State/, 'NV');
  await fill(/^ZIP code/, '89501');
  await form.getByRole('button', { name: 'Add request' }).click();
  await form.getByText('Enter an end date on or after the start date.').waitFor();
  await fill(/^To/, dayFromNow(-10));
  await form.getByRole('checkbox', { name: /has signed an authorization/ }).check();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Upload authorization' }).click(),
  ]);
  await chooser.setFiles({ name: 'HIPAA.pdf', mimeType: 'application/pdf', buffer: PDF });
  await toast(page, 'Authorization stored').waitFor();
  await fill(/^Information to be disclosed/, 'All medical records');
  await fill(/^Names/, 'Mercy Hospital');
  await fill(/^Who may receive it/, 'The firm');
  await fill(/^Purpose in the authorization/, 'Life insurance');
  await fill(/^Signed on/, dayFromNow(-5));
  await form.getByRole('checkbox', { name: /right to revoke/ }).check();
  await form.getByRole('checkbox', { name: /does not depend/ }).check();
  await form.getByRole('checkbox', { name: /disclose the information again/ }).check();
  await audit.at('medical request', form);
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole('button', { name: 'Add request' }).click();
  await toast(page, 'Request added').waitFor();
  await form.waitFor({ state: 'detached' });

  // The expiration date is missing.
  await page.getByText('Enter the expiration date or event of the authorization.').waitFor();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit medical request' });
  await edit.getByLabel(/^Expires on/).fill(dayFromNow(200));
  await edit.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Request saved').waitFor();
  await edit.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Create letter' }).click();
  const send = page.getByRole('dialog', { name: 'Create letter' });
  await send.getByRole('button', { name: 'Create letter' }).click();
  await toast(page, 'Letter created').waitFor();
  await send.waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download letter: Request' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Request for medical records - Mercy Hospital - .*\.pdf$/);
  await page.getByRole('button', { name: 'Mark as mailed' }).click();
  const mark = page.getByRole('dialog', { name: 'Mark as mailed' });
  await mark.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Mailed .* by Dana Whitfield$/).waitFor();
  await mark.waitFor({ state: 'detached' });

  const [records] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload record' }).click(),
  ]);
  await records.setFiles({ name: 'APS.pdf', mimeType: 'application/pdf', buffer: PDF });
  await toast(page, 'Record stored').waitFor();
  await page.getByRole('button', { name: 'Download record APS.pdf' }).waitFor();
  await page.getByText('Received', { exact: true }).waitFor();
  const history = page.getByRole('table', { name: 'Access history' });
  await history.getByRole('cell', { name: 'Underwriting' }).first().waitFor();
  await audit.at('medical requests');
  expect(audit.found).toEqual([]);
});

journey('requests to follow up are on the home page and have a list', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  const kinds = page.getByRole('region', { name: 'By type' });
  await kinds.getByRole('link', { name: 'Medical requests to follow up' }).click();
  await heading(page).filter({ hasText: 'Medical requests' }).waitFor();
  const audit = accessibilityAudit(page);
  await page
    .getByRole('row', { name: /Follow up/ })
    .first()
    .waitFor();
  await audit.at('medical requests that are due');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('link', { name: /^Follow up/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: /^Why/ }).selectOption({ label: 'Work on a request' });
  await page.getByRole('button', { name: 'Show medical requests' }).click();
  const send = page.getByRole('dialog', { name: 'Create follow-up letter' });
  await send.getByRole('radio', { name: 'Fax' }).check();
  await send.getByRole('button', { name: 'Create letter' }).click();
  await toast(page, 'Letter created').waitFor();
  await page.getByRole('button', { name: 'Mark as faxed' }).waitFor();
  expect(audit.found).toEqual([]);
});

journey('users without the permission see no medical data', async () => {
  const page = await openAs(INES, '/people/insureds', AXE_CONTEXT);
  await heading(page).filter({ hasText: 'Insureds' }).waitFor();
  await page.getByRole('grid').getByRole('row').nth(2).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Medical Request' }).count()).toBe(0);
  await page.goto('/people/medicalrequests');
  await page.getByRole('heading', { name: 'You don’t have access to medical requests' }).waitFor();
  await page.goto('/');
  await heading(page).waitFor();
  expect(await page.getByRole('region', { name: 'Medical requests to follow up' }).count()).toBe(0);
});
