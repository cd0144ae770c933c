import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, MAIL, eventually, journey, openAs, uniqueName } from './support/journey';
import { mailsOf } from './support/mail';
import { heading, select, selectionBar, toast, waitForRows } from './support/list';
import type { Page } from 'playwright-core';

interface Cohort {
  uuid: string;
  version: number;
}
interface Schedule {
  scheduleId: string;
  version: number;
}
interface Found {
  items: { uuid: string; name: string }[];
}

/** Time until a schedule's minute has passed and its messages are sent. */
const SEND_MS = 110_000;
/** Time until all messages in the outbox are sent. */
const MAIL_MS = 40_000;

/** Restores the demo data by deleting the cohort and its schedules. */
async function discard(page: Page, uuid: string): Promise<void> {
  for (const { scheduleId, version } of await callApi<Schedule[]>(page, 'GET', `Cohort/${uuid}/schedule`))
    await callApi(page, 'DELETE', `Cohort/${uuid}/schedule/${scheduleId}?version=${version}`);
  const { version } = await callApi<Cohort>(page, 'GET', `Cohort/${uuid}`);
  await callApi(page, 'DELETE', `Cohort/${uuid}?version=${version}`);
}

const uuidOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const schedules = (page: Page) => page.getByRole('table', { name: 'Schedules' });
const past = (page: Page) => page.getByRole('table', { name: 'Past sends' });

/** A time zone without daylight saving time, seven hours behind UTC. */
const ZONE = 'America/Phoenix';
const UTC_OFFSET_MS = 7 * 3_600_000;

