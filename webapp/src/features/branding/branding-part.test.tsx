import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { useBranding } from '@/lib/branding';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { BrandingSettings } from './api';
import { BrandingPart } from './branding-part';

const SETTINGS: BrandingSettings = {
  host: 'localhost',
  version: 3,
  platformName: 'Harbor Book',
  appLogoUrl: null,
  fullLogoUrl: null,
  supportUrl: null,
  supportEmail: null,
  contactPhoneNumber: null,
  primaryColor: '#ffcc00',
};
const firm = { features: { firmSettings: { read: true, write: true } } };
const Frame = () => <header>{useBranding().platformName}</header>;
const page = (
  <>
    <Frame />
    <BrandingPart />
  </>
);

test('applies saved branding to the shell immediately', async () => {
  const server = fakeServer({
    'GET Branding/settings': () => [SETTINGS],
    'PUT Branding': ({ body }) => Object.assign({}, SETTINGS, body, { version: 4 }),
  });
  const { user, container } = renderPage(page, firm);
  const name = await screen.findByRole('textbox', { name: /Platform name/ });
  expect(await axe(container)).toHaveNoViolations();
  await user.clear(name);
  await user.type(name, 'Pine Book');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Branding saved')).toBeInTheDocument();
  expect(screen.getByRole('banner')).toHaveTextContent('Pine Book');
  expect(server.of('Branding')[0]?.body).toMatchObject({
    host: 'localhost',
    version: 3,
    platformName: 'Pine Book',
  });
  expect(document.documentElement.style.getPropertyValue('--fb-brand')).toMatch(/^light-dark/);
});

test('warns about a color with low contrast and shows the replacement', async () => {
  fakeServer({ 'GET Branding/settings': () => [SETTINGS] });
  const { user } = renderPage(page, firm);
  const color = await screen.findByRole('textbox', { name: /Primary color/ });
  await user.clear(color);
  await user.type(color, '#ffff00');
  expect(screen.getAllByText(/^Adjusted to #[\da-f]{6} for readability$/)).not.toHaveLength(0);
  await user.clear(color);
  await user.type(color, 'yellow');
  await user.tab();
  expect(await screen.findByText(/hex color/)).toBeInTheDocument();
});

test('shows a conflicting save by another user and keeps the typed values', async () => {
  const theirs = { ...SETTINGS, version: 9, platformName: 'Theirs', primaryColor: '#123456' };
  const conflict = problem(409, 'version_conflict', 'Changed meanwhile.');
  const body = { ...((await conflict.json()) as object), current: theirs };
  let isFirst = true;
  const server = fakeServer({
    'GET Branding/settings': () => [SETTINGS],
    'PUT Branding': (request) => {
      if (!isFirst) return Object.assign({}, theirs, request.body, { version: 10 });
      isFirst = false;
      return new Response(JSON.stringify(body), {
        status: 409,
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  const { user } = renderPage(page, firm);
  await user.type(await screen.findByRole('textbox', { name: /Platform name/ }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const view = within(await screen.findByRole('region', { name: 'Conflicting changes' }));
  const name = within(view.getByRole('group', { name: 'Platform name' }));
  expect(name.getByRole('radio', { name: /Keep mine/ })).toHaveAccessibleName(/Harbor Book!/);
  expect(name.getByRole('radio', { name: /Take theirs/ })).toHaveAccessibleName(/Theirs/);
  expect(await axe(document.body)).toHaveNoViolations();
  // Typed values stay in the form until the conflict is resolved.
  await user.click(view.getByRole('button', { name: 'Back to the form' }));
  expect(screen.getByRole('textbox', { name: /Platform name/ })).toHaveValue('Harbor Book!');
  isFirst = true;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const again = within(await screen.findByRole('region', { name: 'Conflicting changes' }));
  const asked = within(again.getByRole('group', { name: 'Platform name' }));
  await user.click(asked.getByRole('radio', { name: /Keep mine/ }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.of('Branding').at(-1)?.body).toMatchObject({
      version: 9,
      platformName: 'Harbor Book!',
      primaryColor: '#123456',
    }),
  );
  expect(await screen.findByText('Branding saved')).toBeInTheDocument();
});

test('uploads a logo unchanged and removes it', async () => {
  const withLogo = { ...SETTINGS, appLogoUrl: '/branding/abc' };
  const server = fakeServer({
    'GET Branding/settings': () => [SETTINGS],
    'PUT Branding/logo/app?host=localhost': () => withLogo,
    'DELETE Branding/logo/app?host=localhost': () => SETTINGS,
  });
  const { user, container } = renderPage(page, firm);
  await screen.findByRole('button', { name: 'Upload: Header logo' });
  const input = container.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['png'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Header logo' })).toHaveAttribute('src', '/branding/abc');
  await user.click(screen.getByRole('button', { name: 'Remove: Header logo' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Header logo' })).not.toBeInTheDocument());
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
});

test('explains that the firm has no host name', async () => {
  fakeServer({ 'GET Branding/settings': () => [] });
  renderPage(page, firm);
  expect(await screen.findByText(/needs a host name of your own/)).toBeInTheDocument();
});
