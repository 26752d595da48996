import { hideLayer, showLayer } from './layer.ts';
import './layer.css';

const patienceMs = 400;

/**
 * One tooltip for every element with `data-tooltip`. It shows what the element's name already says, so it is hidden from
 * screen readers. It stays while it is pointed at, and Escape takes it away (WCAG 2.2, 1.4.13).
 */
export function startTooltip(page: Document): () => void {
  const bubble = page.createElement('div');
  bubble.className = 'ui-layer ui-tooltip';
  bubble.popover = 'manual';
  bubble.setAttribute('aria-hidden', 'true');
  page.body.append(bubble);
  const scope = new AbortController();
  let anchor: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    clearTimeout(timer);
    anchor = null;
    hideLayer(bubble);
  };
  const show = () => {
    const text = anchor?.getAttribute('data-tooltip');
    if (!anchor?.isConnected || !text) return leave();
    bubble.textContent = text;
    showLayer(bubble, anchor, { side: 'below', align: 'center', gap: 4 });
  };
  const aim = (target: EventTarget | null, afterMs: number) => {
    if (!(target instanceof Element) || bubble.contains(target)) return;
    const next = target.closest('[data-tooltip]');
    if (next === anchor) return;
    leave();
    anchor = next;
    if (next) timer = setTimeout(show, afterMs);
  };
  const on = (type: string, heard: (event: Event) => void) =>
    page.addEventListener(type, heard, { capture: true, passive: true, signal: scope.signal });

  on('pointerover', (event) => aim(event.target, patienceMs));
  on('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) aim(event.target, 0);
  });
  for (const type of ['focusout', 'pointerdown']) on(type, leave);
  on('scroll', () => {
    if (bubble.dataset.open !== undefined) leave();
  });
  on('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') leave();
  });
  return () => {
    leave();
    scope.abort();
    bubble.remove();
  };
}
