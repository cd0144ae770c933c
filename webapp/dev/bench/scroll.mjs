// Measures the main thread while a list scrolls. Prints one line of JSON: number of frames,
// milliseconds between frames (p50, p95, p99, longest), and tasks over 50 ms (wall and CPU time).
//   node webapp/dev/bench/scroll.mjs ORIGIN PATH USER-NAME CHROMIUM
import { openList } from './list.mjs';
import { open } from './unwatched.mjs';

const [origin, path, user, executablePath] = process.argv.slice(2);
const ROUNDS = 300;
const PIXELS_A_FRAME = 120;

const page = await open({ executablePath });
try {
  await openList(page, origin + path, user);
  const { answer, longTasks } = await page.watched(() =>
    page.run(scroll, { rounds: ROUNDS, pixels: PIXELS_A_FRAME }),
  );
  console.log(JSON.stringify({ ...answer, longTasks }));
} finally {
  await page.close();
}

/** Scrolls at wheel speed, then jumps through the whole list like a dragged scroll bar. */
async function scroll({ rounds, pixels }) {
  const scroller = document.querySelector('[data-grid-scroller]');
  const frame = () => new Promise(requestAnimationFrame);
  const gaps = [];
  let before = await frame();
  const next = async () => {
    const now = await frame();
    gaps.push(now - before);
    before = now;
  };
  for (let turn = 0; turn < rounds; turn += 1) {
    scroller.scrollBy(0, pixels);
    await next();
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    scroller.scrollTo(0, (scroller.scrollHeight * turn) / rounds);
    await next();
  }
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part) => Number(sorted[Math.floor((sorted.length - 1) * part)].toFixed(1));
  return { frames: gaps.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}
