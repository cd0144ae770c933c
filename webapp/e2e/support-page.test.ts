import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { toast } from './support/list';
import { mailOf } from './support/mail';

type Branding = { host: string; version: number; supportEmail: string | null };

journey('a question from the support page reaches the firm’s support address', async () => {
  const page = await openAs(DANA, '/settings/branding', AXE_CONTEXT);
  const address = `desk.${uniqueName().toLowerCase()}@help.example`;
  const field = page.getByRole('textbox', { name: 'Support email' });
  const before = await field.inputValue();
  await field.fill(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Branding saved').waitFor();

  await page.goto('/support');
  await page.getByRole('link', { name: address }).waitFor();
  const form = page.getByRole('form', { name: 'Ask a question' });
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('Enter a subject (up to 150 characters).').waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('support page with errors');
  expect(audit.found).toEqual([]);

  const subject = `Export ${uniqueName()}`;
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await form.getByRole('textbox', { name: 'Message' }).fill('It stops at page 2.\nWhy?');
  await form.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'Question sent to support').waitFor();
  const mail = await mailOf(address, subject);
  expect(mail.text).toContain('It stops at page 2.');
  expect(mail.text).toContain(`From: ${DANA}`);

  const [now] = await callApi<Branding[]>(page, 'GET', 'Branding/settings');
  const { host, version } = now ?? {};
  await callApi(page, 'PUT', 'Branding', {
    host,
    version,
    platformName: 'Firmbook',
    supportEmail: before || null,
  });
});
