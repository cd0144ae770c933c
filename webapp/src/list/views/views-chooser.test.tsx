import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListName, SavedView, SharedView } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { ViewsChooser } from './views-chooser';

const present = { columns: [], sort: [], filter: [], searchText: 'pine' };
const harbor: SavedView = { ...present, name: 'Harbor', searchText: 'harbor' };

interface PageProps {
  first: SavedView[];
  list?: ListName | null;
  canShare?: boolean;
  onShow?: (view: SavedView) => void;
}

const ignore = () => undefined;

function Page({ first, list = null, canShare = list !== null, onShow = ignore }: PageProps) {
  const [views, setViews] = useState(first);
  return (
    <ViewsChooser
      noun="agents"
      list={list}
      canShare={canShare}
      views={views}
      currentView={present}
      onShow={onShow}
      onChanged={setViews}
      onDone={() => undefined}
    />
  );
}

test('saves the current view, and replaces a view with the same name', async () => {
  const user = userEvent.setup();
  const shown: SavedView[] = [];
  const { container } = renderPage(<Page first={[harbor]} onShow={(view) => shown.push(view)} />);
  const field = screen.getByLabelText('Save the current view as');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();

  await user.type(field, '  Pine   wood {Enter}');
  const pine = screen.getByRole('button', { name: 'Pine wood' });
  expect(pine).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('button', { name: 'Harbor' })).not.toHaveAttribute('aria-current');

  await user.type(field, 'HARBOR');
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await user.click(screen.getByRole('button', { name: 'HARBOR' }));
  expect(shown).toEqual([{ ...present, name: 'HARBOR' }]);
  expect(screen.queryByRole('button', { name: 'Harbor' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Remove Pine wood' }));
  expect(screen.queryByRole('button', { name: 'Pine wood' })).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
});

test('saves one view at a time, shows views from other browsers, and keeps the name if saving fails', async () => {
  const pine: SavedView = { ...present, name: 'Pine' };
  const elsewhere: SavedView = { ...present, name: 'Saved elsewhere', searchText: 'elm' };
  let isBroken = true;
  const server = fakeServer({
    'PUT TableState/agents/View': () =>
      isBroken ? problem(500, 'internal', 'Unknown error') : [harbor, elsewhere, pine],
    'DELETE TableState/agents/View?name=Harbor': () => [elsewhere, pine],
  });
  const { user } = renderPage(<Page first={[harbor]} list="agents" canShare={false} />);
  const field = screen.getByLabelText('Save the current view as');
  await user.type(field, 'Pine{Enter}');
  await screen.findByText('Views could not be saved');
  expect(field).toHaveValue('Pine');
  expect(screen.queryByRole('button', { name: 'Pine' })).toBeNull();

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Pine' });
  expect(screen.getByRole('button', { name: 'Saved elsewhere' })).toBeInTheDocument();
  expect(server.of('TableState/agents/View').at(-1)?.body).toEqual(pine);
  expect(field).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Remove Harbor' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Harbor' })).toBeNull());
});

test('rejects more than 30 views', async () => {
  const user = userEvent.setup();
  const full = Array.from({ length: 30 }, (_, i) => ({ ...present, name: `View ${i}` }));
  renderPage(<Page first={full} />);
  await user.type(screen.getByLabelText('Save the current view as'), 'One more');
  expect(screen.getByText('You can save up to 30 views.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

const shared = (name: string, other: Partial<SharedView> = {}): SharedView => ({
  uuid: `u-${name}`,
  view: { ...present, name },
  sharedBy: 'Priya Venkat',
  isOwn: false,
  canDelete: false,
  ...other,
});

test('shares a view, replaces the shared copy with the view, and stops sharing it', async () => {
  let views: SharedView[] = [];
  const server = fakeServer({
    'GET SharedView/agents': () => views,
    'PUT TableState/agents/View': ({ body }) => [body],
  });
  const fetched = globalThis.fetch;
  // The client chooses the uuid, so the path is not known.
  globalThis.fetch = (address, init) => {
    const uuid = /SharedView\/agents\/(.+)$/.exec(String(address))?.[1];
    if (!uuid) return fetched(address, init);
    server.requests.push({
      method: init?.method ?? '',
      path: uuid,
      headers: {},
      body: null,
      signal: null,
    });
    const view = init?.body ? (JSON.parse(init.body as string) as SavedView) : null;
    views = view ? [{ ...shared('x'), uuid, view, isOwn: true, canDelete: true }] : [];
    return Promise.resolve(json(204, null));
  };
  const { user } = renderPage(<Page first={[harbor]} list="agents" />);
  await user.click(await screen.findByRole('button', { name: 'Share with your firm: Harbor' }));
  await screen.findByText(/^View “Harbor” shared\./);
  const list = within(await screen.findByRole('list', { name: 'Shared views of agents' }));
  expect(list.getByRole('button', { name: 'Harbor You' })).toBeInTheDocument();
  const isShared = await screen.findByRole('button', { name: 'Shared with your firm: Harbor' });
  expect(isShared).toHaveAttribute('aria-disabled', 'true');
  expect(isShared).toHaveFocus();

  await user.type(screen.getByLabelText('Save the current view as'), 'Harbor');
  expect(screen.getByText('Also replaces the view that you share with your firm.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await screen.findByText('View “Harbor” replaced for you and your firm');
  expect(await screen.findByRole('button', { name: 'Shared with your firm: Harbor' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const sent = () => server.requests.filter(({ method, path }) => method === 'PUT' && !path.includes('/'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.path).toBe(first?.path);

  await user.click(await screen.findByRole('button', { name: 'Stop sharing Harbor' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Shared views of agents' })).toBeNull());
});

test('shows the views of colleagues, and asks before one is removed', async () => {
  const shown: SavedView[] = [];
  let isBroken = true;
  const server = fakeServer({
    'GET SharedView/agents': () =>
      isBroken ? problem(500, 'internal', 'x') : [shared('Pine'), shared('Oak', { canDelete: true })],
    'DELETE SharedView/agents/u-Oak': () => null,
  });
  const { user, container } = renderPage(
    <Page first={[]} list="agents" onShow={(view) => shown.push(view)} />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Shared views could not be loaded.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const pine = await screen.findByRole('button', { name: 'Pine Priya Venkat' });
  expect(screen.queryByRole('button', { name: 'Stop sharing Pine' })).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(pine);
  expect(shown.map(({ name }) => name)).toEqual(['Pine']);

  await user.click(screen.getByRole('button', { name: 'Stop sharing Oak' }));
  const question = within(screen.getByRole('group', { name: 'Stop sharing Oak' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(server.of('SharedView/agents/u-Oak')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Stop sharing Oak' }));
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(server.of('SharedView/agents/u-Oak')).toHaveLength(1));
});
