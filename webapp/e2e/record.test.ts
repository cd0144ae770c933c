import { callApi } from './support/api';
import { DANA, expectConsoleError, journey, openAs, PRIYA, THEO, uniqueName } from './support/journey';
import { heading, waitForRows } from './support/list';

interface Saved {
  uuid: string;
}
interface Page<T> {
  items: (Saved & T)[];
}

const POLICY = {
  filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
  selectColumns: ['policyNumber'],
};

journey('each tab of a record opens and has its own URL', async () => {
  const page = await openAs(DANA, '/people/owners?s=-annuityCount,-policyCount');
  await waitForRows(page);
  const { items } = await callApi<Page<{ policyCount: number; annuityCount: number }>>(
    page,
    'POST',
    'FirmOwner/search',
    {
      filter: [
        { column: 'policyCount', op: 'gte', value: 2 },
        { column: 'annuityCount', op: 'gte', value: 1 },
      ],
      selectColumns: ['policyCount', 'annuityCount'],
      limit: { offset: 0, rowCount: 1 },
    },
  );
  const [owner] = items;
  await page.goto(`/people/owners/${owner?.uuid}`);
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Contracts' }).waitFor();

  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.waitForURL(/\?tab=policies/);
  const rows = (count: number) =>
    page
      .getByRole('grid')
      .and(page.locator(`[aria-rowcount="${count + 2}"]`))
      .waitFor();
  await rows(owner?.policyCount ?? 0);
  await page.getByRole('tab', { name: 'Annuities' }).click();
  await page.waitForURL(/\?tab=annuities/);
  await rows(owner?.annuityCount ?? 0);

  await page.reload();
  await page.getByRole('tab', { name: 'Annuities', selected: true }).waitFor();
  await rows(owner?.annuityCount ?? 0);
  await page.goBack();
  await page.getByRole('tab', { name: 'Policies', selected: true }).waitFor();
});

journey('an owner is attached to a policy, and Undo detaches it', async () => {
  const page = await openAs(DANA, '/people/owners?s=name');
  const name = uniqueName();
  const [owner, found] = await Promise.all([
    callApi<Saved>(page, 'POST', 'FirmOwner/1', {
      person: { firstName: 'Ada', lastName: name, ownerType: 1 },
    }),
    callApi<Page<{ policyNumber: string }>>(page, 'POST', 'allpolicy/search', {
      ...POLICY,
      limit: { offset: 7, rowCount: 1 },
    }),
  ]);
  const number = found.items[0]?.policyNumber ?? '';

  await page.goto(`/people/owners/${owner.uuid}?tab=policies`);
  await page.getByText('No policies yet').waitFor();
  await page.getByRole('button', { name: 'Attach' }).first().click();
  const dialog = page.getByRole('dialog', { name: `Attach Ada ${name}` });
  await dialog.getByRole('combobox', { name: 'Policies and annuities' }).fill(number);
  await dialog.getByRole('option', { name: number }).first().click();
  await dialog.getByRole('button', { name: `Attach to ${number}`, exact: true }).click();
  await page.getByText('Owner added to policy').waitFor();
  await page.getByRole('gridcell', { name: number }).waitFor();
  await page.getByRole('tab', { name: /^Policies ?1$/ }).waitFor();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No policies yet').waitFor();
  await page.getByRole('tab', { name: /^Policies ?0$/ }).waitFor();
});

journey('a tax ID is revealed with permission and hidden again', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name');
  const { uuid } = await callApi<Saved>(page, 'POST', 'FirmInsured/1', {
    person: { firstName: 'Ada', lastName: uniqueName(), taxId: '219-09-9998' },
  });
  await page.goto(`/people/insureds/${uuid}`);
  await page.getByText('***-**-9998').waitFor();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await page.getByText('219-09-9998').waitFor();
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByText('***-**-9998').waitFor();
  expect(await page.content()).not.toContain('219-09-9998');

  const theo = await openAs(THEO, `/people/insureds/${uuid}`);
  await theo.getByText('***-**-9998').waitFor();
  expect(await theo.getByRole('button', { name: 'Reveal' }).count()).toBe(0);
});

journey('read-only users see no write or export actions', async () => {
  const page = await openAs(THEO, '/people/agents?s=name');
  await waitForRows(page);
  const forbidden = page.getByRole('button', { name: /^(Add|Edit|More|Delete|Attach|Export)/ });
  expect(await forbidden.count()).toBe(0);
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.getByRole('toolbar', { name: 'Tools for policies' }).waitFor();
  expect(await forbidden.count()).toBe(0);
  // The panel's URL does not open it either.
  await page.goto('/people/agents?panel=add');
  await waitForRows(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

journey('a record of another firm is not found', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  const { uuid } = await callApi<Saved>(page, 'POST', 'FirmAgent/1', {
    person: { firstName: 'Ada', lastName: uniqueName() },
  });
  const otherFirmPage = await openAs(PRIYA, '/people/agents?s=name');
  expectConsoleError(/404/);
  await otherFirmPage.goto(`/people/agents/${uuid}`);
  await otherFirmPage.getByRole('heading', { name: 'No such agent' }).waitFor();
  await otherFirmPage.getByRole('link', { name: 'All agents' }).click();
  await waitForRows(otherFirmPage);
  await heading(otherFirmPage).getByText('Agents').waitFor();
});
