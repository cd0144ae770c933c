/** Time for dialogs, menus and pages to move the focus themselves. */
const SETTLE_MS = 50;
/** Maximum time to wait for loading content before moving the focus elsewhere. */
const MAX_LOADING_MS = 3000;
/** Time after which the focus moves from a disabled element that is not busy to its neighbor. */
const DISABLED_MS = 1000;

const SCOPES = '[role="dialog"], [role="alertdialog"], [role="menu"], main, header';
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';
const UNREACHABLE = ':disabled, [inert], [inert] *, [hidden], [hidden] *, [aria-hidden="true"] *';

/** Matches an element that is disabled only while it works. */
const BUSY = '[data-loading], [aria-busy="true"]';

/** Position of an element in its parent at the time it contained the focus. */
interface Step {
  parent: Element;
  index: number;
  /** Number of child elements of the parent. */
  count: number;
}

/** An element that had the focus, with the path from it to the root. */
interface Place {
  element: HTMLElement;
  path: readonly Step[];
  scope: HTMLElement | null;
}

/** The element to focus. `isPreliminary` is true while the replacing content is loading. */
interface Target {
  element: HTMLElement;
  isPreliminary: boolean;
}

/** The element that received the focus because the previous one disappeared. */
let fallback: HTMLElement | null = null;

/** Returns whether the focused element disappeared and nothing else has taken the focus since. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement === fallback;

/**
 * Keeps the focus from being lost to the document's body when the focused element is removed or disabled.
 * Moves it to the element's replacement, its neighbor, or the previous place. Returns a function that stops
 * this.
 */
export function keepFocus(): () => void {
  /** The last place of the focus in each dialog, menu and page, oldest first. */
  let places: Place[] = [];
  /** An element that lost the focus and gets it back once it is enabled again. */
  let returning: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let disabledTimer: ReturnType<typeof setTimeout> | undefined;
  let lostAt: number | null = null;
  /** Elements that were added when the focus was lost. */
  let added: Node[] = [];

  const restoreFocus = () => {
    timer = undefined;
    const last = places.at(-1);
    if (!last || !isFocusLost()) return;
    if (last.element.isConnected) {
      if (!canFocus(last.element)) {
        returning = last.element;
        waitForEnabled();
      } else if (returning === last.element) last.element.focus();
      return;
    }
    lostAt ??= performance.now();
    const isLate = performance.now() - lostAt > MAX_LOADING_MS;
    const target = findTarget(places, added, isLate);
    if (!target || (target.element === fallback && !isLate)) return;
    fallback = target.element;
    // Only a final target becomes the new place of the focus.
    if (!target.isPreliminary) {
      lostAt = null;
      added = [];
    }
    focus(target.element);
  };

  const waitForEnabled = () => {
    clearTimeout(disabledTimer);
    disabledTimer = setTimeout(moveFromDisabled, DISABLED_MS);
  };
  const moveFromDisabled = () => {
    const last = places.at(-1);
    if (!last?.scope || !isFocusLost() || !last.element.isConnected || canFocus(last.element)) return;
    if (last.element.closest(BUSY)) return waitForEnabled();
    fallback = neighborOf(last.element, last.element, last.scope) ?? last.scope;
    focus(fallback);
  };

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    // Keep the previous place until the content there has loaded.
    if (target === fallback && lostAt !== null) return;
    if (target !== fallback) fallback = null;
    lostAt = null;
    returning = null;
    const scope = target.closest<HTMLElement>(SCOPES);
    places = [
      ...places.filter((place) => place.scope !== scope && place.scope?.isConnected !== false),
      { element: target, path: pathOf(target), scope },
    ];
  };

  const onPress = ({ target }: PointerEvent) => {
    const last = places.at(-1);
    if (last && target instanceof Node && last.element.contains(target)) return;
    if (target instanceof Element && target.closest(CONTROLS)) return;
    // A press outside all controls removes the focus on purpose.
    places = [];
    fallback = null;
  };

  const observer = new MutationObserver((records) => {
    const last = places.at(-1)?.element;
    if (!last || timer !== undefined) return;
    // Browsers remove the focus from a disabled element a little later.
    const isDisabled = records.some((record) => isAttributeOf(record, last));
    if (!isDisabled && !isFocusLost()) return;
    // An element loses the focus when it is moved in the document.
    // A disabled element may lose the focus only when it is enabled again.
    if (last.isConnected && (isDisabled || records.some((record) => hasRemoved(record, last))))
      returning = last;
    if (lostAt === null) added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    timer = setTimeout(restoreFocus, SETTLE_MS);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(disabledTimer);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
    fallback = null;
  };
}

const hasRemoved = ({ removedNodes }: MutationRecord, element: Element) =>
  [...removedNodes].some((node) => node.contains(element));

