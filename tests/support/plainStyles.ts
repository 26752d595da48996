/** What the browser hides without a stylesheet. */
const isHidden = (element: Element) =>
  element.hasAttribute('hidden') || (element.localName === 'dialog' && !element.hasAttribute('open'));

const inherited = ['visibility', 'pointer-events'] as const;

function inheritedValue(element: Element, name: (typeof inherited)[number]): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at instanceof HTMLElement || at instanceof SVGElement ? at.style.getPropertyValue(name) : '';
    if (own) return own;
  }
  return name === 'visibility' ? 'visible' : 'auto';
}

const styleOf = (display: string) => {
  const { style } = document.createElement('div');
  style.cssText = `display: ${display}; visibility: visible; pointer-events: auto; opacity: 1`;
  return style;
};

/**
 * Computed styles from `style` and `hidden` attributes. The stylesheets of the product are not loaded here, and jsdom
 * matches every element with those of the browser, which takes a fifth of the time of these tests.
 */
export function plainStyles(window: Window): void {
  const shown = styleOf('block');
  const hidden = styleOf('none');
  const empty = document.createElement('div').style;
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return empty;
    const own = element instanceof HTMLElement || element instanceof SVGElement ? element.style : empty;
    const values = inherited.map((name) => inheritedValue(element, name));
    if (own.length === 0 && values[0] === 'visible' && values[1] === 'auto') return isHidden(element) ? hidden : shown;
    const style = styleOf(isHidden(element) ? 'none' : 'block');
    for (const name of Array.from(own)) style.setProperty(name, own.getPropertyValue(name));
    inherited.forEach((name, at) => {
      style.setProperty(name, values[at] ?? '');
    });
    return style;
  };
}
