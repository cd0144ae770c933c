import { readFileSync } from 'node:fs';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { toast, waitForRows } from './support/list';
import type { Page } from 'playwright-core';

/** More contracts than a book may have to be generated while the user waits. */
const CONTRACTS = 510;
const IMPORT_MS = 60_000;
const GENERATE_MS = 60_000;

interface Owner {
  uuid: string;
  version: number;
}

/** Imports policies for an owner, and returns the URL of the import. */
async function importPolicies(page: Page, owner: string, mark: string): Promise<string> {
  const search = { limit: { offset: 0, rowCount: 1 } };
  const { items } = await callApi<{ items: { uuid: string }[] }>(page, 'POST', 'allpolicy/search', search);
  const { carrier } = await callApi<{ carrier: { name: string } }>(
    page,
    'GET',
    `allpolicy/${items[0]?.uuid}`,
  );
  const rows = Array.from(
    { length: CONTRACTS },
    (_, i) => `${mark}-${i},"${carrier.name}",Active,Term,100000,100000,0,${owner}`,
  );
  const heading = 'Policy No.,Insurer,Policy Status,Plan Type,Face,Death Benefit,Cash Value,Policy Owner';
  await page.goto('/business/policies');
  await page.getByRole('link', { name: 'Import policies' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([heading, ...rows].join('\n'), 'utf8'),
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: `Import ${CONTRACTS} rows` }).click({ timeout: IMPORT_MS });
  await page.getByRole('button', { name: 'Undo the import' }).waitFor({ timeout: IMPORT_MS });
  return page.url();
}

journey(
  'a large book of business is generated in the background, and the user is notified',
  async () => {
    const page = await openAs(DANA, '/people/owners', AXE_CONTEXT);
    await waitForRows(page);
    const mark = uniqueName();
    const owner = await callApi<Owner>(page, 'POST', 'FirmOwner/1', {
      person: { firstName: 'Olga', lastName: mark, ownerType: 1 },
    });
    const imported = await importPolicies(page, `Olga ${mark}`, mark);

    await page.goto(`/people/owners/${owner.uuid}?tab=book`);
    await page.getByRole('region', { name: 'Preview' }).getByRole('img').first().waitFor();
    await page.getByRole('button', { name: 'Generate PDF' }).click();
    await toast(page, 'Book of Business Generating').waitFor();
    const pending = page.getByRole('list', { name: 'Not generated yet' });
    const version = page
      .getByRole('region', { name: 'Versions', exact: true })
      .getByRole('row', { name: /\.pdf/ });
    await version.waitFor({ timeout: GENERATE_MS });
    await pending.getByRole('listitem').waitFor({ state: 'detached' });
    const audit = accessibilityAudit(page);
    await audit.at('a large book of business', page.getByRole('main'));
    expect(audit.found).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      version.getByRole('button', { name: /^Download/ }).click(),
    ]);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await page.goto('/notifications/digest?type=47');
    const notice = page.getByRole('listitem').filter({ hasText: `Olga ${mark}` });
    await notice.getByRole('link').click();
    await page.waitForURL(`**/people/owners/${owner.uuid}?tab=book`);

    // Restore the demo data.
    await page.goto(imported);
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('All changes were reverted.').waitFor({ timeout: IMPORT_MS });
    await callApi(page, 'DELETE', `FirmOwner/1/owner/${owner.uuid}?version=${owner.version}`);
  },
  200_000,
);
