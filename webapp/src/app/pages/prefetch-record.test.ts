import { queryClient } from '@/lib/query-client';
import { fakeServer } from '@/testing/fake-server';
import { user } from '@/testing/render';
import { waitFor } from '@testing-library/dom';
import type { LoaderFunctionArgs } from 'react-router';
import { sessionQuery } from '../auth/session-query';
import { contractRecordPages } from './contract-record-pages';
import { recordPages } from './record-pages';

const read = { read: true, write: false };

/** Opens records as a user with these features, and returns the paths of the requests. */
function open(features: object) {
  const { requests } = fakeServer({
    'GET FirmAgent/agent/1': () => ({ uuid: '1' }),
    'GET allpolicy/2': () => ({ uuid: '2' }),
  });
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, { user, permissions: { features, scope: 'All' } } as never);
  const args = (uuid: string) => ({ params: { uuid } }) as unknown as LoaderFunctionArgs;
  recordPages.agent.loader(args('1'));
  contractRecordPages.policy.loader(args('2'));
  return () => requests.map(({ path }) => path);
}

test('requests a record that the user may read', async () => {
  const paths = open({ contacts: read, allPolicies: read });
  await waitFor(() => expect(paths()).toEqual(['FirmAgent/agent/1', 'allpolicy/2']));
});

test('requests no record without permission or session', async () => {
  const paths = open({ allPolicies: read });
  await waitFor(() => expect(paths()).toEqual(['allpolicy/2']));
  queryClient.clear();
  expect(recordPages.agent.loader({ params: { uuid: '1' } } as unknown as LoaderFunctionArgs)).toBeNull();
  expect(paths()).toEqual(['allpolicy/2']);
});
