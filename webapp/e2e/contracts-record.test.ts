import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { toast } from './support/list';

interface Added {
  uuid: string;
  version: number;
}

/** Adds a policy that no other journey uses. */
async function added(page: Parameters<typeof callApi>[0]): Promise<{ number: string; uuid: string }> {
  const number = uniqueName();
  const [carrier] = await callApi<{ uuid: string }[]>(page, 'GET', 'Carrier');
  const contract = {
    policyNumber: number,
    carrierUuid: carrier?.uuid,
    productType: 'Term',
    status: 'Pending',
    issueDate: '2020-01-01',
    deathBenefit: '250000',
    lapseAge: 90,
  };
  const { uuid } = await callApi<Added>(page, 'POST', 'allpolicy', { contract });
  return { number, uuid };
}

journey(
  'guidelines, status, riders and documents are edited on the record and listed in its activity',
  async () => {
    const page = await openAs(DANA, '/support', AXE_CONTEXT);
    const { number, uuid } = await added(page);
    await page.goto(`/business/policies/${uuid}`);
    await page.getByRole('heading', { level: 1, name: number }).waitFor();

    await page.getByRole('tab', { name: 'Guidelines' }).click();
    await page.getByRole('button', { name: 'Edit guidelines' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit guidelines' });
    await panel
      .getByRole('group', { name: 'Lapse age' })
      .getByRole('textbox', { name: 'Minimum' })
      .fill('95');
    await panel
      .getByRole('group', { name: 'Death benefit' })
      .getByRole('textbox', { name: 'Maximum' })
      .fill('300,000');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Lapse age 95 90 - Out of range/ }).waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog', { name: /Change the status/ });
    await dialog.getByRole('combobox', { name: 'New status' }).selectOption('NotTaken');
    await dialog.getByLabel('Status date').fill('2019-12-31');
    await dialog.getByLabel('Status date').blur();
    await dialog.getByText('The status date cannot be before the issue date.').waitFor();
    await dialog.getByLabel('Status date').fill('2020-02-01');
    await dialog.getByRole('button', { name: 'Change to Not Taken/Declined' }).click();
    await toast(page, `${number}: Not Taken/Declined`).waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit policy' });
    await form.getByRole('button', { name: 'Add a rider' }).click();
    await form.getByRole('group', { name: 'Waiver of Premium' }).getByLabel('Until').fill('2040-01-31');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Documents' }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'in force.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 a statement'),
    });
    const row = page.getByRole('row', { name: /in force\.pdf PDF 20 B/ });
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download in force.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('in force.pdf');
    await row.getByRole('button', { name: 'Delete in force.pdf' }).click();
    await row.waitFor({ state: 'detached' });
    await toast(page, 'in force.pdf deleted').getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();

    await page.getByRole('tab', { name: 'Activity' }).click();
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByRole('listitem').nth(7).waitFor();
    const entries = await activity.locator('strong').allInnerTexts();
    expect(entries).toEqual([
      'Restored a document',
      'Deleted a document',
      'Opened a document',
      'Uploaded a document',
      'Changed',
      'Changed',
      'Set guidelines',
      'Added',
    ]);
    await activity.getByText('Pending → Not Taken/Declined').waitFor();
  },
);

journey('a beneficiary is checked, added, changed, deleted and restored', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { uuid } = await added(page);
  const name = `Bo ${uniqueName()}`;
  await page.goto(`/business/policies/${uuid}`);
  await page.getByRole('list', { name: 'Alerts' }).getByText('No beneficiary is recorded.').waitFor();
  await page.getByRole('tab', { name: /^Beneficiaries/ }).click();
  await page.getByRole('button', { name: 'Add primary beneficiary' }).click();
  const panel = page.getByRole('dialog', { name: 'Add beneficiary' });
  await panel.getByRole('textbox', { name: /^Name/ }).fill(name);
  const share = panel.getByRole('textbox', { name: 'Share' });
  await share.fill('120');
  await share.blur();
  await panel.locator('[data-path="sharePercent"][aria-invalid="true"]').waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('add beneficiary', panel);
  await page.setViewportSize({ width: 1440, height: 900 });
  await share.fill('60');
  await panel.getByRole('combobox', { name: 'Relationship' }).selectOption({ label: 'Spouse' });
  await panel.getByRole('button', { name: 'Add beneficiary' }).click();
  await toast(page, `${name} added`).waitFor();
  await panel.waitFor({ state: 'detached' });
  const alerts = page.getByRole('list', { name: 'Alerts' });
  await alerts.getByText('Primary beneficiary shares total 60%, not 100%.').waitFor();
  await audit.at('beneficiaries');
  expect(audit.found).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  const row = page.getByRole('row', { name: new RegExp(name) });
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit beneficiary' });
  await edit.getByRole('textbox', { name: 'Share' }).fill('100');
  await edit.getByRole('button', { name: 'Save' }).click();
  await row.getByText('100%').waitFor();
  await edit.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  const deleted = toast(page, `${name} deleted`);
  await deleted.waitFor();
  await row.waitFor({ state: 'detached' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('list', { name: 'Activity' });
  await activity.getByText('Primary beneficiary').first().waitFor();
  await activity.getByText('60%').first().waitFor();
});

journey('the tabs of a contract have no accessibility violations', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { uuid } = await added(page);
  const guidelines = { before: [], guidelines: [{ parameter: 'lapseAge', minimum: '95' }] };
  await callApi(page, 'PUT', `allpolicy/${uuid}/guidelines`, guidelines);
  const audit = accessibilityAudit(page);
  for (const [tab, sign] of [
    ['guidelines', 'Out of range'],
    ['documents', 'No documents yet.'],
    ['activity', 'Set guidelines'],
  ] as const) {
    await page.goto(`/business/policies/${uuid}?tab=${tab}`);
    await page.getByText(sign).waitFor();
    await audit.at(tab, page.getByRole('main'));
  }
  await page.goto(`/business/policies/${uuid}?tab=guidelines&panel=guidelines`);
  const panel = page.getByRole('dialog', { name: 'Edit guidelines' });
  await panel.getByRole('button', { name: 'Save' }).waitFor();
  await audit.at('guidelines panel', panel);
  await page.goto(`/business/policies/${uuid}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: /Change the status/ });
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  await audit.at('status', dialog);
  expect(audit.found).toEqual([]);
});
