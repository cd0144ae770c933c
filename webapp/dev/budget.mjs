// Measures the download size of the agents page and of a widget, and fails if it exceeds the budget.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../dist');
const ROUTES = ['index.html', 'src/app/pages/agents-page.tsx'];
const WIDGET_ROUTES = ['widget.html', 'embed/widget/policy-list.ts'];
/** Kilobytes after Brotli compression. */
const BUDGET = { js: 180, css: 25, wasm: 100 };
/** Kilobytes that the policy list widget loads before its first rows, after Brotli compression. */
const WIDGET_BUDGET = 55;
/** Kilobytes of the loader script on partners' pages, after gzip. */
const LOADER_BUDGET = 6;

/** Returns the files of the routes and of their static imports. */
function firstLoad(manifest, routes) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}: fix ROUTES in dev/budget.mjs`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const route of routes) visit(route);
  return [...files];
}

/** Returns the kilobytes that a browser receives. */
const weigh = (file) => statSync(join(DIST, `${file}.br`)).size / 1000;
const kilobytes = (size) => `${size.toFixed(1)} kB`.padStart(10);

try {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  const files = firstLoad(manifest, ROUTES);
  let over = false;
  for (const [kind, most] of Object.entries(BUDGET)) {
    const weights = files
      .filter((file) => file.endsWith(`.${kind}`))
      .map((file) => ({ file, size: weigh(file) }));
    weights.sort((a, b) => b.size - a.size);
    const sum = weights.reduce((total, { size }) => total + size, 0);
    console.log(`${kind.padEnd(6)}${kilobytes(sum)} of ${most} kB${sum > most ? '   OVER BUDGET' : ''}`);
    for (const { file, size } of weights) console.log(`      ${kilobytes(size)}  ${file}`);
    over ||= sum > most;
  }
  if (!files.some((file) => file.endsWith('.wasm')))
    throw new Error('the first load contains no wasm: check ROUTES in dev/budget.mjs');
  const widget = JSON.parse(readFileSync(join(DIST, '.vite/widget-manifest.json'), 'utf8'));
  const loaded = firstLoad(widget, WIDGET_ROUTES).filter((file) => !file.endsWith('.html'));
  const weights = [
    ['widget', loaded.reduce((sum, file) => sum + weigh(file), 0), WIDGET_BUDGET],
    ['loader', statSync(join(DIST, 'embed/v1.js.gz')).size / 1000, LOADER_BUDGET],
  ];
  for (const [name, size, most] of weights) {
    console.log(`${name.padEnd(6)}${kilobytes(size)} of ${most} kB${size > most ? '   OVER BUDGET' : ''}`);
    if (size > most) throw new Error(`the ${name} of partner sites is over budget`);
  }
  if (over) throw new Error('the first load is over budget: lazy-load what the first page does not need');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
