import { Import, Notifications, PolicyList, ReportTotals } from './widget-element';

/** The elements by their names. */
export const ELEMENTS = {
  'firmbook-policy-list': PolicyList,
  'firmbook-report-totals': ReportTotals,
  'firmbook-notifications': Notifications,
  'firmbook-import': Import,
} as const;

/** Defines the elements, unless the page has done so already. Returns whether it did. */
export function defineElements(): boolean {
  let isNew = false;
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (customElements.get(name)) continue;
    customElements.define(name, element);
    isNew = true;
  }
  return isNew;
}
