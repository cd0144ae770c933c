import { readFileSync } from 'node:fs';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, expectConsoleError, journey, openAs, THEO, uniqueName } from './support/journey';
import { toast, waitForRows } from './support/list';
import type { Page } from 'playwright-core';

interface Found {
  items: { uuid: string }[];
}

/** Returns the uuid of the agent or owner with the most policies. */
async function busiest(page: Page, resource: 'FirmAgent' | 'FirmOwner'): Promise<string> {
  const query = { sort: [{ column: 'policyCount', direction: 'desc' }], limit: { offset: 0, rowCount: 1 } };
  const { items } = await callApi<Found>(page, 'POST', `${resource}/search`, query);
  return (items[0] as Found['items'][number]).uuid;
}

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const versions = (page: Page) => page.getByRole('region', { name: 'Versions', exact: true });

/** Waits until the preview matches the options. */
async function waitForPreview(page: Page): Promise<void> {
  await preview(page).and(page.locator('[aria-busy="false"]')).waitFor();
  await preview(page).getByRole('img').first().waitFor();
}

journey('a book of business is previewed, generated, downloaded, deleted and restored', async () => {
  const page = await openAs(DANA, '/people/agents');
  await waitForRows(page);
  await page.goto(`/people/agents/${await busiest(page, 'FirmAgent')}`);
  await page.getByRole('tab', { name: 'Book of business' }).click();
  await waitForPreview(page);
  const first = preview(page).getByRole('img').first();
  expect(await first.getAttribute('alt')).toMatch(/^Page 1 of \d+$/);
  expect(await first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // The cover page and the summary stay the same.
  const contracts = preview(page).getByRole('img').nth(2);
  const ungrouped = await contracts.getAttribute('src');

  const [request] = await Promise.all([
    page.waitForRequest(/\/preview\/.*groupBy=2/),
    page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Carrier' }),
  ]);
  expect(request.url()).toContain('includeAnnuities=true');
  await waitForPreview(page);
  expect(await contracts.getAttribute('src')).not.toBe(ungrouped);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Generate PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Book of business - .* - \d{4}-\d\d-\d\d\.pdf$/);
  const generated = readFileSync(await file.path());
  expect(generated.subarray(0, 5).toString()).toBe('%PDF-');
  await toast(page, 'Book of business generated').waitFor();
  const version = versions(page).getByRole('row', { name: file.suggestedFilename() });
  await version.waitFor();

  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    version.getByRole('button', { name: /^Download/ }).click(),
  ]);
  expect(readFileSync(await copy.path()).equals(generated)).toBe(true);

  await version.getByRole('button', { name: /^Delete/ }).click();
  await version.waitFor({ state: 'detached' });
  await versions(page).and(page.locator(':focus')).waitFor();
  await toast(page, `${file.suggestedFilename()} deleted`).getByRole('button', { name: 'Undo' }).click();
  await version.waitFor();
});

journey('the book of business of an owner has no accessibility violations', async () => {
  const page = await openAs(DANA, '/people/owners', AXE_CONTEXT);
  await waitForRows(page);
  await page.goto(`/people/owners/${await busiest(page, 'FirmOwner')}?tab=book`);
  await waitForPreview(page);
  const audit = accessibilityAudit(page);
  await audit.at('book of business', page.getByRole('main'));
  expect(audit.found).toEqual([]);
});

journey('a read-only user previews a book of business but cannot generate one', async () => {
  const page = await openAs(THEO, '/people/agents');
  await waitForRows(page);
  await page.goto(`/people/agents/${await busiest(page, 'FirmAgent')}?tab=book`);
  await waitForPreview(page);
  await versions(page).waitFor();
  expect(await page.getByRole('button', { name: /^(Generate|Delete)/ }).count()).toBe(0);
});

