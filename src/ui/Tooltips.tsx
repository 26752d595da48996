import { useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';

/** What the tooltip tells now, and beside which element. */
export type Aimed = { readonly anchor: Element; readonly text: string };

const patienceMs = 400;

/**
 * Tells which element with `data-tooltip` is pointed at or has the focus, null when none. It keeps to one while its bubble is
 * pointed at (WCAG 2.2, 1.4.13). One watch serves all elements: a tooltip for each would cost every row of a list 0.2 ms.
 */
function watchTooltips(page: Document, tell: (aimed: Aimed | null) => void): () => void {
  const scope = new AbortController();
  let anchor: Element | null = null;
  let shown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    clearTimeout(timer);
    anchor = null;
    if (shown) tell(null);
    shown = false;
  };
  const show = () => {
    const text = anchor?.getAttribute('data-tooltip');
    if (!anchor?.isConnected || !text) return leave();
    shown = true;
    tell({ anchor, text });
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

/** The code of tooltips: fetched when something is first pointed at for a while. */
export const tooltipLayer = onDemand(() => import('./TooltipLayer.tsx'));

/** The one tooltip of the page, for every element with `data-tooltip`. Stands once in the page. */
export function Tooltips() {
  const [aimed, setAimed] = useState<Aimed | null>(null);
  const layer = useOnDemand(tooltipLayer, aimed ? 'soon' : 'not');
  useEffect(() => watchTooltips(document, setAimed), []);
  return layer && aimed ? <layer.TooltipLayer {...aimed} /> : null;
}
