import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { linesOfBusiness } from '../lines-of-business';
import type { BulkRequest } from './api';
import { BulkField } from './bulk-field';

test('clears a field only if the user chooses so', async () => {
  const server = fakeServer({
    'POST allpolicy/bulk/preview': () => ({
      changed: 22,
      unchanged: 0,
      selected: 22,
      current: [],
      problems: [],
    }),
  });
  const changes = () => server.of('allpolicy/bulk/preview').map(({ body }) => (body as BulkRequest).change);
  const { user } = renderPage(
    <BulkField
      line={linesOfBusiness.policy}
      contracts={{ rowUuids: ['p1'] }}
      count={22}
      opened
      onClose={() => {}}
    />,
  );
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Payment method');
  expect(screen.getByText('Enter the new value to see what will change.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled();

  await user.type(screen.getByRole('textbox', { name: 'New value' }), 'Electronic');
  expect(await screen.findByRole('button', { name: 'Change 22 policies' })).toBeEnabled();
  await user.click(screen.getByRole('checkbox', { name: 'Clear the field' }));
  expect(await screen.findByRole('button', { name: 'Clear in 22 policies' })).toBeEnabled();
  expect(changes()).toEqual([
    { kind: 'field', field: 'paymentMethod', value: 'Electronic' },
    { kind: 'field', field: 'paymentMethod', value: null },
  ]);
});

test('does not offer to clear a required field', async () => {
  fakeServer({});
  const { user } = renderPage(
    <BulkField
      line={linesOfBusiness.policy}
      contracts={{ rowUuids: ['p1'] }}
      count={2}
      opened
      onClose={() => {}}
    />,
  );
  const field = await screen.findByRole('combobox', { name: 'Field' });
  await user.selectOptions(field, 'PolicyGuard');
  expect(screen.getByRole('combobox', { name: 'New value' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Clear the field' })).toBeNull();
});