journey('the disclosure is edited for an agent and for the firm, and reverted level by level', async () => {
  const page = await openAs(DANA, '/people/agents', AXE_CONTEXT);
  await waitForRows(page);
  await page.goto(`/people/agents/${await busiest(page, 'FirmAgent')}?tab=book`);
  const texts = page.getByRole('region', { name: 'Texts' });
  const origin = (name: string) =>
    texts.getByRole('listitem').filter({ hasText: 'Disclosure' }).getByText(name);
  await origin('Default text').waitFor();

  const dialog = page.getByRole('dialog', { name: 'Edit disclosure' });
  const text = dialog.getByRole('textbox', { name: 'Disclosure' });
  const image = dialog.getByRole('img').nth(1);
  /** Replaces the text of a scope, waits for its preview and saves. */
  const write = async (scope: string, words: string) => {
    await texts.getByRole('button', { name: 'Edit disclosure' }).click();
    await dialog.getByRole('combobox', { name: 'Applies to' }).selectOption({ label: scope });
    await image.waitFor();
    const before = (await image.getAttribute('src')) ?? '';
    await text.fill(words);
    await page.waitForFunction(
      ([label, old]) =>
        [...document.querySelectorAll(`[role="dialog"] img[alt^="${label}"]`)].some(
          (shown) => shown.getAttribute('src') !== old,
        ),
      ['Page 2', before] as const,
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await write('All agents in your firm', 'Terms of the firm for {{agent.fullName}}.');
  await origin('Firm’s text').waitFor();
  await write('This agent', 'Terms of this agent as of {{asOf}}.');
  await origin('This agent’s text').waitFor();

  /** Reverts the text of a scope. */
  const revert = async (scope: string, shown: RegExp) => {
    await texts.getByRole('button', { name: 'Edit disclosure' }).click();
    await dialog.getByRole('combobox', { name: 'Applies to' }).selectOption({ label: scope });
    await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
    await dialog.getByText(shown).first().waitFor();
    await dialog
      .getByRole('button', { name: /^Revert/ })
      .last()
      .click();
    await dialog.waitFor({ state: 'detached' });
  };
  await revert('This agent', /Terms of the firm/);
  await origin('Firm’s text').waitFor();
  await revert('All agents in your firm', /claims-paying ability/);
  await origin('Default text').waitFor();

  // A text with an unknown field is rejected.
  await texts.getByRole('button', { name: 'Edit disclosure' }).click();
  await text.fill('{{owner.fullName}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('There is no field {{owner.fullName}}.').first().waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('edit a text', dialog);
  expect(audit.found).toEqual([]);
});

/** Returns the number of pages of the whole document. */
async function pageCount(page: Page): Promise<number> {
  const name = (await preview(page).getByRole('img').first().getAttribute('alt')) ?? '';
  return Number(name.split(' of ')[1]);
}

journey(
  'an administrator adds a template with fewer sections, uses it for an agent and deletes it',
  async () => {
    const page = await openAs(DANA, '/people/agents', AXE_CONTEXT);
    await waitForRows(page);
    const agent = await busiest(page, 'FirmAgent');
    await page.goto('/settings/templates');
    const kind = page.getByRole('region', { name: 'Agent book of business', exact: true });
    await kind.getByRole('listitem', { name: 'Agent book of business', exact: true }).waitFor();
    const audit = accessibilityAudit(page);
    await audit.at('document templates');

    const name = uniqueName();
    await kind.getByRole('button', { name: /^Add template/ }).click();
    const form = page.getByRole('dialog', { name: 'Add template' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    for (const section of ['Summary', 'Recommendation', 'Disclosure'])
      await form.getByRole('checkbox', { name: section }).uncheck();
    await form.getByRole('button', { name: 'Change policy columns' }).click();
    await form.getByRole('button', { name: 'Move Carrier up' }).click();
    await audit.at('form of a template', form);
    expect(audit.found).toEqual([]);
    await form.getByRole('button', { name: 'Add template' }).click();
    await toast(page, `${name} added`).waitFor();
    const row = kind.getByRole('listitem', { name, exact: true });
    await row.getByText(/^Contracts · /).waitFor();

    await page.goto(`/people/agents/${agent}?tab=book`);
    const template = page.getByRole('combobox', { name: 'Template' });
    await template.selectOption({ label: 'Agent book of business' });
    await waitForPreview(page);
    const all = await pageCount(page);
    const previewLoaded = page.waitForResponse(
      (response) => response.url().includes('/preview/') && response.ok(),
    );
    await template.selectOption({ label: name });
    await previewLoaded;
    await waitForPreview(page);
    expect(await pageCount(page)).toBeLessThan(all);

    await page.goto('/settings/templates');
    await row.getByRole('button', { name: /^Delete/ }).click();
    const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
    await dialog.getByText(/Generated documents are kept/).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, `${name} deleted`).waitFor();
    await row.waitFor({ state: 'detached' });
  },
);

/** A green image of 4 × 3 pixels. */
const OFFICE =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGMQzCqBIwacHADV+Qs1qgKZpAAAAABJRU5ErkJggg==';

journey('an image is uploaded, shown in a text’s preview, and deleted once no text uses it', async () => {
  const page = await openAs(DANA, '/people/agents', AXE_CONTEXT);
  await waitForRows(page);
  await page.goto(`/people/agents/${await busiest(page, 'FirmAgent')}?tab=book`);
  const texts = page.getByRole('region', { name: 'Texts' });
  const dialog = page.getByRole('dialog', { name: 'Edit disclosure' });
  const text = dialog.getByRole('textbox', { name: 'Disclosure' });
  const form = dialog.getByRole('form', { name: 'Image' });
  const name = `${uniqueName()}.png`;
  await texts.getByRole('button', { name: 'Edit disclosure' }).click();
  await text.fill('Terms of this agent.');
  await dialog.getByRole('button', { name: 'Image' }).click();
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(OFFICE, 'base64') });
  await form.getByRole('radio', { name, checked: true }).waitFor();
  await form.getByRole('textbox', { name: 'Description' }).fill('Our office');
  const audit = accessibilityAudit(page);
  await audit.at('insert an image', dialog);
  await form.getByRole('button', { name: 'Insert' }).click();
  const shown = text.getByRole('img', { name: 'Our office' });
  await shown.waitFor();
  await eventually(async () =>
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4),
  );
  await audit.at('a text with an image', dialog);
  expect(audit.found).toEqual([]);

  // A dropped file opens the form. The firm already has the image.
  await text.evaluate((node, png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    const { x, y } = node.getBoundingClientRect();
    const [clientX, clientY] = [x + 20, y + 20];
    const init = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true };
    node.dispatchEvent(new DragEvent('drop', init));
  }, OFFICE);
  await form.getByRole('radio', { name, checked: true }).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="dialog"] img[alt^="Page 2"]')].some((image) =>
      decodeURIComponent(image.getAttribute('src') ?? '').includes('data:image/png'),
    ),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  // An image used by a text cannot be deleted.
  const remove = async () => {
    await texts.getByRole('button', { name: 'Edit disclosure' }).click();
    await text.getByText('Terms of this agent.').or(text.getByText('claims-paying ability')).first().click();
    await dialog.getByRole('button', { name: 'Image' }).click();
    await form.getByRole('button', { name: `Delete ${name}` }).click();
    await form.getByRole('button', { name: 'Delete image' }).click();
  };
  expectConsoleError(/422/);
  await remove();
  await page.getByText('A text shows this image. Remove it from the text first.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await dialog
    .getByRole('button', { name: /^Revert/ })
    .last()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await remove();
  await form.getByRole('radio', { name }).waitFor({ state: 'detached' });
});
