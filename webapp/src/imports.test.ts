import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const SRC = import.meta.dirname;

/** Folders may import those of lower or equal rank. Two shared folders may import each other. */
const RANKS: Readonly<Record<string, number>> = {
  lib: 0,
  components: 0,
  list: 1,
  record: 2,
  features: 3,
  app: 4,
};

/** Imports between features. Everything else is composed in `app`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'best-interest': ['documents'],
  carriers: ['contracts'],
  contacts: ['best-interest', 'cohorts', 'deliverables', 'documents', 'medical'],
  cohorts: ['deliverables'],
  contracts: ['contacts', 'documents'],
  deliverables: ['documents'],
  home: ['contacts', 'contracts', 'notifications', 'reports'],
  medical: ['documents'],
  duplicates: ['contacts'],
  'quick-search': ['accounts'],
  reports: ['deliverables'],
  trusts: ['contacts', 'documents'],
  upload: ['cohorts'],
};

interface Import {
  from: string;
  to: string;
}

const importsOf = (file: string, text: string): Import[] =>
  ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.') || name.startsWith('@/'))
    .map((name) => ({ from: file, to: name.startsWith('@/') ? name.slice(2) : join(dirname(file), name) }));

const isForbidden = ({ from, to }: Import): boolean => {
  const [fromFolder = '', fromFeature = ''] = from.split('/');
  const [toFolder = '', toFeature = ''] = to.split('/');
  const [fromRank, toRank] = [RANKS[fromFolder], RANKS[toFolder]];
  if (fromRank === undefined || toRank === undefined) return false;
  if (fromFolder !== 'features' || toFolder !== 'features') return toRank > fromRank;
  return fromFeature !== toFeature && !ALLOWED[fromFeature]?.includes(toFeature);
};

test('forbids imports of higher folders and of features that are not listed', () => {
  const found = (from: string, line: string) => importsOf(from, line).filter(isForbidden).length;
  expect(found('features/cohorts/api/calls.ts', `import { a } from '@/features/contacts/x';`)).toBe(1);
  expect(found('features/cohorts/api/calls.ts', `export { a } from '../../contacts/x';`)).toBe(1);
  expect(found('features/cohorts/api/calls.ts', `const a = () => import('@/app/router');`)).toBe(1);
  expect(found('record/facts.tsx', `import type { A } from '@/features/contacts/x';`)).toBe(1);
  expect(found('features/contacts/list/page.tsx', `import { a } from '@/features/cohorts/x';`)).toBe(0);
  expect(found('features/contacts/list/page.tsx', `import { a } from '../form/x';`)).toBe(0);
});

test('no folder imports a higher one, and no feature imports a feature that is not listed', () => {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)));
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(SRC, file), 'utf8')));
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.filter(isForbidden).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('the listed imports between features form no cycle', () => {
  const reaches = (from: string): string[] => (ALLOWED[from] ?? []).flatMap((to) => [to].concat(reaches(to)));
  for (const feature of Object.keys(ALLOWED)) expect(reaches(feature)).not.toContain(feature);
});
