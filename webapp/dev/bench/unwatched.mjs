// Drives Chromium over the DevTools protocol without observing requests. Playwright observes every
// request, which adds a third to the cost of 200 requests and distorts measurements.
import { launch } from './chromium.mjs';

const DEADLINE_MS = 60_000;
const LONG_US = 50_000;
/** Keeps measuring after the action, because rows may still be rendering. */
const LINGER_MS = 200;
const TASK = 'ThreadControllerImpl::RunTask';

/** Starts a browser with one empty tab. Closing the tab closes the browser. */
export async function open({ executablePath, ...view }) {
  const browser = await launch(executablePath);
  return { ...(await openTab(browser, view)), close: browser.close };
}

/** Opens an empty tab. `width` and `height` are CSS pixels, `scale` is the device pixel ratio. */
export async function openTab({ call, hear }, { width = 1440, height = 900, scale = 1 } = {}) {
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
    /** Clicks the middle of an element as a mouse would. */
    click: async (selector) => {
      const point = await run(middleOf, selector);
      for (const type of ['mousePressed', 'mouseReleased']) {
        await command('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 });
      }
    },
    /** Types into the focused element, as one key press. */
    type: (text) => command('Input.insertText', { text }),
    clearCache: () => command('Network.clearBrowserCache'),
    close: () => call('Target.closeTarget', { targetId }),
  };
}

/** Runs in the page: returns the coordinates of an element's center. */
function middleOf(selector) {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
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
