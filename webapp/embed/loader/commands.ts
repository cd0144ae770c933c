import type { WidgetElement } from './widget-element';

/** Calls that the page makes before the script is loaded: a method, the element and the arguments. */
type Command = [method: 'update' | 'logout', element: WidgetElement, ...args: unknown[]];

/** Runs the calls that wait in `window.firmbookEmbed`, in order, and each later one at once. */
export function runCommands(): void {
  const page = window as { firmbookEmbed?: { push: (...commands: Command[]) => void } };
  const waiting = page.firmbookEmbed;
  const push = (...commands: Command[]) => {
    for (const [method, element, ...args] of commands) {
      (element[method] as (...values: unknown[]) => void).apply(element, args);
    }
  };
  page.firmbookEmbed = { push };
  if (Array.isArray(waiting)) push(...(waiting as Command[]));
}
