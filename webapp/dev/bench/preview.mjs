// Measures the live preview of a text. Prints one line of JSON: milliseconds from a key press until the new
// pages are visible.
//   node webapp/dev/bench/preview.mjs ORIGIN USER-NAME CHROMIUM
import { isPresent, FIRST_ROW, openList } from './list.mjs';
import { open } from './unwatched.mjs';

const [origin, user, executablePath] = process.argv.slice(2);
const ROUNDS = 15;
const EDIT = 'button[aria-label="Edit cover page"]';
const EDITOR = '[role="dialog"] [contenteditable="true"]';
const PAGES = '[role="dialog"] section[aria-busy="false"] img';

const tab = await open({ executablePath });
try {
  await openList(tab, `${origin}/people/agents?s=-policyCount`, user);
  const agent = await tab.run((row) => document.querySelector(row).pathname, FIRST_ROW);
  await tab.goto(`${origin}${agent}?tab=book`);
  await tab.until(isPresent, EDIT);
  await tab.click(EDIT);
  await tab.until(isPresent, EDITOR);
  await tab.until(isPresent, PAGES);
  await tab.click(EDITOR);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shown = tab.run(previewShown);
    // Once this call returns, `previewShown` is listening.
    await tab.run(() => true);
    await tab.type('a');
    times.push(await shown);
  }
  console.log(JSON.stringify(times));
} finally {
  await tab.close();
}

/** Runs in the page: returns milliseconds from the next input until the preview is up to date. */
async function previewShown() {
  const preview = document.querySelector('[role="dialog"] section[aria-busy]');
  const isBusy = () => preview.getAttribute('aria-busy') === 'true';
  const typed = await new Promise((input) => {
    document.addEventListener('input', () => input(performance.now()), { capture: true, once: true });
  });
  const changed = (wanted) =>
    new Promise((done) => {
      if (isBusy() === wanted) return done();
      const observer = new MutationObserver(() => {
        if (isBusy() !== wanted) return;
        observer.disconnect();
        done();
      });
      observer.observe(preview, { attributes: true });
    });
  await changed(true);
  await changed(false);
  // A page keeps its image until the new one is decoded.
  await Promise.all([...preview.querySelectorAll('img')].map((image) => image.decode()));
  // The frame is painted between the two callbacks.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return performance.now() - typed;
}
