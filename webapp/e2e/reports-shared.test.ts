import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { DANA, eventually, expectConsoleError, INES, journey, openAs, uniqueName } from './support/journey';
import { grid, heading, link, search, toast, waitForRows } from './support/list';
import { mailOf } from './support/mail';
import { sendDigest } from './support/notify';

interface Named {
  uuid: string;
}

/** Adds a policy that no other journey uses. */
async function addPolicy(page: Page, number: string, deathBenefit: string, agent?: Named): Promise<Named> {
  const [carrier] = await callApi<Named[]>(page, 'GET', 'Carrier');
  const contract = {
    policyNumber: number,
    carrierUuid: carrier?.uuid,
    productType: 'Term',
    status: 'Pending',
    deathBenefit,
  };
  return callApi<Named>(page, 'POST', 'allpolicy', {
    contract,
    parties: agent ? [{ kind: 1, uuid: agent.uuid, typeId: 1 }] : [],
  });
}

/** Waits until the baseline of a new subscription is stored. Only later changes are reported. */
async function isKnown(page: Page, uuid: string): Promise<void> {
  let before = '';
  await eventually(async () => {
    const { since } = await callApi<{ since: string }>(page, 'GET', `report/${uuid}/changes`);
    const last = before;
    before = since;
    expect(since).toBe(last);
  });
}

const totals = (page: Page) => page.getByLabel('Totals of the report');
const figure = (page: Page, label: string, value: string) =>
  totals(page).locator('div').filter({ hasText: label }).getByText(value, { exact: true });

journey('a filtered list is saved as a report and shared with a colleague', async () => {
  const mark = uniqueName();
  const dana = await openAs(DANA, '/business/policies?s=policyNumber&c=policyNumber,status,deathBenefit');
  await waitForRows(dana);
  // Two policies of an agent whose records Ines sees.
  const ines = await openAs(INES, '/reports/policies');
  const { items } = await callApi<{ items: Named[] }>(ines, 'POST', 'FirmAgent/search', {
    filter: [{ column: 'policyCount', op: 'gt', value: 0 }],
    limit: { offset: 0, rowCount: 1 },
  });
  const [agent] = items;
  const first = await addPolicy(dana, `${mark}-1`, '250000', agent);
  await addPolicy(dana, `${mark}-2`, '500000', agent);
  await addPolicy(dana, `${mark}-3`, '125000');

  // Save the filtered list as a report.
  await search(dana, mark);
  await link(dana, `${mark}-1`).waitFor();
  await dana.getByRole('button', { name: 'Save as report' }).click();
  const form = dana.getByRole('dialog', { name: 'Save as report' });
  await form.getByRole('textbox', { name: 'Name' }).fill(`Book of ${mark}`);
  await form.getByRole('textbox', { name: 'Description' }).fill('For the Tuesday call');
  await form.getByRole('button', { name: 'Save' }).click();
  await dana.waitForURL(/\/reports\/policies\/[\w-]{36}/);
  const uuid = /policies\/([\w-]{36})/.exec(dana.url())?.[1] ?? '';
  await waitForRows(dana);
  await eventually(async () => expect(await heading(dana).innerText()).toContain(`Book of ${mark}`));
  await heading(dana).getByRole('status').getByText('3', { exact: true }).waitFor();
  await figure(dana, '# Policies', '3').waitFor();
  await figure(dana, 'Death Benefit', '$875,000').waitFor();

  // Share it. The colleague is notified and finds it among her reports.
  await dana.getByRole('button', { name: 'Share', exact: true }).click();
  const share = dana.getByRole('dialog', { name: /^Share/ });
  await share.getByRole('textbox', { name: 'Find a user' }).fill('ines');
  await share.getByRole('checkbox', { name: INES }).check();
  await share.getByRole('button', { name: 'Share' }).click();
  await toast(dana, 'Report Shared!').waitFor();
  await share.waitFor({ state: 'detached' });
  await dana.getByText(/shared with 1/).waitFor();

  await ines.reload();
  const row = grid(ines).getByRole('row').filter({ hasText: mark });
  await row.getByText('$750,000').waitFor();
  await row.getByText(DANA).waitFor();
  await ines.getByRole('button', { name: /^Notifications/ }).click();
  const notifications = ines.getByRole('dialog', { name: 'Notifications' });
  await notifications.getByRole('link', { name: new RegExp(mark) }).click();
  await ines.waitForURL(new RegExp(uuid));
  await heading(ines).getByRole('status').getByText('2', { exact: true }).waitFor();
  await ines.getByText(`${DANA} has access to other rows.`).waitFor();

  // Ines subscribes. When the data changes, both pages refresh their totals.
  await ines.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const subscription = ines.getByRole('dialog', { name: /^Subscription/ });
  await subscription.getByRole('radio', { name: /Immediately/ }).check();
  await subscription.getByRole('button', { name: 'Save' }).click();
  await ines.getByText(/1 subscribed/).waitFor();
  await isKnown(ines, uuid);
  await addPolicy(dana, `${mark}-4`, '1000000', agent);
  await figure(ines, 'Death Benefit', '$1,750,000').waitFor();
  await link(ines, `${mark}-4`).waitFor();
  await figure(dana, 'Death Benefit', '$1,875,000').waitFor();

  // She is notified too, with a link to the changes.
  await ines.getByRole('button', { name: /^Notifications/ }).click();
  await notifications.getByRole('link', { name: new RegExp(`${mark}: \\+1`) }).click();
  const changes = ines.getByRole('dialog', { name: 'What changed' });
  await changes.getByRole('row', { name: 'Death Benefit $750,000 $1,750,000' }).waitFor();
  await changes
    .getByRole('region', { name: 'Rows added' })
    .getByRole('link', { name: `${mark}-4` })
    .waitFor();

  // After switching to the digest, a morning email lists added rows, removed rows and totals.
  await ines.keyboard.press('Escape');
  await changes.waitFor({ state: 'detached' });
  await ines.getByRole('button', { name: 'Subscribed', exact: true }).click();
  await subscription.getByRole('radio', { name: /In the digest/ }).check();
  await subscription.getByRole('button', { name: 'Save' }).click();
  await ines.getByRole('button', { name: 'In the digest', exact: true }).waitFor();
  await eventually(async () =>
    expect(await callApi(ines, 'GET', `report/${uuid}`)).toMatchObject({
      isSubscribed: true,
      isDigest: true,
    }),
  );
  await addPolicy(dana, `${mark}-5`, '2000000', agent);
  await callApi(dana, 'DELETE', `allpolicy/${first.uuid}`);
  await figure(ines, 'Death Benefit', '$3,500,000').waitFor();
  await sendDigest('ines.calloway');
  const mail = await mailOf('ines.calloway@harborpine.example', `Book of ${mark}`);
  expect(mail.subject).toContain(`1 report changed. Book of ${mark}: +1 \u22121, death benefit +1.8M`);
  for (const line of [
    'Rows added: 1',
    'Rows removed: 1',
    'Death Benefit: $1,750,000.00 to $3,500,000.00 (+$1,750,000.00)',
    `/reports/policies/${uuid}?panel=changes`,
  ])
    expect(mail.text).toContain(line);
  expect(mail.text).not.toContain('# Policies');
});

