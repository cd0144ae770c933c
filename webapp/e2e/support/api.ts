import type { Page } from 'playwright-core';
import { APP } from './journey';

/** Asks the server what a page would ask it, with the token of that page. */
export async function ask<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const token = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token;
  });
  const answer = await fetch(`${APP}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
