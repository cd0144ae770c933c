import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = import.meta.dirname;

/** Returns the first capture group of each match. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '');

const undefinedIn = (text: string): string[] => {
  const defined = new Set(namesIn(text, /(--fb-[\w-]+)['`]?\]?[:,] /g));
  return namesIn(text, /var\((--fb-[\w-]+)\)/g).filter((name) => !defined.has(name));
};

test('uses no undefined style variables', () => {
  expect(undefinedIn('a { --fb-line: red; border: 1px solid var(--fb-border); }')).toEqual(['--fb-border']);
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SRC, file), 'utf8'));
  expect(files.length).toBeGreaterThan(300);
  expect(undefinedIn(files.join('\n'))).toEqual([]);
});
