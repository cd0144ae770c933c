import { showSuccess } from '@/lib/toast';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';

const space = () => document.documentElement.style.getPropertyValue('--fb-toasts');

/** Sizes the element, which jsdom cannot, and reports the size to its observers. */
function resize(element: Element, height: number) {
  element.getBoundingClientRect = () => new DOMRect(0, 0, 360, height);
  act(() => observers.filter(({ target }) => target === element).forEach(({ report }) => report()));
}
let observers: { target: Element; report: () => void }[] = [];

beforeEach(() => {
  observers = [];
  globalThis.ResizeObserver = class {
    constructor(private readonly report: ResizeObserverCallback) {}
    observe(target: Element) {
      observers.push({ target, report: () => this.report([], this) });
    }
    unobserve() {}
    disconnect() {}
  };
});

test('the page ends above the toasts, as long as there are any', async () => {
  const { user } = renderPage(<p>Page</p>);
  showSuccess('Saved');
  const toasts = (await screen.findByText('Saved')).closest('[data-position]') as Element;
  expect(toasts).toHaveAttribute('data-position', 'bottom-left');
  await waitFor(() => expect(observers.some(({ target }) => target === toasts)).toBe(true));
  resize(toasts, 60);
  expect(space()).toBe('76px');
  resize(toasts, 128);
  expect(space()).toBe('144px');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(space()).toBe(''));
});
