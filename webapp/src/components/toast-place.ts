/** Marks a bar of buttons that toasts must not cover. */
export const BOTTOM_BAR = { 'data-bottom-bar': true } as const;

/** Height of a toast with its margins, in pixels. */
const TOAST_HEIGHT = 120;

/** Viewport positions that toasts depend on, in pixels. */
interface Layout {
  /** Bottom of the header. Banners can move it down. */
  contentTop: number;
  height: number;
  bars: readonly { top: number; bottom: number }[];
}

/** Returns the space above toasts on wide screens, and the space below them on narrow ones. */
export function toastSpace({ contentTop, height, bars }: Layout): { above: number; below: number } {
  const covered = bars.filter(({ bottom }) => bottom > height - TOAST_HEIGHT);
  return {
    above: Math.max(0, contentTop),
    below: Math.max(0, ...covered.map(({ top }) => height - top)),
  };
}

/** Passes the space around toasts to the style sheet. */
export function placeToasts(): void {
  const { above, below } = toastSpace({
    contentTop: document.getElementById('content')?.getBoundingClientRect().top ?? 0,
    height: window.innerHeight,
    bars: [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect()),
  });
  const { style } = document.documentElement;
  style.setProperty('--fb-above-toasts', `${above}px`);
  style.setProperty('--fb-below-toasts', `${below}px`);
}
