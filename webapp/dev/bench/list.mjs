// Opens lists of the web app.
import { pickUser } from './unwatched.mjs';

/** Selector for the link in the first row of a loaded list. */
export const FIRST_ROW = '[role="grid"][aria-busy="false"] [data-row="0"] a';

/** Signs in as a demo user and waits for the rows of the list at `address`. */
export async function openList(page, address, user) {
  await page.goto(address);
  await page.until(pickUser, user);
  await page.until(isPresent, FIRST_ROW);
}

/** Runs in the page: returns whether an element matches. */
export const isPresent = (selector) => document.querySelector(selector) !== null;
