import { jest } from '@jest/globals';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { MenuEntry } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { MainMenu } from './main-menu';

const page = (label: string, path: string): MenuEntry => ({ label, path, icon: null, children: [] });
const group = (label: string, ...children: MenuEntry[]): MenuEntry => ({
  label,
  path: null,
  icon: null,
  children,
});

const MENU = [
  page('Home', '/'),
  group('People', page('Agents', '/people/agents'), page('Owners', '/people/owners')),
  group(
    'Reports',
    page('Dashboard', '/reports/dashboard'),
    page('Insights', '/reports/dashboard/insights'),
    group('Analytics', page('Carriers', '/reports/analytics/carriers')),
  ),
];

const open = (address: string) => {
  const shown = <MainMenu menu={MENU} />;
  return renderPage(shown, { address, routes: [{ path: '*', element: shown }] });
};
const menu = (name: string) => screen.findByRole('menu', { name });
const focused = async (name: string) => {
  const item = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(item).toHaveFocus());
};
const button = (name: string) => screen.getByRole('button', { name });

test('marks the entry of the current page and the group that contains it', async () => {
  const { user, container } = open('/reports/dashboard/insights/5');
  expect(button('Reports')).toHaveAttribute('data-active');
  expect(button('People')).not.toHaveAttribute('data-active');
  await user.click(button('Reports'));
  const items = within(await menu('Reports'));
  expect(items.getByRole('menuitem', { name: 'Insights' })).toHaveAttribute('aria-current', 'page');
  expect(items.getByRole('menuitem', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  expect(items.getByRole('group', { name: 'Analytics' })).toHaveTextContent('Carriers');
  expect(await axe(container)).toHaveNoViolations();
});

test('arrow keys, Home and End move along the bar; Down opens a group, Enter follows an entry', async () => {
  const { user, router } = open('/people/agents');
  act(() => screen.getByRole('link', { name: 'Home' }).focus());
  await user.keyboard('{ArrowRight}');
  expect(button('People')).toHaveFocus();
  await user.keyboard('{End}');
  expect(button('Reports')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{Home}{ArrowRight}{ArrowDown}');
  await focused('Agents');
  await user.keyboard('{ArrowDown}');
  await focused('Owners');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/owners'));
});

test('left and right arrows open the neighboring group; Escape returns the focus', async () => {
  const { user } = open('/people/agents');
  act(() => button('People').focus());
  await user.keyboard('{Enter}');
  await focused('Agents');
  await user.keyboard('{ArrowRight}');
  await menu('Reports');
  await waitFor(() => expect(screen.queryByRole('menu', { name: 'People' })).not.toBeInTheDocument());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await waitFor(() => expect(button('Reports')).toHaveFocus());
});

test('Tab closes an open group and focuses the next entry of the bar', async () => {
  const { user } = open('/people/agents');
  act(() => button('People').focus());
  await user.keyboard('{Enter}');
  await focused('Agents');
  await user.keyboard('{Tab}');
  expect(button('Reports')).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(button('Reports')).toHaveFocus();
});

test('opens a group after 80 ms of hover and closes it after 100 ms; Escape closes at once', () => {
  open('/people/agents');
  const isOpen = () => button('People').getAttribute('aria-expanded');

  jest.useFakeTimers({ advanceTimers: false, doNotFake: ['queueMicrotask', 'performance'] });
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  const mouse = (type: 'mouseover' | 'mouseout') =>
    act(() => {
      button('People').dispatchEvent(new MouseEvent(type, { bubbles: true }));
    });
  try {
    mouse('mouseover');
    pass(79);
    expect(isOpen()).toBe('false');
    pass(1);
    expect(isOpen()).toBe('true');
    mouse('mouseout');
    pass(99);
    expect(isOpen()).toBe('true');
    pass(1);
    expect(isOpen()).toBe('false');
    mouse('mouseover');
    pass(80);
    expect(isOpen()).toBe('true');
    act(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    expect(isOpen()).toBe('false');
  } finally {
    jest.useRealTimers();
  }
});
