import { themeStyles, type WidgetTheme } from 'firmbook-embed';

/** Variables that the last theme set. */
let shown: string[] = [];

/** Replaces the theme of the page. Returns the tokens that were adjusted because of too little contrast. */
export function showTheme(theme: WidgetTheme): string[] {
  const { style } = document.documentElement;
  const { variables, corrected } = themeStyles(theme);
  for (const name of shown) style.removeProperty(name);
  for (const [name, value] of variables) style.setProperty(name, value);
  shown = variables.map(([name]) => name);
  return corrected;
}
