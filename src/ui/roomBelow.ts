const isScrolled = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** The nearest box around a field that scrolls it; null when only the page does. */
function scrollerOf(field: Element): HTMLElement | null {
  let box = field.parentElement;
  while (box && !isScrolled(box)) box = box.parentElement;
  return box === document.body || box === document.documentElement ? null : box;
}

/** The panel that a list below a field may cover: the box that scrolls the field and what stands under it, not what is above. */
export const panelOf = (field: Element): Element | null => scrollerOf(field)?.parentElement ?? null;

/** The least height, in pixels, with which a list is easy to read. */
const enough = 288;

/** Scrolls a field up when there is too little room below it for a list; the list itself never opens upwards. */
export function makeRoomBelow(field: Element): void {
  const box = scrollerOf(field);
  if (!box) return;
  const top = field.getBoundingClientRect().top;
  const bottom = Math.min(panelOf(field)?.getBoundingClientRect().bottom ?? innerHeight, innerHeight);
  const lacking = enough - (bottom - field.getBoundingClientRect().bottom);
  const most = top - box.getBoundingClientRect().top - 8;
  if (lacking > 0 && most > 0) box.scrollTop += Math.min(lacking, most);
}
