import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { usePanelUrl } from './use-panel-url';

function Record() {
  const { params, open, close } = usePanelUrl(['panel', 'kind']);
  return (
    <>
      <p>{params.get('panel') ?? 'closed'}</p>
      <button onClick={() => open({ panel: 'edit', kind: '1' })}>Edit</button>
      <button onClick={() => open({ panel: 'copy' })}>Duplicate</button>
      <button onClick={close}>Close</button>
    </>
  );
}

const render = (address: string) =>
  renderPage(<p>List</p>, { address, routes: [{ path: '/record', element: <Record /> }] });
const press = (name: string) => screen.getByRole('button', { name });

test('Back after closing leaves the page instead of opening the panel again', async () => {
  const { user, router } = render('/');
  await router.navigate('/record?tab=policies');
  await user.click(await screen.findByText('Edit'));
  expect(router.state.location.search).toBe('?tab=policies&panel=edit&kind=1');
  await user.click(press('Duplicate'));
  expect(router.state.location.search).toBe('?tab=policies&panel=copy');
  await user.click(press('Close'));
  expect(router.state.location.search).toBe('?tab=policies');
  await router.navigate(-1);
  expect(await screen.findByText('List')).toBeVisible();
});

test('Back closes the panel', async () => {
  const { user, router } = render('/record');
  await user.click(press('Edit'));
  await router.navigate(-1);
  expect(await screen.findByText('closed')).toBeVisible();
});

test('closes a panel that a link opened', async () => {
  const { user, router } = render('/');
  await router.navigate('/record?panel=edit');
  await user.click(await screen.findByText('Close'));
  expect(router.state.location.search).toBe('');
  await router.navigate(-1);
  expect(await screen.findByText('List')).toBeVisible();
});
