import { useEffect, useEffectEvent } from 'react';

/** Close functions of the open dialogs, panels and popups, in order of opening. */
const layers: (() => void)[] = [];

/** Marks a control that handles Escape itself, such as an open list of options. */
const OWN_ESCAPE = '[data-mantine-stop-propagation="true"]';

function closeTop(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.matches(OWN_ESCAPE)) return;
  layers.at(-1)?.();
}

/** Calls `close` on Escape while `opened`, unless something that opened later is still open. */
export function useEscape(opened: boolean, close: () => void): void {
  const closeLayer = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return;
    const layer = () => closeLayer();
    if (layers.push(layer) === 1) window.addEventListener('keydown', closeTop, true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', closeTop, true);
    };
  }, [opened]);
}
