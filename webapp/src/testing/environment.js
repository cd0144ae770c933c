import { TestEnvironment as Jsdom } from 'jest-environment-jsdom';

// Browser APIs that jsdom lacks, taken from Node.
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
];

/** jsdom with the browser APIs that the app and its wasm module need. */
export default class Browser extends Jsdom {
  constructor(config, context) {
    super(config, context);
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }
}
