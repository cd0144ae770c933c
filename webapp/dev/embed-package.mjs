// Adds types to the npm package for partners and packs it into the portal's static files.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const WEBAPP = join(import.meta.dirname, '..');
const OUT = join(WEBAPP, 'dist-package');
const TYPES = join(OUT, 'types');
const SOURCE = join(WEBAPP, 'embed/package');
/** Partners install the package from `/embed/` on the portal. */
const PACKED = join(WEBAPP, 'dist/embed/firmbook-embed.tgz');

const run = (program, ...words) =>
  execFileSync(program, words, { cwd: WEBAPP, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Types of the wasm module that the package uses. */
const ROOTS = ['HostMessage', 'WidgetEnvelope', 'WidgetMessage', 'WidgetOptions'];

/** Returns the declarations of `ROOTS` and of the types they refer to. */
function protocol() {
  const path = join(WEBAPP, 'pkg-embed/firmbook_embed.d.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const isType = (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one);
  const declared = new Map(source.statements.filter(isType).map((one) => [one.name.text, one]));
  const used = new Set(ROOTS);
  for (const name of used) {
    const names =
      declared
        .get(name)
        ?.getText(source)
        .match(/\b[A-Z]\w*/g) ?? [];
    for (const other of names) if (declared.has(other)) used.add(other);
  }
  return [...used].map((name) => `${declared.get(name).getFullText(source).trim()}\n`).join('\n');
}

rmSync(TYPES, { recursive: true, force: true });
run('node', 'node_modules/ts7/bin/tsc', '--project', 'embed/package', '--outDir', TYPES);
writeFileSync(join(TYPES, 'protocol.d.ts'), protocol());
for (const file of readdirSync(TYPES, { recursive: true })) {
  if (!file.endsWith('.d.ts') || file === 'protocol.d.ts') continue;
  const path = join(TYPES, file);
  const target = relative(dirname(path), join(TYPES, 'protocol')).replace(/^(?!\.)/, './');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'firmbook-embed'", `'${target}'`));
}
// Type-checks an example partner site. It contains mistakes that the types must catch.
run('node', 'node_modules/ts7/bin/tsc', '--project', 'embed/package/example');
for (const file of ['package.json', 'README.md']) cpSync(join(SOURCE, file), join(OUT, file));
const name = JSON.parse(run('npm', 'pack', OUT, '--json', '--pack-destination', OUT))[0].filename;
mkdirSync(dirname(PACKED), { recursive: true });
renameSync(join(OUT, name), PACKED);