/** Returns the next minute in `ZONE` that leaves enough time to fill in a form. */
function nextMinute(): { date: string; time: string } {
  const at = Math.ceil((Date.now() + 20_000) / 60_000) * 60_000;
  const shown = new Date(at - UTC_OFFSET_MS).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

journey(
  'a cohort made from a selection is scheduled, dry-run and sent once, and the send outlives the schedule',
  async () => {
    const name = `Sends ${uniqueName()}`;
    const subject = `Your contracts ${uniqueName()}`;
    const page = await openAs(DANA, '/people/owners?f=email:isNotEmpty&f=policyCount:gte:1&s=name');
    await waitForRows(page);
    await select(page, 0);
    await select(page, 1);
    await selectionBar(page).getByRole('button', { name: 'Add to cohort' }).click();
    const adding = page.getByRole('dialog', { name: 'Add 2 owners to a cohort' });
    await adding.getByRole('textbox', { name: 'Name' }).fill(name);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    const added = toast(page, `“${name}” added with 2 owners`);
    await added.waitFor();

    await page.goto('/people/cohorts');
    await page.getByRole('searchbox').fill(name);
    await page.getByRole('link', { name, exact: true }).click();
    await heading(page).filter({ hasText: name }).waitFor();
    await page.getByRole('link', { name: 'Schedules', exact: true }).click();
    await page.getByText('No schedules yet.').waitFor();
    const uuid = uuidOf(page);

    await page.getByRole('button', { name: 'Add schedule' }).click();
    const panel = page.getByRole('dialog', { name: 'Add schedule' });
    await panel.getByRole('button', { name: 'Add schedule' }).click();
    await panel.getByText('Enter a name (up to 80 characters).').waitFor();
    await panel.getByRole('textbox', { name: 'Name' }).fill('Review');
    await panel.getByRole('combobox', { name: 'Frequency' }).selectOption('Every month');
    await panel.getByRole('combobox', { name: 'Time zone' }).selectOption(ZONE);
    await panel.getByRole('textbox', { name: 'Subject' }).fill(subject);
    const message = panel.getByRole('textbox', { name: 'Message' });
    await message.fill('Dear ');
    await panel
      .getByRole('group', { name: 'Insert into the message' })
      .getByRole('button', { name: 'Full name' })
      .click();
    await message.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(',');
    await page.keyboard.press('Enter');
    await page.keyboard.type('here they are.');
    await panel.getByText(/^Preview for \S/).waitFor();
    await panel
      .getByText(/Dear (?!\{)/)
      .last()
      .waitFor();
    await panel.getByRole('combobox', { name: 'Attach' }).selectOption('Book of business (PDF)');
    await panel.getByRole('combobox', { name: 'Group by' }).selectOption('Carrier');
    const { date, time } = nextMinute();
    await panel.locator('input[type="date"]').fill(date);
    await panel.locator('input[type="time"]').fill(time);
    // The next sends are computed while typing.
    await eventually(async () =>
      expect(await panel.getByRole('status', { name: 'Next sends' }).getByRole('listitem').count()).toBe(5),
    );
    await panel.getByRole('button', { name: 'Add schedule' }).click();
    await toast(page, '“Review” saved').waitFor();
    await panel.waitFor({ state: 'detached' });
    await schedules(page)
      .getByRole('row', { name: /Review/ })
      .getByText('Active')
      .waitFor();

    await page.getByRole('button', { name: 'Dry run of Review' }).click();
    const dryRun = page.getByRole('dialog', { name: 'Dry run of “Review”' });
    await dryRun.getByRole('heading', { name: 'Would receive it (2)' }).waitFor();
    await dryRun.getByText(/^Preview with the values of \S/).waitFor();
    await page.keyboard.press('Escape');
    await dryRun.waitFor({ state: 'detached' });

    const sent = past(page).getByRole('row', { name: /Review/ });
    await sent.waitFor({ timeout: SEND_MS });
    await page.getByRole('button', { name: /^Recipients of Review/ }).click();
    const recipients = page.getByRole('dialog', { name: /^“Review” of/ });
    await recipients.getByRole('heading', { name: 'Sent (2)' }).waitFor({ timeout: MAIL_MS });
    const mails = await mailsOf(subject);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.text).toContain('here they are.');
      expect(mail.text).toMatch(/^Dear [^{},]+,/m);
      expect(mail.attachments).toHaveLength(1);
      const [{ name: file, path } = { name: '', path: '' }] = mail.attachments;
      expect(file).toMatch(/^Book of business - .* - \d{4}-\d\d-\d\d\.pdf$/);
      const pdf = Buffer.from(await (await fetch(`${MAIL}${path}`)).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      recipients.getByRole('button', { name: 'Download sent emails' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Cohort send ${date}.zip`);
    await page.keyboard.press('Escape');
    await recipients.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Pause Review' }).click();
    const paused = toast(page, '“Review” pauses');
    await paused.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Pause Review' }).waitFor();
    await page.getByRole('button', { name: 'Delete Review' }).click();
    await toast(page, '“Review” deleted').waitFor();
    await page.getByText('No schedules yet.').waitFor();
    await sent.waitFor();

    // Unsubscribing needs no sign-in. Opening the link alone changes nothing.
    const link = mails[0]?.text.match(/\/unsubscribe\/\S+/)?.[0] ?? '';
    const signedOutPage = await page.context().newPage();
    await signedOutPage.goto(link);
    await signedOutPage.getByRole('button', { name: 'Unsubscribe' }).click();
    await signedOutPage.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await signedOutPage.getByRole('button', { name: 'Resubscribe' }).click();
    await signedOutPage.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    await discard(page, uuid);
  },
  SEND_MS * 2,
);

journey('schedules and their panels have no accessibility violations', async () => {
  const page = await openAs(DANA, '/people/cohorts', AXE_CONTEXT);
  const { items } = await callApi<Found>(page, 'POST', 'FirmOwner/search', {
    filter: [{ column: 'policyCount', op: 'gte', value: 1 }],
    limit: { offset: 0, rowCount: 3 },
  });
  const { uuid } = await callApi<Cohort>(page, 'POST', 'Cohort', {
    name: `Looked at ${uniqueName()}`,
    contactType: 2,
    kind: 'Static',
    contactUuids: items.map((item) => item.uuid),
  });
  const year = new Date().getUTCFullYear() + 1;
  await callApi(page, 'POST', `Cohort/${uuid}/schedule`, {
    name: 'Yearly',
    frequency: 'Annual',
    firstSendDate: `${year}-12-31`,
    time: '09:00',
    timeZone: 'America/New_York',
    sendTo: 'Contact',
    subject: 'Your contracts',
    message: 'Here they are.',
  });
  await page.goto(`/people/cohorts/${uuid}?tab=schedules`);
  await schedules(page).waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('schedules');
  await page.getByRole('button', { name: 'Edit Yearly' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit schedule' });
  await panel.getByText(`12/31/${year}`).first().waitFor();
  await audit.at('edit schedule', panel);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dry run of Yearly' }).click();
  const dryRun = page.getByRole('dialog', { name: 'Dry run of “Yearly”' });
  await dryRun.getByText('Nothing is sent.').waitFor();
  await audit.at('dry run', dryRun);
  await discard(page, uuid);
  expect(audit.found).toEqual([]);
});
