import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { mailsOf } from './support/mail';
import { DANA, journey, MAIL, openAs } from './support/journey';
import { heading, toast } from './support/list';
import { addTrust } from './support/trusts';
import { dayFromNow } from './support/days';

/** Time until all messages in the outbox are sent. */
const MAIL_MS = 40_000;

/** Adds a trust that can send letters, with a gift that was received. */
async function addGift(page: Page) {
  const trust = await addTrust(page);
  const path = `Trust/${trust.uuid}`;
  await callApi(page, 'PUT', path, { version: 0, trustType: 'Ilit', governingState: 'CA', notes: '' });
  const beneficiary = { role: 'Beneficiary', hasWithdrawalRight: true };
  for (const person of [
    { role: 'Trustee', name: 'Tom Ray' },
    { ...beneficiary, name: 'Ada Lee', email: 'ada.lee@example.com' },
    { ...beneficiary, name: 'Cy Lee', birthDate: dayFromNow(-3_000), guardian: 'Jo Lee' },
  ])
    await callApi(page, 'POST', `${path}/person`, person);
  await callApi(page, 'POST', `allpolicy/${trust.policy}/gifts`, {
    trustUuid: trust.uuid,
    amount: '10000',
    giftDate: dayFromNow(-3),
    letterDate: dayFromNow(1),
    premiumDue: dayFromNow(45),
    receivedOn: dayFromNow(-2),
  });
  return trust;
}

journey('the letters of a gift are created, emailed, delivered by hand and proven', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { name, uuid } = await addGift(page);
  await page.goto(`/business/trust/manage/${uuid}?tab=letters`);
  await heading(page).filter({ hasText: name }).waitFor();
  await page.getByRole('button', { name: 'Create letters' }).click();
  const create = page.getByRole('dialog', { name: 'Create letters' });
  const ada = create.getByRole('textbox', { name: /^Ada Lee/ });
  expect(await ada.inputValue()).toBe('$5,000.00');
  await ada.fill('5,000.01');
  await create.getByRole('alert').filter({ hasText: 'more than the gift of $10,000.00' }).waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('create letters', create);
  await page.setViewportSize({ width: 1440, height: 900 });
  await ada.fill('6,000');
  await create.getByRole('textbox', { name: /^Cy Lee/ }).fill('4,000');
  await create.getByRole('button', { name: 'Create 2 letters' }).click();
  await toast(page, '2 letters created').waitFor();
  await create.waitFor({ state: 'detached' });
  const letter = (beneficiary: string) => page.getByRole('row', { name: new RegExp(beneficiary) });
  await letter('Ada Lee').getByText('$6,000.00').waitFor();
  await letter('Cy Lee').getByText('To Jo Lee, guardian of Cy Lee').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download letter to Ada Lee' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Crummey letter - Ada Lee - .*\.pdf$/);

  await page.getByRole('button', { name: 'Deliver letter to Ada Lee' }).click();
  const delivery = page.getByRole('dialog', { name: 'Deliver letters' });
  await delivery.getByText('ada.lee@example.com').waitFor();
  await audit.at('deliver letters', delivery);
  await page.setViewportSize({ width: 1440, height: 900 });
  await delivery.getByRole('button', { name: 'Email 1 letter' }).click();
  await toast(page, '1 letter queued for sending').waitFor();
  // The page reloads by itself when the email is sent.
  await letter('Ada Lee')
    .getByText(/^Emailed .* to ada\.lee@example\.com$/)
    .waitFor({ timeout: MAIL_MS });
  const mails = await mailsOf(`Notice of a withdrawal right: ${name}`);
  expect(mails.map(({ attachments }) => attachments.length)).toEqual([1]);
  const [{ path } = { path: '' }] = mails[0]?.attachments ?? [];
  const pdf = Buffer.from(await (await fetch(`${MAIL}${path}`)).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Deliver 1 letter' }).click();
  await delivery.getByRole('radio', { name: 'Record hand delivery' }).check();
  await delivery.getByRole('button', { name: 'Record 1 letter' }).click();
  await toast(page, 'Delivery of 1 letter recorded').waitFor();
  await letter('Cy Lee')
    .getByText(/^Handed over/)
    .waitFor();
  await page.getByText(/Window open/).waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add proof of the letter to Jo Lee, guardian of Cy Lee' }).click(),
  ]);
  await chooser.setFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page.getByRole('button', { name: 'Download proof signed.pdf' }).waitFor();
  await audit.at('letters of a trust');
  expect(audit.found).toEqual([]);
});
