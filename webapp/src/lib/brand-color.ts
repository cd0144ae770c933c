import { brandColors, type BrandShades } from 'firmbook-wasm';
import { useLayoutEffect } from 'react';

/** `brandHover` is the variable `--fb-brand-hover`. */
const variable = (shade: string) =>
  `--fb-${shade.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** What a firm's colour makes of the variables of theme.css: readable in light and dark. */
export function brandVariables(color: string): Record<string, string> {
  const { light, dark } = brandColors(color);
  const names = Object.keys(light) as (keyof BrandShades)[];
  return Object.fromEntries(
    names.map((name) => [variable(name), `light-dark(${light[name]}, ${dark[name]})`]),
  );
}

/** Puts a firm's colour in place of the platform's own; null leaves that. */
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
