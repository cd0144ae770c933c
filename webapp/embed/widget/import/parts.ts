import { element } from '../dom';

/** Creates a button that calls a function. */
export function button(text: string, run: () => void, isPrimary = false): HTMLButtonElement {
  const made = element('button', { type: 'button', name: text, className: isPrimary ? 'primary' : '' }, text);
  made.addEventListener('click', run);
  return made;
}

/** Creates the heading of a step, which takes the focus when the step is shown. */
export const heading = (text: string): HTMLElement => element('h2', { tabIndex: -1 }, text);

/** Creates a labeled select. */
export function select(
  label: string,
  options: readonly { value: string; label: string }[],
  value: string,
  choose: (value: string) => void,
): HTMLElement {
  const field = element('select', { name: label });
  for (const option of options) field.append(new Option(option.label, option.value));
  field.value = value;
  field.addEventListener('change', () => choose(field.value));
  return element('label', { className: 'field' }, element('span', {}, label), field);
}

/** Creates a list of messages, or nothing if there are none. */
export function messages(className: string, label: string, texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  const list = element('ul', { className, ariaLabel: label });
  list.append(...texts.map((text) => element('li', {}, text)));
  return [list];
}

/** Creates a table inside a region that scrolls sideways by keyboard. */
export function scrollingTable(
  label: string,
  headings: readonly string[],
  rows: readonly HTMLElement[],
): HTMLElement {
  const head = element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)));
  const caption = element('caption', { className: 'hidden' }, label);
  const table = element('table', {}, caption, element('thead', {}, head), element('tbody', {}, ...rows));
  const scroller = element('div', { className: 'scroller', tabIndex: 0 }, table);
  scroller.setAttribute('role', 'region');
  scroller.setAttribute('aria-label', label);
  return scroller;
}
