import type { ThemeColors, WidgetOptions, WidgetTheme } from 'firmbook-embed';

export type ColorScheme = 'light' | 'dark';

/** Color tokens with their labels and the portal's colors. */
export const COLOR_TOKENS: readonly {
  token: keyof ThemeColors;
  label: string;
  light: string;
  dark: string;
}[] = [
  { token: 'background', label: 'Background', light: '#ffffff', dark: '#12181d' },
  { token: 'sunken', label: 'Table headings', light: '#f7f9fa', dark: '#161d23' },
  { token: 'hover', label: 'Button hover', light: '#f1f5f6', dark: '#19222a' },
  { token: 'line', label: 'Lines', light: '#e3e8eb', dark: '#262f37' },
  { token: 'control', label: 'Control borders', light: '#84919c', dark: '#66747f' },
  { token: 'text', label: 'Text', light: '#17212b', dark: '#e0e7ed' },
  { token: 'mutedText', label: 'Muted text', light: '#51606d', dark: '#9dabb7' },
  { token: 'accent', label: 'Links and focus', light: '#0f626c', dark: '#6cc7cf' },
  { token: 'danger', label: 'Error messages', light: '#b42318', dark: '#ff9a8f' },
];

/** Returns the options with a changed theme, without empty parts. */
export function withTheme(options: WidgetOptions, change: Partial<WidgetTheme>): WidgetOptions {
  const { theme, ...others } = options;
  const next = defined({ ...theme, ...change });
  return Object.keys(next).length > 0 ? { ...others, theme: next } : others;
}

/** Returns the options with a changed color. Undefined restores the portal's color. */
export function withColor(
  options: WidgetOptions,
  scheme: ColorScheme,
  token: keyof ThemeColors,
  color: string | undefined,
): WidgetOptions {
  const colors = defined({ ...options.theme?.[scheme], [token]: color });
  return withTheme(options, { [scheme]: Object.keys(colors).length > 0 ? colors : undefined });
}

/** Removes undefined values. */
export const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Describes tokens such as `light.mutedText` that the widget adjusted. */
export function sentenceOf(corrected: readonly string[]): string {
  const names = corrected.map((name) => {
    const [scheme, token] = name.split('.');
    const label = COLOR_TOKENS.find((one) => one.token === token)?.label ?? token;
    return `${label?.toLowerCase()} (${scheme})`;
  });
  return `Adjusted to have enough contrast: ${names.join(', ')}.`;
}
