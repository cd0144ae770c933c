import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Decision, PreviewRow, ReviewGroup } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { Reviews, withDecision } from './reviews';
import { uploadKinds } from '../upload-kind';
import { RowChanges, RowMatch } from './row-match';

const GROUP: ReviewGroup = {
  reason: 'probableMatch',
  message: 'This row is probably for an existing contact.',
  rows: 1_200,
  open: 1_199,
};

const ROW: PreviewRow = {
  row: 7,
  outcome: 'review',
  person: {},
  taxIdMasked: null,
  custom: {},
  faults: [],
  contactUuid: '018f0000-0000-7000-8000-000000000001',
  contactName: 'Lee, Ada',
  matchKey: 'nameAndBirthDate',
  earlierRow: null,
  review: 'probableMatch',
  changes: [{ field: 'person.phone', label: 'Phone', before: null, after: '(415) 555-0100' }],
  possibleDuplicate: null,
  contract: null,
};

test('makes one decision for all rows with the same reason', async () => {
  const onDecide = jest.fn();
  const { user, container } = renderPage(
    <Reviews groups={[GROUP]} decisions={[]} isBusy={false} onDecide={onDecide} />,
  );
  expect(screen.getByText('1,200 rows, 1,199 not imported until you decide')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^All: Different contact/ }));
  expect(onDecide).toHaveBeenCalledWith({ reason: 'probableMatch', row: null, choice: 'different' });
  expect(await axe(container)).toHaveNoViolations();
});

test('shows the contact that a row matches, the match key and the changes', async () => {
  const onDecide = jest.fn();
  const decisions: Decision[] = [{ reason: 'probableMatch', row: null, choice: 'same' }];
  const { user, container } = renderPage(
    <>
      <RowMatch row={ROW} kind={uploadKinds.agent} decisions={decisions} isBusy={false} onDecide={onDecide} />
      <RowChanges row={ROW} />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Lee, Ada' })).toHaveAttribute(
    'href',
    '/people/agents/018f0000-0000-7000-8000-000000000001',
  );
  expect(screen.getByText('by name and date of birth')).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Changes' })).getByRole('listitem')).toHaveTextContent(
    'Phone: empty → (415) 555-0100',
  );
  expect(screen.getByRole('button', { name: 'Row 7: Same contact' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Row 7: Different contact' }));
  expect(onDecide).toHaveBeenCalledWith({ reason: 'probableMatch', row: 7, choice: 'different' });
  expect(await axe(container)).toHaveNoViolations();
});

test('a decision for all rows replaces those for single rows', () => {
  const one: Decision = { reason: 'probableMatch', row: 7, choice: 'same' };
  const other: Decision = { reason: 'identityChange', row: 7, choice: 'same' };
  const all: Decision = { reason: 'probableMatch', row: null, choice: 'different' };
  expect(withDecision([one, other], all)).toEqual([other, all]);
  expect(withDecision([all], one)).toEqual([all, one]);
  expect(withDecision([all, one], { ...one, choice: 'different' })).toEqual([
    all,
    { ...one, choice: 'different' },
  ]);
});

test('names a stored contact that a new row may duplicate', () => {
  const row: PreviewRow = {
    ...ROW,
    outcome: 'new',
    contactUuid: null,
    contactName: null,
    matchKey: null,
    review: null,
    changes: [],
    possibleDuplicate: {
      contact: { uuid: 'b', name: 'Lee, Adah', detail: null, policyCount: 1, annuityCount: 0 },
      percent: 94,
      likeness: 'likely',
      likenessLabel: 'Likely duplicate',
      reasons: [
        { label: 'Last name matches', reason: { field: 'lastName', agreement: 'exact', points: 34 } },
      ],
    },
  };
  renderPage(
    <RowMatch row={row} kind={uploadKinds.agent} decisions={[]} isBusy={false} onDecide={jest.fn()} />,
  );
  const link = screen.getByRole('link', { name: 'Lee, Adah' });
  expect(link).toHaveAttribute('href', '/people/agents/b');
  expect(link.parentElement).toHaveTextContent('Possible duplicate of Lee, Adah (94%)');
  expect(link.parentElement).toHaveAttribute('title', 'Last name matches');
});
