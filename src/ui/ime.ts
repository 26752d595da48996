/** True while an input method is composing; some browsers send key code 229 even after composition has ended. */
const isImeKey = (event: { readonly isComposing: boolean; readonly keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;

/** Browsers empty a search field at Escape, also at the one that only cancels a candidate. */
const emptiesSearch = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' && target instanceof HTMLInputElement && target.type === 'search';

/**
 * Keeps keys that an input method uses, such as Enter and Escape for its candidates, from every handler of the page and
 * of the libraries. Only listeners of the window's capture phase still receive them.
 */
export function hideCompositionKeys(window: Window): void {
  const hide = (event: KeyboardEvent) => {
    if (!isImeKey(event)) return;
    event.stopPropagation();
    if (emptiesSearch(event)) event.preventDefault();
  };
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, hide, { capture: true });
}
