/** Marks a bar of buttons that toasts must not cover. */
export const BOTTOM_BAR = { 'data-bottom-bar': true } as const;

/** Height of a toast with its margins, in pixels. */
const TOAST_HEIGHT = 120;

/** Viewport height and positions of button bars, in pixels. */
interface Layout {
  height: number;
  bars: readonly { top: number; bottom: number }[];
}

/** Returns the space below toasts, in pixels. */
export function toastOffset({ height, bars }: Layout): number {
  const covered = bars.filter(({ bottom }) => bottom > height - TOAST_HEIGHT);
  return Math.max(0, ...covered.map(({ top }) => height - top));
}

/** Passes the space below toasts to the style sheet. */
export function updateToastOffset(): void {
  const below = toastOffset({
    height: window.innerHeight,
    bars: [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect()),
  });
  document.documentElement.style.setProperty('--fb-below-toasts', `${below}px`);
}
