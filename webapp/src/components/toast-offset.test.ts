import { toastOffset } from './toast-offset';

const phone = { height: 800, bars: [] };

test('keeps toasts at the bottom if the page has no buttons there', () => {
  expect(toastOffset(phone)).toBe(0);
});

test('keeps toasts above buttons at the bottom', () => {
  const bars = [
    { top: 720, bottom: 776 },
    { top: 740, bottom: 800 },
  ];
  expect(toastOffset({ ...phone, bars })).toBe(80);
});

test('ignores the buttons of a dialog that ends above the toasts', () => {
  expect(toastOffset({ ...phone, bars: [{ top: 300, bottom: 356 }] })).toBe(0);
});
