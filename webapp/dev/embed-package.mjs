// Adds types to the built modules of the npm package for partners, and packs it into the files of the portal.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const WEBAPP = join(import.meta.dirname, '..');
const OUT = join(WEBAPP, 'dist-package');
const TYPES = join(OUT, 'types');
const SOURCE = join(WEBAPP, 'embed/package');
/** Below `/embed/` of the portal, where partners install it from. */
const PACKED = join(WEBAPP, 'dist/embed/firmbook-embed.tgz');

const run = (program, ...words) =>
  execFileSync(program, words, { cwd: WEBAPP, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Returns the types of the wasm module, without its functions. */
function protocol() {
  const declarations = readFileSync(join(WEBAPP, 'pkg-embed/firmbook_embed.d.ts'), 'utf8');
  const kept = declarations.match(/^export (interface \w+ \{[^]*?^\}|type \w+ =[^;]*;)/gm) ?? [];
  return `${kept.join('\n\n')}\n`;
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
for (const file of ['package.json', 'README.md']) cpSync(join(SOURCE, file), join(OUT, file));
const name = JSON.parse(run('npm', 'pack', OUT, '--json', '--pack-destination', OUT))[0].filename;
mkdirSync(dirname(PACKED), { recursive: true });
renameSync(join(OUT, name), PACKED);
