import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, THEO, uniqueName } from './support/journey';
import { heading, search, toast, waitForRows } from './support/list';
import { dayFromNow } from './support/days';

interface Saved {
  uuid: string;
}

/** Adds an owner with a new annuity and one that it replaces. No other journey uses them. */
async function addOwner(page: Page) {
  const lastName = uniqueName();
  const [[carrier], owner] = await Promise.all([
    callApi<Saved[]>(page, 'GET', 'Carrier'),
    callApi<Saved>(page, 'POST', 'FirmOwner/1', { person: { firstName: 'Ada', lastName, ownerType: 1 } }),
  ]);
  const numbers = { recommended: `N${uniqueName()}`, replaced: `O${uniqueName()}` };
  const parties = [{ kind: 2, typeId: 1, uuid: owner.uuid }];
  const basics = {
    carrierUuid: carrier?.uuid,
    productType: 'FixedDeferred',
    status: 'InForce',
    issueDate: '2022-05-01',
  };
  await callApi(page, 'POST', 'allannuity', {
    contract: { ...basics, contractNumber: numbers.recommended, contractValue: '120000' },
    parties,
  });
  await callApi(page, 'POST', 'allannuity', {
    contract: {
      ...basics,
      contractNumber: numbers.replaced,
      contractValue: '100000',
      annuitySurrenderValue: '94000.50',
      deathBenefit: '105000',
      surrenderPeriodEndDate: '2030-05-01',
    },
    parties,
  });
  return { name: `Ada ${lastName}`, path: `/people/owners/${owner.uuid}?tab=bestInterest`, ...numbers };
}

const TEXTS = {
  'Annual income': '$85,000',
  'Financial situation': 'A mortgage until 2031, no other debts.',
  'Existing assets': 'Two annuities and an IRA.',
  'Liquid net worth': '640,000',
  'Insurance needs': 'Income for life.',
  'Financial objectives': 'Preserve capital.',
  'Intended use': 'Retirement income.',
  'Liquidity needs': 'Six months of expenses.',
};
const CHOICES = {
  'Financial experience': 'Good',
  'Financial time horizon': '6 to 10 years',
  'Source of the funds': 'Another annuity',
  'Risk tolerance': 'Moderate',
  'Accepts values': 'No',
  'Tax status': 'Married, filing jointly',
};

