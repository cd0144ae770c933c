import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { linesOfBusiness } from '../lines-of-business';
import { AddContract } from './add-contract';

const panel = <AddContract line={linesOfBusiness.policy} opened onClose={() => undefined} />;
const AGENT_REQUIRED = 'Add at least one of your agents.';

test('shows errors in the fields and in the parties together', async () => {
  fakeServer({
    'GET Carrier': () => [],
    'POST allpolicy': () =>
      problem(400, 'validation_failed', 'Some values are not valid.', [
        { field: 'contract.policyNumber', code: 'required', message: 'Enter the policy number.' },
        { field: 'parties', code: 'agent_required', message: AGENT_REQUIRED },
      ]),
  });
  const { user } = renderPage(panel, { scope: 'Block' });
  expect(await screen.findByText(/^Add at least one of your agents, so that/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Party type' })).toHaveValue('agent');
  await user.click(screen.getByRole('button', { name: 'Add policy' }));
  expect(await screen.findByText('Enter the policy number.')).toBeVisible();
  expect(screen.getByText(AGENT_REQUIRED)).toHaveAttribute('role', 'alert');
});

test('names an error in the parties that concerns no field', async () => {
  fakeServer({
    'GET Carrier': () => [],
    'POST allpolicy': () =>
      problem(400, 'validation_failed', 'Some values are not valid.', [
        { field: 'parties', code: 'agent_required', message: AGENT_REQUIRED },
      ]),
  });
  const { user } = renderPage(panel);
  expect(await screen.findByRole('combobox', { name: 'Party type' })).toHaveValue('owner');
  expect(screen.queryByText(/so that you can open/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add policy' }));
  expect(await screen.findByText('Add Failed.')).toBeVisible();
  // In the form and in the toast.
  expect(await screen.findAllByText(AGENT_REQUIRED)).toHaveLength(2);
});
