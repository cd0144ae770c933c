export type Format = 'bold' | 'italic' | 'underline';

/** Styles of hidden content: comments, list markers and other parts that only Word uses. */
const HIDDEN =
  /display:\s*none|mso-hide:\s*all|mso-element:\s*comment|mso-list:\s*ignore|mso-special-character:\s*comment/i;

/** Returns whether an element is hidden, or is a comment from Word or Google Docs. */
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

/** Parses the style attribute. The page's security policy keeps `element.style` empty in parsed HTML. */
function styleOf(element: HTMLElement): CSSStyleDeclaration {
  const { style } = element.ownerDocument.createElement('span');
  style.cssText = element.getAttribute('style') ?? '';
  return style;
}

const isBold = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600;

/** Links are underlined anyway. */
const isInLink = (element: Element) => element.closest('a') !== null || element.querySelector('a') !== null;
