import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { FaultGroup } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { Faults } from './faults';

const group = (changed: Partial<FaultGroup>): FaultGroup => ({
  code: 'invalid_email',
  field: 'person.email',
  label: 'Email',
  column: 2,
  message: 'Enter a valid email address.',
  warning: false,
  count: 1,
  samples: [{ row: 3, value: 'ada@' }],
  repairs: ['clear'],
  isSkipped: false,
  ...changed,
});

test('shows field and row errors with their repairs', async () => {
  const ofRow = group({
    code: 'owner_type_missing',
    field: '',
    label: '',
    column: null,
    message: 'Select an owner type.',
    count: 1_200,
    samples: [{ row: 4, value: 'Riverside Group' }],
    repairs: [],
  });
  const onRepair = jest.fn();
  const groups = [group({}), ofRow];
  const { user, container } = renderPage(
    <Faults groups={groups} isBusy={false} onRepair={onRepair}>
      {[]}
    </Faults>,
  );
  expect(screen.getByRole('heading', { name: /^Error ?Email: Enter a valid email/ })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: /^Error ?Select an owner type/ })).toBeInTheDocument();
  expect(screen.getByText('1,200 rows · row 4: Riverside Group')).toBeInTheDocument();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  const name = 'Clear the field: Email: Enter a valid email address.';
  await user.click(screen.getByRole('button', { name }));
  expect(onRepair).toHaveBeenCalledWith(groups[0], 'clear');
  expect(await axe(container)).toHaveNoViolations();
});

test('offers to keep only the digits of values that have digits', () => {
  const npn = { code: 'invalid_npn', repairs: ['keepDigits', 'clear'] } satisfies Partial<FaultGroup>;
  const groups = [
    group({ ...npn, label: 'NPN', samples: [{ row: 3, value: 'abc' }] }),
    group({ ...npn, label: 'Other NPN', field: 'b', samples: [{ row: 3, value: 'a12' }] }),
  ];
  renderPage(
    <Faults groups={groups} isBusy={false} onRepair={jest.fn()}>
      {[]}
    </Faults>,
  );
  expect(screen.queryByRole('button', { name: /^Keep digits only: NPN/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Keep digits only: Other NPN/ })).toBeVisible();
});
