import { jest } from '@jest/globals';
import { fakeServer, problem } from '@/testing/fake-server';
import { getByLabelText, getByRole, queryByRole, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { widgetContext } from '../testing';
import { ImportView } from './view';

const GUID = '01936d0e-0000-7000-8000-000000000002';
const token = { accessToken: 'token', expiresIn: 600, firmId: 7, reportUuid: null };
const column = (sourceColumn: number, header: string, target: string | null) => ({
  sourceColumn,
  header,
  sample: ['Grace'],
  target,
  transform: 'asIs',
  confidence: 100,
  leftOut: null,
});
const mapping = {
  columns: [column(0, 'First', 'firstName'), column(1, 'Last', 'lastName'), column(2, 'Shoe', null)],
  mode: 'addOnly',
  matchKeys: [],
  answers: [],
  repairs: [],
  decisions: [],
};
const none = {
  new: 0,
  update: 0,
  unchanged: 0,
  duplicateInFile: 0,
  duplicateInFirm: 0,
  review: 0,
  error: 0,
  skipped: 0,
  total: 0,
  warning: 0,
};
const counts = { ...none, new: 2, error: 1, total: 3 };
const preview = {
  mapping,
  limit: { offset: 0, rowCount: 10 },
  rows: [],
  counts,
  groups: [
    {
      code: 'email',
      field: 'person.email',
      label: 'Email',
      column: 2,
      message: 'Enter a valid email address.',
      warning: false,
      count: 1,
      samples: [{ row: 2, value: 'x' }],
      repairs: ['skipRows'],
      isSkipped: false,
    },
  ],
  questions: [],
  reviews: [],
};
const upload = (state: string) => ({
  storageGuid: GUID,
  uploadType: 1,
  fileName: 'agents.csv',
  state,
  counts,
  progress: null,
  error: null,
  undoUntil: null,
});

const file = () => new File(['First,Last,Shoe\nGrace,Hopper,40\n'], 'agents.csv', { type: 'text/csv' });

function open(scopes: string[], routes: Record<string, (request: { body: unknown }) => unknown> = {}) {
  const server = fakeServer({
    'POST Embed/token': () => ({ ...token, scopes }),
    'POST Cohort/bulk/map/1/firm/7': () => ({ storageGuid: GUID, mapping, customFields: [], reading: {} }),
    [`POST Cohort/bulk/preview/${GUID}`]: () => preview,
    [`POST Cohort/bulk/submit/${GUID}/cohort/none`]: () => upload('Submitted'),
    [`GET Cohort/bulk/${GUID}`]: () => ({ upload: upload('Done') }),
    ...routes,
  });
  const context = widgetContext('import');
  const view = new ImportView(context);
  view.open();
  return { ...context, view, server };
}

const press = (root: HTMLElement, name: RegExp) => userEvent.click(getByRole(root, 'button', { name }));

test('imports a file in four steps and tells the page', async () => {
  const { root, sent, view, server } = open(['importAgents']);
  await userEvent.upload(await waitFor(() => getByLabelText(root, 'File of agents')), file());
  await waitFor(() => getByRole(root, 'heading', { name: 'Columns of agents.csv' }));
  await userEvent.selectOptions(getByLabelText(root, 'Shoe becomes'), 'middleName');
  expect(document.activeElement).toBe(getByLabelText(root, 'Shoe becomes'));
  await press(root, /^Preview$/);
  expect(document.activeElement).toBe(await waitFor(() => getByRole(root, 'heading', { name: 'Preview' })));
  const sentMapping = server.of(`Cohort/bulk/preview/${GUID}`)[0]?.body as { mapping: typeof mapping };
  expect(sentMapping.mapping.columns[2]).toMatchObject({ target: 'middleName', confidence: 100 });
  expect(root.textContent).toContain('Email: Enter a valid email address.');
  await press(root, /^Skip these rows$/);
  await waitFor(() => expect(server.of(`Cohort/bulk/preview/${GUID}`)).toHaveLength(2));
  const repaired = server.of(`Cohort/bulk/preview/${GUID}`)[1]?.body as { mapping: typeof mapping };
  expect(repaired.mapping.repairs).toEqual([{ code: 'email', field: 'person.email', kind: 'skipRows' }]);
  await press(root, /^Import 2 rows$/);
  await waitFor(() => getByRole(root, 'heading', { name: 'Importing' }));
  expect(server.of(`Cohort/bulk/submit/${GUID}/cohort/none`)[0]?.body).toEqual({ counts });
  view.hear('JobProgress', [{ jobUuid: 'another' }]);
  view.hear('JobProgress', [{ jobUuid: GUID }]);
  await waitFor(() => getByRole(root, 'heading', { name: '2 rows imported' }));
  expect(server.of(`Cohort/bulk/${GUID}`)).toHaveLength(1);
  expect(sent).toContainEqual({ type: 'imported', uploadUuid: GUID, added: 2, updated: 0, rejected: 1 });
  await press(root, /^Import another file$/);
  getByLabelText(root, 'File of agents');
});

test('asks what a file contains if the session allows several kinds', async () => {
  const { root } = open(['importAgents', 'importPolicies']);
  const field = await waitFor(() => getByLabelText<HTMLSelectElement>(root, 'Records in the file'));
  expect([...field.options].map(({ text }) => text)).toEqual(['Agents', 'Life policies']);
});

test('shows why a file was refused and keeps the step', async () => {
  const { root, sent } = open(['importAgents'], {
    'POST Cohort/bulk/map/1/firm/7': () => problem(422, 'empty', 'The file is empty. Choose another file.'),
  });
  await userEvent.upload(await waitFor(() => getByLabelText(root, 'File of agents')), file());
  await waitFor(() => expect(root.textContent).toContain('The file is empty. Choose another file.'));
  getByLabelText(root, 'File of agents');
  expect(sent).toContainEqual(expect.objectContaining({ type: 'error', code: 'empty' }));
});

test('cannot import a file without rows to import', async () => {
  const { root } = open(['importAgents'], {
    [`POST Cohort/bulk/preview/${GUID}`]: () => ({ ...preview, counts: { ...none, error: 3, total: 3 } }),
  });
  await userEvent.upload(await waitFor(() => getByLabelText(root, 'File of agents')), file());
  await waitFor(() => getByRole(root, 'button', { name: 'Preview' }));
  await press(root, /^Preview$/);
  const submit = await waitFor(() => getByRole<HTMLButtonElement>(root, 'button', { name: 'Import' }));
  expect(submit.disabled).toBe(true);
  expect(queryByRole(root, 'button', { name: 'Download rejected rows' })).not.toBeNull();
});

test('stops looking up an import when its session has ended', async () => {
  let lookUps = 0;
  const { root, view, sent } = open(['importAgents'], {
    [`GET Cohort/bulk/${GUID}`]: () => {
      lookUps += 1;
      return problem(403, 'forbidden', 'No.');
    },
  });
  await userEvent.upload(await waitFor(() => getByLabelText(root, 'File of agents')), file());
  await waitFor(() => getByRole(root, 'button', { name: 'Preview' }));
  await press(root, /^Preview$/);
  await waitFor(() => getByRole(root, 'button', { name: 'Import 2 rows' }));
  await press(root, /^Import 2 rows$/);
  await waitFor(() => getByRole(root, 'heading', { name: 'Importing' }));
  jest.useFakeTimers();
  try {
    view.hear('JobProgress', [{ jobUuid: GUID }]);
    await jest.advanceTimersByTimeAsync(60_000);
  } finally {
    jest.useRealTimers();
  }
  expect(lookUps).toBe(1);
  expect(root.textContent).toContain('You don’t have permission to see this.');
  expect(sent).toContainEqual(expect.objectContaining({ type: 'error', code: 'forbidden' }));
});
