import { callName } from './report';

test.each([
  ['POST', 'FirmAgent/search', 'POST FirmAgent/search'],
  ['GET', 'FirmAgent/agent/0199-ab', 'GET FirmAgent/agent/{id}'],
  ['PUT', 'FirmAgent/1/policy/0199-ab/type/2', 'PUT FirmAgent/{id}/policy/{id}/type/{id}'],
  ['GET', 'Search/Dana Whitfield', 'GET Search/{id}'],
  ['GET', 'Search/dana@example.com', 'GET Search/{id}'],
])('%s %s is reported as %s', (method, path, name) => {
  expect(callName(method, path)).toBe(name);
});
