import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { MAIL, PRIYA, eventually, expectConsoleError, journey, openAs } from './support/journey';
import { toast } from './support/list';
import { mailOf } from './support/mail';

interface Found {
  items: { uuid: string; policyNumber: string }[];
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

journey('a policy about to lapse is reported immediately, in the list and by email', async () => {
  const page = await openAs(PRIYA, '/settings/notifications');
  // Lapse Pending: switch to the summary, then back to immediate email.
  const email = page.getByRole('combobox', { name: 'Lapse Pending: email' });
  await email.selectOption('In the summary');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Preferences saved').waitFor();
  await page.reload();
  await eventually(async () => expect(await email.inputValue()).toBe('Digest'));
  await email.selectOption('Immediately');
  await page.getByRole('combobox', { name: 'Frequency' }).selectOption('Weekly');
  await page.getByRole('combobox', { name: 'Day', exact: true }).selectOption('Friday');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Preferences saved').waitFor();

  const { items } = await callApi<Found>(page, 'POST', 'allpolicy/search', {
    filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
    selectColumns: ['policyNumber'],
    sort: [{ column: 'policyNumber', direction: 'asc' }],
    limit: { offset: 0, rowCount: 1 },
  });
  const [{ uuid, policyNumber } = { uuid: '', policyNumber: '' }] = items;
  await page.goto(`/business/policies/${uuid}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit policy' });
  await panel.getByRole('combobox', { name: 'Status', exact: true }).selectOption('LapsePending');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'detached' });

  const mail = await mailOf('priya.venkat@larkspurlegacy.example', policyNumber);
  expect(mail.subject).toContain('Lapse Pending');
  expect(mail.text).toContain(`/business/policies/${uuid}`);
  await page.goto(`${MAIL}/mail/${mail.id}`);
  await page.getByRole('heading', { name: mail.subject }).waitFor();
  const html = page.frameLocator('iframe[title="HTML"]');
  await html.getByRole('link', { name: new RegExp(policyNumber) }).waitFor();

  await page.goto('/notifications/digest?type=29');
  const row = page.getByRole('listitem').filter({ hasText: policyNumber });
  await row.getByTitle('Mark as read').waitFor();
  await row.getByRole('link').click();
  await page.waitForURL(`**/business/policies/${uuid}`);
  await page.goto('/notifications/digest');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText(/\(0 unread\)/).waitFor();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Unread only' }).check();
  await page.getByText('No notifications found').waitFor();

  // The urgency is part of the address, and a policy about to lapse is not news.
  await page.goto('/notifications/digest?type=29');
  await row.waitFor();
  const urgency = page.getByRole('combobox', { name: 'Urgency' });
  await urgency.selectOption('Information');
  await page.waitForURL(/severity=info/);
  await row.waitFor({ state: 'detached' });
  await urgency.selectOption('Urgent');
  await row.getByTitle('Mark as unread').click();

  // Marks what the filter shows, and Undo restores it.
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await row.getByTitle('Mark as unread').waitFor();
  await toast(page, 'marked as read').getByRole('button', { name: 'Undo' }).click();
  await row.getByTitle('Mark as read').click();
  await row.getByTitle('Mark as unread').waitFor();

  // Snooze the notification for a week, then show it again.
  await page.goto('/notifications/digest?type=29');
  await row.getByRole('button', { name: /^Snooze/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Snooze notification' });
  await dialog.getByRole('button', { name: 'For 1 week' }).click();
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.getByText(/^Notification snoozed until/).waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Snoozed only' }).check();
  await row.getByText(/^Until /).waitFor();
  await row.getByRole('button', { name: /^Unsnooze/ }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Snoozed only' }).uncheck();
  // It is unread again. An unread notification would be shown as a toast to the next journey.
  await row.getByTitle('Mark as read').click();
  await row.getByTitle('Mark as unread').waitFor();
  await page.getByText(/\(0 unread\)/).waitFor();
});

journey('an administrator previews the notification rules', async () => {
  // After the first of the two dates is changed, the period is too long.
  expectConsoleError(/400/);
  const page = await openAs(PRIYA, '/settings/rules');
  const table = page.getByRole('table', { name: 'Upcoming notifications' });
  await table.getByRole('row').nth(1).waitFor();
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-01-02');
  await page.waitForURL(/from=2001-01-01&to=2001-01-02/);
  await page.getByText('No notifications are due').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2000-01-02');
  await page.getByText('Enter a date on or after the first one.').waitFor();
});

journey('notifications, preferences and rules have no accessibility violations', async () => {
  const page = await openAs(PRIYA, '/notifications/digest?days=90', AXE_CONTEXT);
  await bell(page).waitFor();
  await page.getByRole('listitem').first().waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('notifications');
  await page
    .getByRole('button', { name: /^Snooze/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Snooze notification' }).waitFor();
  await audit.at('snooze');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Preferences' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await audit.at('preferences');
  await page.getByRole('link', { name: 'Upcoming notifications' }).click();
  await page.getByRole('table', { name: 'Upcoming notifications' }).waitFor();
  await audit.at('rules');
  // Tab through the delivery options of a type.
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Lapse Pending: in app' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(label).toBe('Lapse Pending: email');
  expect(audit.found).toEqual([]);
});
