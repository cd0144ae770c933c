// Drives Chromium over the DevTools protocol without observing requests. Playwright observes every
// request, which adds a third to the cost of 200 requests and distorts measurements.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

const DEADLINE_MS = 60_000;
const LONG_US = 50_000;
/** Keeps measuring after the action, because rows may still be rendering. */
const LINGER_MS = 200;
const TASK = 'ThreadControllerImpl::RunTask';

/** Opens an empty page. `width` and `height` are CSS pixels, `scale` is the device pixel ratio. */
export async function open({ executablePath = 'chromium', width = 1440, height = 900, scale = 1 }) {
  const profile = await mkdtemp(join(tmpdir(), 'firmbook-bench-'));
  const chromium = spawn(
    executablePath,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = new Promise((resolve) => chromium.once('exit', resolve));
  const socket = new WebSocket(await addressOf(chromium), { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const { call, hear } = calls(socket);
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const command = (method, params) => call(method, params, sessionId);
  /** Runs a function in the page. Argument and result must be serializable as JSON. */
  const run = async (action, argument = null) => {
    const { result, exceptionDetails } = await command('Runtime.evaluate', {
      expression: `(${action})(${JSON.stringify(argument)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const resize = (size) =>
    command('Emulation.setDeviceMetricsOverride', { mobile: false, deviceScaleFactor: scale, ...size });
  await resize({ width, height });
  return {
    run,
    resize,
    goto: (url) => command('Page.navigate', { url }),
    /** Runs a function before the scripts of every page opened afterwards. */
    first: async (action, argument = null) => {
      await command('Page.enable');
      await command('Page.addScriptToEvaluateOnNewDocument', {
        source: `(${action})(${JSON.stringify(argument)})`,
      });
    },
    /** Polls a function in the page, across navigations, until it returns a truthy value. */
    until: async (action, argument = null) => {
      for (const start = performance.now(); ;) {
        let cause;
        // The call fails while the page navigates.
        const answer = await run(action, argument).catch((reason) => (cause = reason) && null);
        if (answer) return answer;
        if (performance.now() - start > DEADLINE_MS) throw new Error(`timed out: ${action}`, { cause });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    /** Runs `work` and returns its result with the main thread tasks over 50 ms. */
    watched: async (work) => {
      const events = [];
      hear('Tracing.dataCollected', ({ value }) => events.push(...value));
      const complete = new Promise((resolve) => hear('Tracing.tracingComplete', resolve));
      const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'] };
      await command('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
      const answer = await work();
      await new Promise((resolve) => setTimeout(resolve, LINGER_MS));
      await command('Tracing.end');
      await complete;
      return { answer, longTasks: longTasks(events) };
    },
    /** Selects a file for a file input. */
    choose: async (selector, file) => {
      const { result } = await command('Runtime.evaluate', {
        expression: `document.querySelector(${JSON.stringify(selector)})`,
      });
      await command('DOM.setFileInputFiles', { files: [file], objectId: result.objectId });
    },
    close: async () => {
      await call('Browser.close');
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Reads the DevTools URL from Chromium's standard error. */
function addressOf(chromium) {
  return new Promise((resolve, reject) => {
    let said = '';
    chromium.stderr.on('data', (text) => {
      said += text;
      const address = /ws:\/\/\S+/.exec(said);
      if (address) resolve(address[0]);
    });
    chromium.once('error', reject);
    chromium.once('exit', () => reject(new Error(`Chromium stopped: ${said}`)));
  });
}

function calls(socket) {
  const waiting = new Map();
  const heard = new Map();
  let last = 0;
  socket.on('message', (text) => {
    const { id, method, params, result, error } = JSON.parse(text);
    if (method) return heard.get(method)?.(params);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  const call = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });
  return { call, hear: (method, listener) => heard.set(method, listener) };
}

/**
 * Returns the long tasks of the busiest page: start (since navigation, if any), wall time and CPU
 * time, in milliseconds.
 */
function longTasks(events) {
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const tasksOf = ({ pid, tid }) =>
    events.filter((one) => one.name === TASK && one.dur && one.pid === pid && one.tid === tid);
  const tasks = events
    .filter(isMain)
    .map(tasksOf)
    .toSorted((a, b) => b.length - a.length)[0];
  const isOpened = ({ name, pid }) => name === 'navigationStart' && pid === tasks[0].pid;
  const opened = Math.max(0, ...events.filter(isOpened).map(({ ts }) => ts));
  const long = tasks.filter(({ ts, dur }) => ts >= opened && dur > LONG_US);
  const tenths = (us) => Math.round(us / 100) / 10;
  return long.map(({ ts, dur, tdur }) => ({
    startMs: tenths(ts - opened),
    ms: tenths(dur),
    busyMs: tenths(tdur),
  }));
}

/** Runs in the page: signs in as a demo user at the development identity provider. */
export function pickUser(name) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes(name),
  );
  button?.click();
  return Boolean(button);
}