const isAttributeOf = ({ type, target }: MutationRecord, element: Element) =>
  type === 'attributes' && target === element;

function pathOf(element: Element): Step[] {
  const path: Step[] = [];
  for (let node = element; node.parentElement; node = node.parentElement) {
    const siblings = node.parentElement.children;
    path.push({
      parent: node.parentElement,
      index: Array.prototype.indexOf.call(siblings, node),
      count: siblings.length,
    });
  }
  return path;
}

const canFocus = (element: Element) =>
  !element.matches(UNREACHABLE) && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

const controlsIn = (container: Element) =>
  [...container.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => element.tabIndex >= 0 && canFocus(element),
  );

function findTarget(places: readonly Place[], added: readonly Node[], isLate: boolean): Target | null {
  for (const place of places.toReversed()) {
    const target = targetAt(place, added, isLate);
    if (target) return target;
  }
  const main = document.querySelector<HTMLElement>('main');
  return main && pageTarget(main);
}

/** Returns the replacement of an element. Null if its dialog or page no longer exists. */
function targetAt({ element, path, scope }: Place, added: readonly Node[], isLate: boolean): Target | null {
  if (element.isConnected) return canFocus(element) ? { element, isPreliminary: false } : null;
  const level = path.findIndex(({ parent }) => parent.isConnected);
  const step = path[level];
  if (!step || !scope?.isConnected) return null;
  const children = [...step.parent.children];
  const current = children[step.index];
  const below = path.slice(0, level);
  if (step.parent.matches('main')) {
    // A tab may be a link to another page with the same tabs.
    const counterpart = current && counterpartIn(current, below, element);
    const isSame = counterpart && counterpart.textContent === element.textContent;
    return isSame ? { element: counterpart, isPreliminary: false } : pageTarget(step.parent as HTMLElement);
  }

  let replacing = children.filter((child) => added.includes(child));
  if (replacing.length === 0 && current && children.length >= step.count) replacing = [current];
  const counterpart = firstOf(replacing.length > 0 ? replacing : children.slice(step.index), (child) =>
    counterpartIn(child, below, element),
  );
  const found = firstOf(replacing, startOf) ?? counterpart ?? firstOf(replacing, firstIn);
  if (found) return { element: found, isPreliminary: false };
  if (!isLate && replacing.some(isLoading)) return { element: scope, isPreliminary: true };
  return { element: neighborOf(current, step.parent, scope) ?? scope, isPreliminary: false };
}

function firstOf<T>(elements: readonly Element[], find: (element: Element) => T | null): T | null {
  for (const element of elements) {
    const found = find(element);
    if (found !== null) return found;
  }
  return null;
}

const LOADING = '[aria-busy="true"], [role="status"], [role="progressbar"]';
const isLoading = (element: Element) => element.matches(LOADING) || element.querySelector(LOADING) !== null;

/** Returns the heading of a page, or the main element until there is a heading. */
function pageTarget(main: HTMLElement): Target {
  const heading = main.querySelector<HTMLElement>('h1');
  return { element: heading ?? main, isPreliminary: !heading };
}

const startOf = (container: Element) => {
  const start = container.matches('[data-autofocus]')
    ? (container as HTMLElement)
    : container.querySelector<HTMLElement>('[data-autofocus]');
  return start && canFocus(start) ? start : null;
};

/** Returns the element at the same path in a container, if it is of the same kind. */
function counterpartIn(container: Element, path: readonly Step[], element: Element): HTMLElement | null {
  const counterpart = path.reduceRight<Element | undefined>(
    (node, { index }) => node?.children[index],
    container,
  );
  return counterpart?.tagName === element.tagName && counterpart.matches(CONTROLS) && canFocus(counterpart)
    ? (counterpart as HTMLElement)
    : null;
}

const firstIn = (container: Element): HTMLElement | null => {
  if (container.matches(CONTROLS) && canFocus(container)) return container as HTMLElement;
  const heading = [...container.querySelectorAll<HTMLElement>('h1, h2, h3')].find(canFocus);
  return heading ?? controlsIn(container)[0] ?? null;
};

/** Returns the next control in the closest container with controls, or else the last one. */
function neighborOf(start: Element | undefined, container: Element, scope: Element): HTMLElement | null {
  let marker = start;
  for (let around: Element | null = container; around; around = around.parentElement) {
    const controls = controlsIn(around);
    const next = controls.find((control) => marker && isAtOrAfter(control, marker));
    const found = next ?? controls.at(-1);
    if (found) return found;
    if (around === scope) return null;
    marker = around;
  }
  return null;
}

const isAtOrAfter = (control: Element, marker: Element) =>
  marker.contains(control) ||
  (marker.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

function focus(element: HTMLElement) {
  const isText = !element.matches(CONTROLS);
  if (isText && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: isText });
}
