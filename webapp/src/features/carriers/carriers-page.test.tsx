import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { CarriersPage } from './carriers-page';

const carrier = (uuid: string, name: string, naicCode: string) => ({
  uuid,
  name,
  shortName: name.slice(0, 5),
  naicCode,
  amBestRating: 'A+',
  comdex: 83,
  phone: '+14155550123',
  fax: null,
});
const CARRIERS = [carrier('c', 'Cedar Life', '99001'), carrier('b', 'Birch Mutual', '99002')];
const staff = { features: { carriers: { read: true, write: false } } };

test('lists carriers and searches by name or code', async () => {
  fakeServer({ 'GET Carrier': () => CARRIERS });
  const { user, router, container } = renderPage(<CarriersPage />, staff);
  expect(await screen.findByRole('row', { name: /Cedar Life Cedar 99001 A\+ 83/ })).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox'), '99002{Enter}');
  expect(router.state.location.search).toBe('?q=99002');
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
});

test('retries after a failure, and sends no request without permission', async () => {
  let isBroken = true;
  fakeServer({ 'GET Carrier': () => (isBroken ? problem(500, 'internal', 'x') : CARRIERS) });
  const { user } = renderPage(<CarriersPage />, staff);
  expect(await screen.findByText(/Carriers could not be loaded\. Try again/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Birch Mutual/ })).toBeInTheDocument();
  const server = fakeServer({});
  renderPage(<CarriersPage />, { features: {} });
  expect(screen.getByRole('heading', { name: 'You don’t have access to carriers' })).toBeInTheDocument();
  expect(server.requests).toHaveLength(0);
});
