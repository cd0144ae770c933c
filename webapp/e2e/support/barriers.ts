import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeWindow {
  axe: { run: (root: Element, options: object) => Promise<{ violations: Violation[] }> };
}
interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** What bars people who use a part of a page otherwise than by eye and mouse. The page needs `bypassCSP`. */
export async function barriers(part: Locator): Promise<string[]> {
  const page = part.page();
  // What still fades in has colours that nobody reads.
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  await page.evaluate(AXE);
  const violations = await part.evaluate(async (root, runOnly) => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(root, { runOnly, resultTypes: ['violations'] })).violations;
  }, RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
