import { draftOf } from './drafts';
import type { RichText } from './rich-text';

const ADDRESS = { kind: 1, path: 'CoverPage', templateUuid: 't1', uuid: 'u1', isOfAllFirms: false } as const;
const doc = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const draft = (text: string, at = '2026-11-27T10:42:00Z') => ({ value: doc(text), version: 3, at });

test('keeps one draft for each account, text and level', () => {
  draftOf('a', ADDRESS).store(draft('Mine'));
  expect(draftOf('a', ADDRESS).read()).toEqual(draft('Mine'));
  expect(draftOf('b', ADDRESS).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, kind: 2 }).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, path: 'Disclosure' }).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, uuid: null }).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, templateUuid: null, uuid: null }).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, isOfAllFirms: true }).read()).toBeNull();
  draftOf('a', ADDRESS).drop();
  expect(draftOf('a', ADDRESS).read()).toBeNull();
});

test('keeps the ten newest drafts, and stores none that are too long', () => {
  for (let minute = 10; minute < 22; minute += 1)
    draftOf('a', { ...ADDRESS, uuid: `u${minute}` }).store(draft('Mine', `2026-11-27T10:${minute}:00Z`));
  expect(sessionStorage).toHaveLength(10);
  expect(draftOf('a', { ...ADDRESS, uuid: 'u11' }).read()).toBeNull();
  expect(draftOf('a', { ...ADDRESS, uuid: 'u12' }).read()).not.toBeNull();
  draftOf('a', ADDRESS).store(draft('x'.repeat(200_000)));
  expect(draftOf('a', ADDRESS).read()).toBeNull();
});

test('ignores a draft that is not JSON', () => {
  draftOf('a', ADDRESS).store(draft('Mine'));
  sessionStorage.setItem(sessionStorage.key(0) ?? '', '{');
  expect(draftOf('a', ADDRESS).read()).toBeNull();
});
