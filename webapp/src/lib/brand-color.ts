import { brandColors, type BrandShades } from 'firmbook-wasm';
import { useLayoutEffect } from 'react';

/** Returns the CSS variable of a shade: `--fb-brand-hover` for `brandHover`. */
const variable = (shade: string) =>
  `--fb-${shade.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The theme.css variables derived from a firm's color, with readable contrast in light and dark. */
export function brandVariables(color: string): Record<string, string> {
  const { light, dark } = brandColors(color);
  const names = Object.keys(light) as (keyof BrandShades)[];
  return Object.fromEntries(
    names.map((name) => [variable(name), `light-dark(${light[name]}, ${dark[name]})`]),
  );
}

/** Overrides the platform's brand color while mounted. Null keeps the platform's color. */
export function useBrandColor(color: string | null): void {
  useLayoutEffect(() => {
    if (!color) return;
    const { style } = document.documentElement;
    const variables = brandVariables(color);
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(variables)) style.removeProperty(name);
    };
  }, [color]);
}
