import { renderPage } from '@/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { MenuButton } from '@/components/menu-button';
import { Shortcuts } from './shortcuts';

const may = { read: true, write: true };

const open = (early: KeyboardEvent[] = []) =>
  renderPage(
    <>
      <Shortcuts earlyKeys={early} />
      <main>
        <input aria-label="Name" />
      </main>
    </>,
    { features: { contacts: may }, routes: [{ path: '*', element: <Shortcuts earlyKeys={[]} /> }] },
  );

test('opens a page with g and its letter, but not while typing or without access', async () => {
  const { user, router } = open();
  await user.keyboard('gp');
  expect(router.state.location.pathname).toBe('/');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ga');
  expect(router.state.location.pathname).toBe('/');
  await user.click(document.body);
  await user.keyboard('ga');
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/agents'));
});

test('lists the shortcuts on ?', async () => {
  const { user, baseElement } = open();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(screen.getByText('Search the list')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Go to' })).toHaveTextContent('g aAgents');
  expect(await axe(baseElement)).toHaveNoViolations();
});

test('handles keys that were pressed before it was loaded', async () => {
  const { router } = open(['g', 'a'].map((key) => new KeyboardEvent('keydown', { key })));
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/agents'));
});

test('closes a menu opened by hover, which would cover the list', async () => {
  const { user } = renderPage(
    <>
      <Shortcuts earlyKeys={[]} />
      <MenuButton label="Business" onHover button={(props) => <button {...props}>Business</button>}>
        {({ Item }) => <Item>Life policies</Item>}
      </MenuButton>
    </>,
  );
  await user.hover(screen.getByRole('button', { name: 'Business' }));
  await screen.findByRole('menuitem', { name: 'Life policies' });
  await user.keyboard('?');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(list).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
  expect(list.querySelector('button:not([aria-label="Close"])')).toBeNull();
});
