import type { ThemeColors, WidgetOptions, WidgetTheme } from 'firmbook-embed';

export type ColorScheme = 'light' | 'dark';

/** Color tokens with their labels. */
export const COLOR_TOKENS: readonly { token: keyof ThemeColors; label: string }[] = [
  { token: 'background', label: 'Background' },
  { token: 'sunken', label: 'Table headings' },
  { token: 'hover', label: 'Button hover' },
  { token: 'line', label: 'Lines' },
  { token: 'control', label: 'Control borders' },
  { token: 'text', label: 'Text' },
  { token: 'mutedText', label: 'Muted text' },
  { token: 'accent', label: 'Links and focus' },
  { token: 'danger', label: 'Error messages' },
];

/** Returns the options with a changed theme, without empty parts. */
export function withTheme(options: WidgetOptions, change: Partial<WidgetTheme>): WidgetOptions {
  const { theme, ...others } = options;
  const next = withoutUndefined({ ...theme, ...change });
  return Object.keys(next).length > 0 ? { ...others, theme: next } : others;
}

/** Returns the options with a changed color. Undefined restores the portal's color. */
export function withColor(
  options: WidgetOptions,
  scheme: ColorScheme,
  token: keyof ThemeColors,
  color: string | undefined,
): WidgetOptions {
  const colors = withoutUndefined({ ...options.theme?.[scheme], [token]: color });
  return withTheme(options, { [scheme]: Object.keys(colors).length > 0 ? colors : undefined });
}

/** Removes undefined values. */
export const withoutUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Describes tokens such as `light.mutedText` that the widget adjusted. */
export function describeCorrections(corrected: readonly string[]): string {
  const names = corrected.map((name) => {
    const [scheme, token] = name.split('.');
    const label = COLOR_TOKENS.find((item) => item.token === token)?.label ?? token;
    return `${label?.toLowerCase()} (${scheme})`;
  });
  return `Adjusted for contrast: ${names.join(', ')}.`;
}
