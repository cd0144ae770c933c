import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { Preview, PreviewRow } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { MatchOptions } from '../map/match-options';
import { uploadKind, uploadKinds } from '../upload-kind';
import type { WholeMapping } from '../whole-mapping';
import { PreviewTable } from './preview-table';

const COUNTS = {
  new: 0,
  update: 1,
  unchanged: 0,
  duplicateInFile: 0,
  duplicateInFirm: 0,
  review: 0,
  error: 0,
  skipped: 0,
  total: 1,
  warning: 0,
};

const ROW: PreviewRow = {
  row: 2,
  outcome: 'update',
  person: {},
  taxIdMasked: null,
  custom: {},
  faults: [],
  contactUuid: null,
  contactName: null,
  matchKey: null,
  earlierRow: null,
  review: null,
  changes: [
    { field: 'policyCashValue', label: 'Cash Value', before: '$700.00', after: '$750.00' },
    { field: 'loanRate', label: 'Loan Rate', before: null, after: '5.5%' },
  ],
  possibleDuplicate: null,
  contract: { uuid: 'p-1', number: 'AB-001', values: { policyNumber: 'ab-001', policyCashValue: '$750.00' } },
};

const column = (sourceColumn: number, header: string, target: string) => ({
  sourceColumn,
  header,
  target,
  sample: [],
  transform: 'asIs' as const,
  confidence: 97,
  leftOut: null,
});

const MAPPING: WholeMapping = {
  columns: [column(0, 'Policy No.', 'policyNumber'), column(1, 'CV', 'policyCashValue')],
  mode: 'update',
  matchKeys: [],
  repairs: [],
  answers: [],
  decisions: [],
};

const PREVIEW: Preview = {
  mapping: MAPPING,
  limit: { offset: 0, rowCount: 10 },
  rows: [ROW],
  counts: COUNTS,
  groups: [],
  questions: [],
  reviews: [],
};

test('shows the stored contract, its changes and the values in the file', async () => {
  const { container } = renderPage(
    <PreviewTable
      preview={PREVIEW}
      kind={uploadKinds.policy}
      isBusy={false}
      outcome={null}
      onShow={jest.fn()}
      onDecide={jest.fn()}
    />,
  );
  expect(screen.getByRole('link', { name: 'AB-001' })).toHaveAttribute('href', '/business/policies/p-1');
  const changes = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(changes).toEqual(['Cash Value: $700.00 → $750.00', 'Loan Rate: empty → 5.5%']);
  expect(screen.getByRole('columnheader', { name: 'CV' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'ab-001' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: '$750.00' })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('contracts have no match keys to choose', () => {
  renderPage(<MatchOptions kind={uploadKind(5).type} mapping={MAPPING} onChange={jest.fn()} />);
  expect(screen.queryByRole('group', { name: 'Match contacts by' })).not.toBeInTheDocument();
  expect(screen.getByText(/matched by number and carrier/)).toBeInTheDocument();
});

test('every upload type has its own labels and paths', () => {
  const types = [1, 2, 3, 4, 5] as const;
  expect(types.map((type) => uploadKind(type).many)).toEqual([
    'agents',
    'owners',
    'insureds',
    'policies',
    'annuities',
  ]);
  expect(types.map((type) => uploadKind(type).type)).toEqual(types);
});
