import { place, type Side } from './placement.ts';

type Where = { readonly side: Side; readonly align: 'start' | 'center' | 'end'; readonly gap: number };

/**
 * Shows an element above everything else, beside its anchor. The popover attribute puts it on the browser's top layer:
 * no ancestor can cut it off, and it still stands inside a dialog for focus and screen readers.
 */
export function showLayer(layer: HTMLElement, anchor: Element, { side, align, gap }: Where): void {
  if (layer.dataset.open === undefined) layer.showPopover();
  layer.dataset.open = '';
  layer.style.maxHeight = '';
  const { left, top, maxHeight } = place({
    anchor: anchor.getBoundingClientRect(),
    size: { width: layer.offsetWidth, height: layer.offsetHeight },
    screen: { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    side,
    align,
    gap,
  });
  Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` });
}

/** Takes it away again; one that left the page with its parent is gone already. */
export function hideLayer(layer: HTMLElement): void {
  if (layer.dataset.open === undefined) return;
  delete layer.dataset.open;
  if (layer.isConnected) layer.hidePopover();
}
