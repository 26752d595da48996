/** Chakra's layers close on these events; what happens on the locked screen is no click outside of a dialog of the page. */
const outside = ['pointerdown.outside', 'focus.outside'];

/**
 * Takes the page out of the document, with everything that lies over it: nothing of it can be read, reached or printed,
 * whatever its styles say. Its state lives on. The returned function puts it back, scrolled and focused as it was.
 */
export function takeOut(page: HTMLElement | null): () => void {
  const home = page?.parentNode;
  if (!page || !home) return () => {};
  const active = page.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = Array.from(page.querySelectorAll('*'), (box) => ({
    box,
    top: box.scrollTop,
    left: box.scrollLeft,
  })).filter(({ top, left }) => top !== 0 || left !== 0);
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Text that an input method still composes is taken over before its field goes.
  if (active instanceof HTMLElement) active.blur();
  for (const type of outside) page.addEventListener(type, ignore, true);
  page.remove();
  return () => {
    home.prepend(page);
    for (const type of outside) page.removeEventListener(type, ignore, true);
    for (const { box, top, left } of scrolled) box.scrollTo({ top, left, behavior: 'instant' });
    // The dialog of the locked screen leaves with the same update; before that nothing else takes the focus.
    if (active instanceof HTMLElement) queueMicrotask(() => active.focus({ preventScroll: true }));
  };
}
