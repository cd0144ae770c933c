export type Format = 'bold' | 'italic' | 'underline';

/** Comments, markers of lists and other parts that Word writes for itself. */
const HIDDEN =
  /display:\s*none|mso-hide:\s*all|mso-element:\s*comment|mso-list:\s*ignore|mso-special-character:\s*comment/i;

/** Whether an element is not part of the text: hidden, or a comment of Word or Google Docs. */
export function isHidden(element: HTMLElement): boolean {
  return (
    HIDDEN.test(element.getAttribute('style') ?? '') ||
    element.hasAttribute('hidden') ||
    /^(msocommentreference|msocomanchor)$/i.test(element.className) ||
    (element.getAttribute('href') ?? '').startsWith('#cmnt')
  );
}

/** Returns the formats that an inline element adds, by its name or its style. */
export function formatsOf(element: HTMLElement): Format[] {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = styleOf(element);
  const name = element.localName;
  const formats: Format[] = [];
  // Google Docs wraps everything in a `b` of normal weight.
  if (fontWeight ? isBold(fontWeight) : name === 'b' || name === 'strong') formats.push('bold');
  if (fontStyle ? fontStyle === 'italic' : name === 'i' || name === 'em' || name === 'cite')
    formats.push('italic');
  const isUnderlined = name === 'u' || `${textDecoration} ${textDecorationLine}`.includes('underline');
  if (isUnderlined && !isInLink(element)) formats.push('underline');
  return formats;
}

/** Reads the style attribute. The page's security policy keeps `element.style` empty in parsed documents. */
function styleOf(element: HTMLElement): CSSStyleDeclaration {
  const { style } = element.ownerDocument.createElement('span');
  style.cssText = element.getAttribute('style') ?? '';
  return style;
}

const isBold = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600;

/** Links are underlined anyway. */
const isInLink = (element: Element) => element.closest('a') !== null || element.querySelector('a') !== null;
