import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = import.meta.dirname;

/** Names of the first groups of a pattern in the text. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '');

const undefinedIn = (text: string): string[] => {
  const defined = new Set(namesIn(text, /(--fb-[\w-]+)['`]?\]?[:,] /g));
  return namesIn(text, /var\((--fb-[\w-]+)\)/g).filter((name) => !defined.has(name));
};

test('uses no style variable that is not defined', () => {
  expect(undefinedIn('a { --fb-line: red; border: 1px solid var(--fb-border); }')).toEqual(['--fb-border']);
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SRC, file), 'utf8'));
  expect(files.length).toBeGreaterThan(300);
  expect(undefinedIn(files.join('\n'))).toEqual([]);
});
