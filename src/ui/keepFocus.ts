/** The elements from the focused one outwards. */
const pathOf = (target: EventTarget | null): readonly Element[] => {
  const path: Element[] = [];
  for (let one = target instanceof Element ? target : null; one !== null; one = one.parentElement) path.push(one);
  return path;
};

const canFocus = (one: Element): one is HTMLElement =>
  one instanceof HTMLElement &&
  one.isConnected &&
  one.hasAttribute('tabindex') &&
  one.closest('[inert], [hidden]') === null;

/** Longer than dialogs and panes take to move the focus themselves. */
const patienceMs = 400;

/**
 * Keeps the focus off the body, where keys have no effect: when the focused element is removed or disabled and nothing else
 * takes the focus, the nearest part around it that can take it gets it, and otherwise the screen.
 */
export function keepFocus(page: Document): () => void {
  let path: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLost = () => path.length > 0 && (page.activeElement === page.body || page.activeElement === null);
  function rescue() {
    timer = undefined;
    if (!isLost()) return;
    const around = path.slice(1).filter((one) => one !== page.body && canFocus(one));
    for (const part of [...around, ...page.querySelectorAll('main')]) {
      if (part instanceof HTMLElement) part.focus({ preventScroll: true });
      if (page.activeElement === part) return;
    }
  }
  const look = () => {
    if (timer === undefined && isLost()) timer = setTimeout(rescue, patienceMs);
  };
  const entered = (event: FocusEvent) => {
    path = pathOf(event.target);
  };
  /** A press beside every control takes the focus away on purpose. */
  const pressed = () => {
    path = [];
  };
  const changes = new MutationObserver(look);
  page.addEventListener('focusin', entered);
  page.addEventListener('pointerdown', pressed, { capture: true });
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'inert', 'hidden'] });
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    page.removeEventListener('focusin', entered);
    page.removeEventListener('pointerdown', pressed, { capture: true });
  };
}
