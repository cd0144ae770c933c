const FIELDS = 'input:not([type="hidden"]), select, textarea';

/** Ref for a dialog's heading. Gives the first field the initial focus, unless another element has it. */
export function focusFirstField(heading: HTMLElement | null): void {
  const content = heading?.parentElement;
  if (!content || content.querySelector('[data-autofocus]')) return;
  content.querySelector(FIELDS)?.setAttribute('data-autofocus', '');
}
