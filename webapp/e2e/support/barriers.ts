import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeWindow {
  axe: { run: (root: Element, options: object) => Promise<{ violations: Violation[] }> };
}
interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Context options: axe is injected as a script, and colors must not be checked during transitions. */
export const STILL = { bypassCSP: true, reducedMotion: 'reduce' } as const;

/** Violations that disappear within this time come from fading colors. */
const SETTLING_MS = 5_000;

/** Returns the axe violations in a part of a page. The page needs `bypassCSP`. */
export async function barriers(part: Locator): Promise<string[]> {
  const page = part.page();
  await page.evaluate(AXE);
  const deadline = Date.now() + SETTLING_MS;
  for (;;) {
    const found = await look(part);
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

async function look(part: Locator): Promise<string[]> {
  await part.page().evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  const violations = await part.evaluate(async (root, runOnly) => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(root, { runOnly, resultTypes: ['violations'] })).violations;
  }, RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Collects accessibility violations on small and large screens, in light and dark. */
export function lookingAt(page: Page) {
  const found: string[] = [];
  const at = async (what: string, part = page.locator('html')) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        const here = await barriers(part);
        found.push(...here.map((barrier) => `${what}, ${colorScheme}, ${width} wide: ${barrier}`));
      }
    }
  };
  return { at, found };
}
