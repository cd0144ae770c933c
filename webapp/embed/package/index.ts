/** Widgets of Firmbook as custom elements, for pages that bundle their scripts. */
import { defineElements } from '../loader/elements';
import { site } from '../loader/site';

export type { FetchClientSecret, WidgetElement } from '../loader/widget-element';
export type { ColorScheme, ThemeColors, WidgetDensity, WidgetOptions, WidgetTheme } from 'firmbook-embed';
export type { WidgetEvents } from './events';

/** Settings of a page. */
export interface Settings {
  /** Address of the portal, such as `https://portal.example.com`. */
  portal: string;
  /** Id of the partner, for elements without the attribute `partner`. */
  partner?: string;
}

/** Defines the elements. Call it once, before the first element is added. Does nothing on a server. */
export function defineWidgets({ portal, partner }: Settings): void {
  if (typeof window === 'undefined') return;
  site.portal = new URL(portal).origin;
  site.partner = partner;
  defineElements();
}
