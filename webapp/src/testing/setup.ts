import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { toHaveNoViolations } from 'jest-axe';

expect.extend(toHaveNoViolations);
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout, so give the grid a small viewport.
const screen = { offsetHeight: 180, offsetWidth: 1200, clientHeight: 180, clientWidth: 1200 };
for (const [name, value] of Object.entries(screen))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
Object.defineProperty(document, 'fonts', {
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});
Element.prototype.scrollTo = function scrollTo(this: Element, to?: unknown) {
  const { top } = (to ?? {}) as { top?: number };
  if (top !== undefined) this.scrollTop = top;
};
Element.prototype.scrollIntoView = () => undefined;
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

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