journey('two tabs edit one report and resolve the conflict without losing changes', async () => {
  const mark = uniqueName();
  const page = await openAs(DANA, '/people/agents?s=name&c=name,state');
  await waitForRows(page);
  const { uuid } = await callApi<{ uuid: string }>(page, 'POST', 'report', {
    reportType: 4,
    name: `Agents ${mark}`,
    description: null,
    query: {
      customLabels: {},
      selectColumns: ['name', 'state'],
      filter: [{ column: 'state', op: 'in', value: ['CA', 'NY'] }],
      sort: [],
      searchText: null,
    },
  });
  await page.goto(`/reports/agents/${uuid}`);
  await waitForRows(page);
  const other = await page.context().newPage();
  await other.goto(`/reports/agents/${uuid}`);
  await waitForRows(other);

  await other.getByRole('button', { name: /^Remove filter/ }).click();
  await other.getByRole('button', { name: 'Save changes' }).click();
  await toast(other, 'saved').waitFor();

  expectConsoleError(/409/);
  await page.getByRole('columnheader', { name: /^State/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const panel = page.getByRole('dialog', { name: 'Save changes' });
  await panel.getByRole('group', { name: 'Filters' }).waitFor();
  await panel.getByRole('radio', { name: /Keep mine/ }).check();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'saved').waitFor();
  await panel.waitFor({ state: 'detached' });
  const saved = await callApi<{ query: { filter: unknown[]; sort: unknown[] } }>(
    page,
    'GET',
    `report/${uuid}`,
  );
  expect(saved.query.filter).toHaveLength(1);
  expect(saved.query.sort).toEqual([{ column: 'state', direction: 'asc' }]);

  // A confirmation names the users affected by the deletion.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete report' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete “Agents ${mark}”?` });
  await dialog.getByText('No one subscribes to it. This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/reports\/agents$|\/reports\/agents\?/);
  expect(
    await grid(page)
      .getByRole('link', { name: `Agents ${mark}` })
      .count(),
  ).toBe(0);
});
