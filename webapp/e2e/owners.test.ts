import { readFileSync } from 'node:fs';
import { callApi } from './support/api';
import { DANA, eventually, journey, openAs } from './support/journey';
import { cells, exportAs, total, totalOf, waitForRows } from './support/list';

const TRUSTS = { filter: [{ column: 'ownerType', op: 'in', value: ['2'] }] };
interface Totals {
  policyCount: number;
  deathBenefit: string;
}

journey('totals match the filter, and the export contains the listed rows', async () => {
  const page = await openAs(DANA, '/people/owners?s=name');
  await waitForRows(page);
  const everyone = await totalOf(page, 'Death Benefit');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Find a column' });
  await field.fill('owner type');
  await field.press('Enter');
  await page.getByRole('checkbox', { name: 'Trust', exact: true }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Owner Type is Trust', exact: true }).waitFor();
  await waitForRows(page);
  const trusts = await total(page);
  expect(new Set(await cells(page, 'Owner Type'))).toEqual(new Set(['Trust']));

  const counted = await callApi<Totals>(page, 'POST', 'FirmOwner/totals', TRUSTS);
  await eventually(async () => expect(await totalOf(page, '# Policies')).toBe(counted.policyCount));
  await eventually(async () =>
    expect(await totalOf(page, 'Death Benefit')).toBe(Math.round(Number(counted.deathBenefit))),
  );
  await eventually(async () => expect(await totalOf(page, 'Death Benefit')).toBeLessThan(everyone));

  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')]);
  expect(file.suggestedFilename()).toBe('FirmOwenrs.csv');
  const [names = [], ...rows] = linesOf(readFileSync(await file.path(), 'utf8'));
  expect(rows).toHaveLength(trusts);
  expect(new Set(rows.map((row) => row[names.indexOf('Owner Type')]))).toEqual(new Set(['Trust']));
  const listed = await cells(page, 'Name');
  expect(rows.slice(0, 10).map((row) => row[names.indexOf('Name')])).toEqual(listed.slice(0, 10));
});

journey('a long list shows rows at every scroll position, including the last', async () => {
  const page = await openAs(DANA, '/people/owners?s=name');
  await waitForRows(page);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ type: 'longtask' });
  });
  const rows = await total(page);
  expect(rows).toBeGreaterThanOrEqual(5000);
  await page.getByRole('grid').hover();
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 900);
  await hasRows(page);
  for (const part of [0.25, 0.9, 0.5]) {
    await page.locator('[data-grid-scroller]').evaluate((scroller, to) => {
      scroller.scrollTo({ top: scroller.scrollHeight * to });
    }, part);
    await hasRows(page);
  }

  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.press('Control+End');
  const last = page.locator(`[role="row"][data-row="${rows - 1}"]`);
  await last.getByRole('link').waitFor();
  await page.locator(`[data-row="${rows - 1}"] > [role="gridcell"]:focus`).waitFor();
  const long = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  process.stderr.write(`scrolling ${rows} owners: tasks over 50 ms: ${long.join(', ') || 'none'}\n`);
});

/** Waits until no visible row is a skeleton. */
async function hasRows(page: Awaited<ReturnType<typeof openAs>>): Promise<void> {
  await page.waitForFunction(() => {
    const scroller = document.querySelector('[data-grid-scroller]');
    if (!scroller) return false;
    const { top, bottom } = scroller.getBoundingClientRect();
    const seen = [...scroller.querySelectorAll('[role="row"][data-row]')].filter((row) => {
      const rect = row.getBoundingClientRect();
      return Number((row as HTMLElement).dataset.row) >= 0 && rect.bottom > top && rect.top < bottom;
    });
    return seen.length > 10 && seen.every((row) => row.querySelector('a[href]'));
  });
}

/** Parses CSV with quoted fields into rows. */
function linesOf(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}
