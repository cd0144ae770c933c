const FIELDS = 'input:not([type="hidden"]), select, textarea';

/** Ref of the heading of a dialog. Makes the first field take the focus, unless another element does. */
export function focusFirstField(heading: HTMLElement | null): void {
  const content = heading?.parentElement;
  if (!content || content.querySelector('[data-autofocus]')) return;
  content.querySelector(FIELDS)?.setAttribute('data-autofocus', '');
}
