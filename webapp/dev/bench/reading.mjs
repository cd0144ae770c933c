// Measures how the browser parses a file before the server responds. Prints one line of JSON:
// milliseconds from file selection until the columns appear, tasks over 50 ms (wall and CPU time),
// and milliseconds to parse the whole file in wasm and in PapaParse, alternating on the same
// thread.
//   node webapp/dev/bench/reading.mjs ORIGIN FILE USER-NAME CHROMIUM
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { open, pickUser } from './unwatched.mjs';

const [origin, file, user, executablePath] = process.argv.slice(2);
const WEBAPP = join(import.meta.dirname, '../..');
const FILES = {
  'firmbook_reading_bg.js': 'pkg-reading/firmbook_reading_bg.js',
  'firmbook_reading_bg.wasm': 'pkg-reading/firmbook_reading_bg.wasm',
  'papaparse.js': 'node_modules/papaparse/papaparse.min.js',
};
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };
const ROUNDS = 5;

const shown = await columns();
const read = await whole();
console.log(
  JSON.stringify({
    shown: shown.map(({ answer }) => answer),
    longTasks: shown.map(({ longTasks }) => longTasks),
    ...read,
  }),
);

/** Measures the time until the columns appear. */
async function columns() {
  const page = await open({ executablePath });
  try {
    await page.first(keepFromServer);
    await page.goto(`${origin}/people/uploads/new/agent`);
    await page.until(pickUser, user);
    await page.until(() => document.querySelector('input[type=file]') !== null);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`${origin}/people/uploads/new/agent`);
      await page.until(() => document.querySelector('input[type=file]') !== null);
      await page.run(() => new Promise((quiet) => requestIdleCallback(quiet)));
      const measured = await page.watched(async () => {
        const ms = page.run(columnsShown);
        await page.choose('input[type=file]', file);
        return ms;
      });
      rounds.push(measured);
    }
    return rounds;
  } finally {
    await page.close();
  }
}

/** Runs in the page: blocks the upload, so that all results are parsed locally. */
function keepFromServer() {
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function openUnlessFile(method, address, ...others) {
    if (address.includes('/api/Cohort/bulk/map/')) this.send = () => undefined;
    open.call(this, method, address, ...others);
  };
}

/** Measures the time to parse all rows. */
async function whole() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ bypassCSP: true });
    await page.route('**/bench/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1);
      return route.fulfill({
        body: readFileSync(join(WEBAPP, FILES[name])),
        contentType: TYPES[name.split('.').at(-1)],
      });
    });
    // Any URL on the server that requires no sign-in.
    await page.goto(`${origin}/api/openapi.json`);
    return await page.evaluate(readToTheEnd, { rounds: ROUNDS, text: readFileSync(file, 'utf8') });
  } finally {
    await browser.close();
  }
}

/** Runs in the page: returns milliseconds from file selection to the frame with the columns. */
async function columnsShown() {
  const start = await new Promise((chosen) => {
    document.addEventListener('change', () => chosen(performance.now()), { capture: true, once: true });
  });
  await new Promise((found) => {
    const look = () => document.querySelector('[aria-label="Columns of the file"] select') && found();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await new Promise(requestAnimationFrame);
  return Math.round(performance.now() - start);
}

/** Runs in the page: parses the same bytes with both parsers in turn. */
async function readToTheEnd({ rounds, text }) {
  const glue = await import('/bench/firmbook_reading_bg.js');
  const module = await WebAssembly.instantiateStreaming(fetch('/bench/firmbook_reading_bg.wasm'), {
    './firmbook_reading_bg.js': glue,
  });
  glue.__wbg_set_wasm(module.instance.exports);
  module.instance.exports.__wbindgen_start();
  await new Promise((loaded) => {
    const script = Object.assign(document.createElement('script'), {
      src: '/bench/papaparse.js',
      onload: loaded,
    });
    document.head.append(script);
  });
  const bytes = new TextEncoder().encode(text);
  const ways = {
    wasm: () => glue.countRows(bytes, 'bench.csv', []),
    papaParse: () =>
      globalThis.Papa.parse(new TextDecoder().decode(bytes), { skipEmptyLines: true }).data.length - 1,
  };
  const read = { bytes: bytes.length, rows: {}, wasm: [], papaParse: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, count] of Object.entries(ways)) {
      const start = performance.now();
      read.rows[way] = count();
      read[way].push(Math.round(performance.now() - start));
    }
  }
  return read;
}
