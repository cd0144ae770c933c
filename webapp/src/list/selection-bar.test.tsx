import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SelectionBar } from './selection-bar';

const matchMedia = globalThis.matchMedia;
afterEach(() => {
  globalThis.matchMedia = matchMedia;
});

test('offers the actions in a menu on a narrow screen', async () => {
  globalThis.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(max-width: 40em)' });
  const run = async () => undefined;
  const onRun = jest.fn();
  const { user } = renderPage(
    <SelectionBar
      rows={[{ uuid: 'a' }, { uuid: 'b' }]}
      total={2}
      actions={[
        { label: 'Tag', icon: null, run },
        { label: 'Merge', icon: null, run, limit: 1 },
      ]}
      onRun={onRun}
      onClear={() => undefined}
    />,
  );
  expect(screen.queryByRole('button', { name: 'Tag' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Merge (up to 1 rows)' })).toBeDisabled();
  await user.click(screen.getByRole('menuitem', { name: 'Tag' }));
  expect(onRun.mock.calls).toMatchObject([[{ label: 'Tag' }]]);
});
