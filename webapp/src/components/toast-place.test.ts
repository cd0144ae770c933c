import { toastSpace } from './toast-place';

const phone = { contentTop: 56, height: 800, bars: [] };

test('keeps toasts below the header and its banners', () => {
  expect(toastSpace(phone)).toEqual({ above: 56, below: 0 });
  expect(toastSpace({ ...phone, contentTop: 96 }).above).toBe(96);
});

test('keeps toasts above buttons at the bottom', () => {
  const bars = [
    { top: 720, bottom: 776 },
    { top: 740, bottom: 800 },
  ];
  expect(toastSpace({ ...phone, bars }).below).toBe(80);
});

test('ignores the buttons of a dialog that ends above the toasts', () => {
  expect(toastSpace({ ...phone, bars: [{ top: 300, bottom: 356 }] }).below).toBe(0);
});

test('starts at the top of a page without a header or scrolled past it', () => {
  expect(toastSpace({ ...phone, contentTop: -20 }).above).toBe(0);
});
