import { spaceBelowToasts } from './toast-place';

const phone = { height: 800, bars: [] };

test('keeps toasts at the bottom if the page has no buttons there', () => {
  expect(spaceBelowToasts(phone)).toBe(0);
});

test('keeps toasts above buttons at the bottom', () => {
  const bars = [
    { top: 720, bottom: 776 },
    { top: 740, bottom: 800 },
  ];
  expect(spaceBelowToasts({ ...phone, bars })).toBe(80);
});

test('ignores the buttons of a dialog that ends above the toasts', () => {
  expect(spaceBelowToasts({ ...phone, bars: [{ top: 300, bottom: 356 }] })).toBe(0);
});