journey('a best interest form is filled in, signed, downloaded and compared with a new version', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const owner = await addOwner(page);
  await page.goto(owner.path);
  await heading(page).filter({ hasText: owner.name }).waitFor();
  const audit = accessibilityAudit(page);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Start form' }).click();
  const form = page.getByRole('dialog', { name: /^Best interest form/ });
  const starting = (name: string) => ({ name: new RegExp(`^${name}`) });
  const text = (name: string) => form.getByRole('textbox', starting(name));
  const choose = (name: string, label: string | RegExp) =>
    form
      .getByRole('combobox', starting(name))
      .locator('option')
      .filter({ hasText: label })
      .first()
      .getAttribute('value')
      .then((value) => form.getByRole('combobox', starting(name)).selectOption(value));
  expect(await text('Producer$').inputValue()).toBe(DANA);
  await text('Age').fill('66');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await toast(page, 'Draft saved').waitFor();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('progressbar', { name: '2 of 23 required fields' }).waitFor();
  const missing = page.getByRole('list', { name: 'Missing fields' });
  expect(await missing.getByRole('listitem').count()).toBe(21);
  await audit.at('draft', page.getByRole('main'));
  await wide();
  await missing.getByRole('link', { name: 'Basis of the recommendation' }).click();
  await text('Basis').and(page.locator(':focus')).waitFor();
  await text('Basis').fill('Guaranteed income without market risk.');
  for (const [name, words] of Object.entries(TEXTS)) await text(name).fill(words);
  for (const [name, label] of Object.entries(CHOICES)) await choose(name, label);
  await choose('Recommended annuity', new RegExp(owner.recommended));
  await text('New option').fill('Bond ladder');
  await text('New option').press('Enter');
  await form.getByLabel('Date of the recommendation').fill(dayFromNow(-2));
  await form.getByLabel('Producer disclosure given on').fill(dayFromNow(-3));
  await choose('Compensation', 'Commission');
  await choose('Annuities available from', 'Two or more insurers');

  await choose('Replaces a contract', 'Yes');
  await text('Benefits that are lost').fill('A higher rate.');
  await choose('Replaced contract', new RegExp(owner.replaced));
  expect(await text('Surrender charge').inputValue()).toBe('$5,999.50');
  expect(await text('Benefits that are lost').inputValue()).toBe('A higher rate.');
  await form.getByText('$94,000.50').waitFor();
  await audit.at('form', form);
  await wide();
  await form.getByRole('button', { name: 'Fill in values from the book' }).click();
  expect(await text('Benefits that are lost').inputValue()).toContain('Death benefit: $105,000.00');
  await text('New fees').fill('None.');
  await choose('Other exchange', 'No');
  await choose('Benefits outweigh', 'Yes');
  await form.getByRole('progressbar', { name: '28 of 28 required fields' }).waitFor();
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Mark complete' }).click();
  await toast(page, 'Form marked complete').waitFor();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const sign = page.getByRole('dialog', { name: 'Sign version 1' });
  expect(await sign.getByRole('textbox', starting('Consumer$')).inputValue()).toContain(
    owner.name.replace('Ada ', ''),
  );
  await sign.getByLabel('Consumer signed on').fill(dayFromNow(-1));
  await sign.getByLabel('Producer signed on').fill(dayFromNow(-1));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    sign.getByRole('button', { name: 'Upload signed document' }).click(),
  ]);
  const paper = Buffer.from('%PDF-1.7 a signed form');
  await chooser.setFiles({ name: 'signed form.pdf', mimeType: 'application/pdf', buffer: paper });
  await sign.getByRole('option', { name: 'signed form.pdf', selected: true }).waitFor({ state: 'attached' });
  await audit.at('sign', sign);
  await wide();
  await sign.getByRole('button', { name: 'Sign', exact: true }).click();
  await toast(page, 'Version 1 signed').waitFor();

  const first = page.getByRole('article', { name: 'Version 1' });
  await first.getByText('Signed', { exact: true }).waitFor();
  await first.getByText('Review due').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const pdf = await readFile(await download.path());
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  await audit.at('signed form', page.getByRole('main'));
  await wide();

  await first.getByRole('button', { name: 'New version' }).click();
  expect(await form.getByLabel('Date of the recommendation').inputValue()).toBe('');
  await text('Annual income').fill('90,000');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'Version 2' }).waitFor();
  await page.getByRole('button', { name: 'Compare versions' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare versions' });
  await compare.getByRole('row', { name: 'Annual income Changed $85,000.00 $90,000.00' }).waitFor();
  expect(await compare.getByRole('row', { name: /^Tax status/ }).count()).toBe(0);
  await compare.getByRole('switch', { name: 'Only differences' }).uncheck();
  await compare.getByRole('row', { name: /^Tax status Married/ }).waitFor();
  await audit.at('comparison', compare);
  expect(audit.found).toEqual([]);

  const reader = await openAs(THEO, owner.path);
  const second = reader.getByRole('article', { name: 'Version 2' });
  await second.getByRole('button', { name: 'Download PDF' }).waitFor();
  expect(await second.getByRole('button').count()).toBe(1);
  await reader.getByRole('button', { name: 'View version 1' }).click();
  await reader.getByRole('article', { name: 'Version 1' }).waitFor();
  expect(await reader.getByRole('button', { name: /New version|^Edit|^Sign|^Delete/ }).count()).toBe(0);
});

journey('the list of best interest forms finds a draft and opens it', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const owner = await addOwner(page);
  await page.goto(owner.path);
  await page.getByRole('button', { name: 'Start form' }).click();
  const form = page.getByRole('dialog', { name: /^Best interest form/ });
  await form.getByRole('button', { name: 'Save draft' }).click();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Business', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Best Interest', exact: true }).click();
  await waitForRows(page);
  const lastName = owner.name.split(' ')[1] ?? '';
  await search(page, lastName);
  const row = page.getByRole('row', { name: new RegExp(lastName) });
  await row.getByText('Draft').waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('best interest forms');
  expect(audit.found).toEqual([]);
  await row.getByRole('link').first().click();
  await page.waitForURL(/tab=bestInterest&version=/);
  await heading(page).filter({ hasText: owner.name }).waitFor();
});
