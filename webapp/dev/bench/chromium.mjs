// Starts Chromium with an empty profile and sends it commands of the DevTools protocol.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** Returns functions that call a method, listen to an event, and close the browser. */
export async function launch(executablePath = 'chromium') {
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
  return {
    call,
    hear,
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
