import type { Page } from 'playwright-core';
import { APP } from './journey';

/** Calls the API with the access token of a page. */
export async function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return callWithToken(await tokenOf(page), method, path, body);
}

/**
 * Navigates away from the app and returns a `callApi` with its token. The app itself would react to an
 * account switch.
 */
export async function leaveApp(page: Page) {
  const token = await tokenOf(page);
  await page.goto('about:blank');
  return <T>(method: string, path: string, body?: unknown) => callWithToken<T>(token, method, path, body);
}

const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token;
  });

async function callWithToken<T>(
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${APP}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
