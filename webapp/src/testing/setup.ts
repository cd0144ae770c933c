import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';

expect.extend(toHaveNoViolations);
configure({ asyncUtilTimeout: 3000 });

// jsdom lays nothing out: give the grid a screen to fill.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { configurable: true, get: () => 720 },
  offsetWidth: { configurable: true, get: () => 1200 },
  clientHeight: { configurable: true, get: () => 720 },
  clientWidth: { configurable: true, get: () => 1200 },
});
Element.prototype.scrollTo = function scrollTo(this: Element, to?: unknown) {
  const { top } = (to ?? {}) as { top?: number };
  if (top !== undefined) this.scrollTop = top;
};
Element.prototype.scrollIntoView = () => undefined;

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
