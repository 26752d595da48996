/** What the browser hides without a stylesheet. */
const isHidden = (element: Element) =>
  element.hasAttribute('hidden') || (element.localName === 'dialog' && !element.hasAttribute('open'));

/** The inline style; null without one, because jsdom takes long to create a style object. */
const inlineStyle = (element: Element) =>
  element.hasAttribute('style') && (element instanceof HTMLElement || element instanceof SVGElement)
    ? element.style
    : null;

function inheritedValue(element: Element, name: string, initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = inlineStyle(at)?.getPropertyValue(name);
    if (own) return own;
  }
  return initial;
}

const styles = new Map<string, CSSStyleDeclaration>();

/** Equal styles share one object, which callers only read. */
function styleOf(text: string): CSSStyleDeclaration {
  const known = styles.get(text);
  if (known) return known;
  const { style } = document.createElement('div');
  style.cssText = text;
  styles.set(text, style);
  return style;
}

/**
 * Computed styles from `style` and `hidden` attributes. The stylesheets of the product are not loaded here, and jsdom
 * matches every element with those of the browser, which takes a fifth of the time of these tests.
 */
export function plainStyles(window: Window): void {
  const empty = document.createElement('div').style;
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return empty;
    const visibility = inheritedValue(element, 'visibility', 'visible');
    const pointerEvents = inheritedValue(element, 'pointer-events', 'auto');
    const display = isHidden(element) ? 'none' : 'block';
    const own = inlineStyle(element)?.cssText ?? '';
    return styleOf(
      `display: ${display}; opacity: 1; ${own}; visibility: ${visibility}; pointer-events: ${pointerEvents}`,
    );
  };
}
