/** Where the widgets come from, and whose they are. */
export interface Site {
  /** Origin of the portal. */
  portal: string;
  /** Id of the partner, for elements without the attribute `partner`. */
  partner?: string | undefined;
}

/** Settings of the page: those of the script element, until `defineWidgets` of the package replaces them. */
export const site: Site = fromScript();

function fromScript(): Site {
  if (typeof document === 'undefined') return { portal: '' };
  const script = document.currentScript as HTMLScriptElement | null;
  return { portal: new URL(script?.src ?? document.baseURI).origin, partner: script?.dataset.partner };
}
