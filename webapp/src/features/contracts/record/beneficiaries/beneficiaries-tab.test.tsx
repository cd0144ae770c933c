import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import type { Beneficiary, BeneficiaryInput } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { useQuery } from '@tanstack/react-query';
import { contractQuery } from '../../api/get-contract';
import { linesOfBusiness } from '../../lines-of-business';
import { BeneficiariesTab } from './beneficiaries-tab';

const beneficiary = (change: Partial<Beneficiary> = {}): Beneficiary => ({
  uuid: 'b1',
  class: 'Primary',
  name: 'Bo Lee',
  relationship: 'Spouse',
  birthDate: '1970-03-04',
  sharePercent: '100.0000',
  isIrrevocable: false,
  isPerStirpes: false,
  contactUuid: null,
  contactType: null,
  version: 4,
  ...change,
});

/** Loads the contract like its page, then renders the tab. */
function Loaded() {
  const { data } = useQuery(contractQuery(linesOfBusiness.policy, 'p1'));
  return data ? <BeneficiariesTab line={linesOfBusiness.policy} record={data} /> : null;
}

function open(
  beneficiaries: () => Beneficiary[],
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  search = '',
  write = true,
) {
  const server = fakeServer({
    'GET allpolicy/p1': () => ({
      uuid: 'p1',
      version: 1,
      contract: {},
      parties: [],
      beneficiaries: beneficiaries(),
    }),
    ...routes,
  });
  const may = { read: true, write };
  const view = renderPage(null, {
    address: `/p${search}`,
    features: { allPolicies: may, contacts: may },
    routes: [{ path: '/p', element: <Loaded /> }],
  });
  return { ...view, server };
}

test('lists beneficiaries by class', async () => {
  const linked = { contactUuid: 'o1', contactType: 2 as const };
  const all = [
    beneficiary({ ...linked, isIrrevocable: true, isPerStirpes: true }),
    beneficiary({
      uuid: 'b2',
      class: 'Contingent',
      name: 'Ada Lee',
      relationship: 'Child',
      sharePercent: null,
    }),
  ];
  const { container } = open(() => all, {}, '', false);
  const primary = within(await screen.findByRole('table', { name: 'Primary beneficiaries' }));
  expect(primary.getByRole('link', { name: 'Bo Lee' })).toHaveAttribute('href', '/people/owners/o1');
  for (const text of ['Spouse', '03/04/1970', '100%', 'Irrevocable, Per stirpes']) {
    expect(primary.getByText(text)).toBeInTheDocument();
  }
  const contingent = within(screen.getByRole('table', { name: 'Contingent beneficiaries' }));
  expect(contingent.getByRole('rowheader', { name: 'Ada Lee' })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test('validates fields on blur, and adds a contingent beneficiary', async () => {
  let all: Beneficiary[] = [];
  const { user, server, router } = open(() => all, {
    'POST allpolicy/p1/beneficiary': ({ body }) => {
      const { sharePercent, name } = body as BeneficiaryInput;
      if (sharePercent === '90') {
        const message = 'Contingent beneficiary shares total 130%.';
        return problem(400, 'invalid', 'Please check.', [{ field: 'sharePercent', code: 'sum', message }]);
      }
      all = [beneficiary({ uuid: 'b2', name, class: 'Contingent' })];
      return json(201, all[0]);
    },
  });
  expect(await screen.findByText(/No primary beneficiaries yet/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add contingent beneficiary' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add beneficiary' }));
  expect(dialog.getByRole('combobox', { name: 'Class' })).toHaveValue('Contingent');
  const share = dialog.getByRole('textbox', { name: 'Share' });
  await user.type(share, '0');
  expect(share).toBeValid();
  await user.tab();
  await waitFor(() => expect(share).toBeInvalid());
  await user.clear(share);
  await user.type(share, '90');
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  expect(name).toBeInvalid();
  expect(name).toHaveFocus();
  expect(server.of('allpolicy/p1/beneficiary')).toEqual([]);
  await user.type(name, 'Ada Lee');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Relationship' }), 'Child');
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  expect(await dialog.findByText(/total 130%/)).toBeInTheDocument();
  await user.clear(share);
  await user.type(share, '33.3333');
  await user.click(dialog.getByRole('checkbox', { name: 'Per stirpes' }));
  await user.click(dialog.getByRole('button', { name: 'Add beneficiary' }));
  expect(await screen.findByText('Ada Lee added')).toBeInTheDocument();
  const sent = server.of('allpolicy/p1/beneficiary').at(-1);
  expect(sent?.headers['idempotency-key']).toBeTruthy();
  expect(sent?.body).toEqual({
    version: null,
    class: 'Contingent',
    name: 'Ada Lee',
    relationship: 'Child',
    birthDate: '',
    sharePercent: '33.3333',
    isIrrevocable: false,
    isPerStirpes: true,
    contactUuid: null,
  });
  expect(router.state.location.search).toBe('');
  expect(await screen.findByRole('rowheader', { name: 'Ada Lee' })).toBeInTheDocument();
});

test('resolves a version conflict field by field', async () => {
  const theirs = beneficiary({ version: 7, sharePercent: '25.0000', relationship: 'Other' });
  const conflict = { code: 'version_conflict', message: '', errors: [], traceId: 't', current: theirs };
  const sent: BeneficiaryInput[] = [];
  const { user } = open(() => [beneficiary()], {
    'PUT allpolicy/p1/beneficiary/b1': ({ body }) => {
      sent.push(body as BeneficiaryInput);
      return sent.length === 1 ? json(409, conflict) : beneficiary({ version: 8 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Bo Lee' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit beneficiary' }));
  const share = dialog.getByRole('textbox', { name: 'Share' });
  expect(share).toHaveValue('100');
  await user.clear(share);
  await user.type(share, '40');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await screen.findByRole('group', { name: 'Share' });
  await user.click(within(choice).getByRole('radio', { name: /Keep mine 40%/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Bo Lee saved')).toBeInTheDocument();
  expect(sent[1]).toMatchObject({ version: 7, sharePercent: '40', relationship: 'Other' });
});

test('deletes a beneficiary, and Undo restores it', async () => {
  let all = [beneficiary()];
  const { user } = open(() => all, {
    'DELETE allpolicy/p1/beneficiary/b1?version=4': () => {
      all = [];
      return json(204, null);
    },
    'POST allpolicy/p1/beneficiary/b1/restore': () => {
      all = [beneficiary({ version: 6 })];
      return all[0];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Bo Lee' }));
  expect(await screen.findByText(/No primary beneficiaries yet/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add primary beneficiary' })).toHaveFocus());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Bo Lee restored')).toBeInTheDocument();
  expect(await screen.findByRole('rowheader', { name: 'Bo Lee' })).toBeInTheDocument();
});

test('reports a failed deletion and keeps the beneficiary', async () => {
  const { user } = open(() => [beneficiary()], {
    'DELETE allpolicy/p1/beneficiary/b1?version=4': () =>
      problem(409, 'version_conflict', 'Changed meanwhile.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Bo Lee' }));
  expect(await screen.findByText('Update Failed.')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Bo Lee' })).toBeInTheDocument();
});
