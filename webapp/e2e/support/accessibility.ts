import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeWindow {
  axe?: {
    getRules: (tags: string[]) => { ruleId: string; tags: string[] }[];
    run: (root: Element, options: object) => Promise<{ violations: Violation[] }>;
  };
}
interface Violation {
  id: string;
  nodes: { target: string[] }[];
}
/**
 * `color` selects the rules about colors, which depend on the color scheme. `structure` selects all
 * others.
 */
type Rules = 'all' | 'color' | 'structure';

/** Context options: axe is injected as a script, and colors must not be checked during transitions. */
export const AXE_CONTEXT = { bypassCSP: true, reducedMotion: 'reduce' } as const;

/** Violations that disappear within this time are caused by color transitions. */
const SETTLE_MS = 5_000;

/** Returns the axe violations in a part of a page. The page needs `bypassCSP`. */
export async function axeViolations(part: Locator, rules: Rules = 'all'): Promise<string[]> {
  const page = part.page();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await runAxe(part, rules);
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

/** Returns the axe violations in a frame. */
export async function axeViolationsInFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(async (runOnly) => {
    const { axe } = window as unknown as Required<AxeWindow>;
    const result = await axe.run(document.documentElement, { runOnly, preload: false });
    return result.violations;
  }, RULES);
  return described(violations);
}

const described = (violations: Violation[]) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));

async function runAxe(part: Locator, rules: Rules): Promise<string[]> {
  await part.page().evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    // Animations by scroll position never finish.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.allSettled(timed.map(({ finished }) => finished));
  });
  const violations = await part.evaluate(
    async (root, [runOnly, ruleSet]) => {
      const { axe } = window as unknown as Required<AxeWindow>;
      const isExcluded = ({ tags }: { tags: string[] }) =>
        ruleSet !== 'all' && tags.includes('cat.color') !== (ruleSet === 'color');
      const excluded = axe.getRules(runOnly).filter(isExcluded);
      const result = await axe.run(root, {
        runOnly,
        rules: Object.fromEntries(excluded.map(({ ruleId }) => [ruleId, { enabled: false }])),
        resultTypes: ['violations'],
        // Only rules about audio and video need it.
        preload: false,
      });
      return result.violations;
    },
    [RULES, rules] as const,
  );
  return described(violations);
}

/**
 * Collects accessibility violations on small and large screens, in light and dark. The structure is the
 * same in both color schemes, so it is checked in one of them at each width.
 */
export function accessibilityAudit(page: Page) {
  const found: string[] = [];
  const at = async (label: string, part = page.locator('html')) => {
    for (const [width, withStructure] of [
      [360, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        const violations = await axeViolations(part, colorScheme === withStructure ? 'all' : 'color');
        found.push(...violations.map((violation) => `${label}, ${colorScheme}, ${width} wide: ${violation}`));
      }
    }
  };
  return { at, found };
}
