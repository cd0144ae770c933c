import { call, download } from './http';

/**
 * Calls that must not compile, and never run. If the compiler accepts one of them, its `@ts-expect-error` is
 * unused, and `cargo xtask check` fails.
 */
const rejected = {
  path: () => [
    // @ts-expect-error misspelled
    call('GET', 'FirmAgents'),
    // @ts-expect-error no such operation
    call('DELETE', 'Home'),
    // @ts-expect-error a file, which `download` returns
    call('GET', 'Document/{documentUuid}', { path: { documentUuid: 'a' } }),
    // @ts-expect-error not a file
    download('GET', 'Home'),
  ],
  parameter: () => [
    // @ts-expect-error misspelled in the path
    call('GET', 'report/{reportUuid}', { path: { uuid: 'a' } }),
    // @ts-expect-error missing in the path
    call('GET', 'report/{reportUuid}'),
    // @ts-expect-error not a number
    call('GET', 'Cohort/firm/{firmId}', { path: { firmId: 'one' } }),
    // @ts-expect-error required
    call('DELETE', 'report/{reportUuid}', { path: { reportUuid: 'a' } }),
    // @ts-expect-error misspelled in the query
    call('GET', 'FirmAgent', { query: { search: 'Dana' } }),
    // @ts-expect-error no such choice
    call('POST', 'Analytics/{grouping}', { path: { grouping: 'moon' }, body: {} }),
    // @ts-expect-error takes none
    call('GET', 'Home', { query: { days: 1 } }),
  ],
  body: () => [
    // @ts-expect-error missing
    call('PUT', 'report/{reportUuid}/subscription', { path: { reportUuid: 'a' } }),
    // @ts-expect-error a field is missing
    call('POST', 'Impersonation', { body: { userKey: 'dana', write: false, reason: 'Support case 1' } }),
    // @ts-expect-error an unknown field
    call('POST', 'Cohort/search', { body: { offset: 1 } }),
    // @ts-expect-error JSON instead of a file
    call('PUT', 'Branding/logo/{logo}', { path: { logo: 'app' }, body: { logo: 'app' } }),
    // @ts-expect-error takes none
    call('GET', 'Home', { body: {} }),
  ],
  field: async () => {
    const home = await call('GET', 'Home');
    // @ts-expect-error misspelled
    home.unreadcount();
    const [user] = await call('GET', 'FirmUser');
    // @ts-expect-error null for users without an email address
    user?.email.trim();
    const deleted = await call('DELETE', 'Document/{documentUuid}', { path: { documentUuid: 'a' } });
    // @ts-expect-error an empty response
    return deleted.uuid;
  },
};

test('a wrong path, parameter, body or field does not compile', () => {
  expect(Object.keys(rejected)).toEqual(['path', 'parameter', 'body', 'field']);
});
