/** Marks in a diagram that mermaid has drawn. */
export type Marks = {
  /** Diagram names of the current states. */
  readonly lit: ReadonlySet<string>;
  /** Place of the transition that was taken last among the arrows. */
  readonly last: readonly number[];
  /** How tests take each arrow, by place; null without colours of coverage. */
  readonly coverage: ReadonlyMap<number, 'rules' | 'graph' | 'none'> | null;
};

/** A line as wide on the screen in a diagram that is fitted. */
const wide = (px: number) => `stroke-width: ${px}px; vector-effect: non-scaling-stroke;`;
const lit = `fill: var(--chakra-colors-teal-subtle); stroke: var(--chakra-colors-teal-solid); ${wide(3)}`;

/** The looks of the marks, for the stylesheet that mermaid puts into each drawing. */
export const marksCss = `
  .node[data-lit] :is(rect, path, circle), .statediagram-cluster[data-lit] > :is(rect, g > rect, path) { ${lit} }
  .statediagram-cluster[data-lit] rect.outer { ${lit} }
  path.transition[data-taken="rules"] { stroke: var(--chakra-colors-success); ${wide(2.5)} }
  path.transition[data-taken="graph"] { stroke: var(--chakra-colors-warning); ${wide(2.5)} }
  path.transition[data-taken="none"] { stroke: var(--chakra-colors-danger); ${wide(2.5)} }
  path.transition[data-last] { stroke: var(--chakra-colors-teal-solid); ${wide(4)} }
`;

/** The diagram's name in an element's id, such as `active_access` in `x-state-active_access-12`. */
const nameOf = (element: Element): string | null =>
  element.getAttribute('data-id') ?? /(?:^|-)state-(\w+)-\d+$/.exec(element.id)?.[1] ?? (element.id || null);

/** The arrow's place in the diagram's text: mermaid counts them. Of several that lead back to one state it draws one. */
const placeOf = (arrow: Element) => Number(/edge(\d+)/.exec(arrow.getAttribute('data-id') ?? arrow.id)?.[1]);

/** Scrolls the place of a drawing so that its first innermost current state is in the middle. */
export function centre(drawing: Element, lit: Marks['lit']): void {
  const place = drawing.parentElement;
  const states = ['g.node', 'g.statediagram-cluster'].flatMap((kind) => [...drawing.querySelectorAll(kind)]);
  const state = states.find((one) => lit.has(nameOf(one) ?? ''));
  if (!place || !state) return;
  const [view, box] = [place.getBoundingClientRect(), state.getBoundingClientRect()];
  place.scrollLeft += box.left + box.width / 2 - (view.left + view.width / 2);
  place.scrollTop += box.top + box.height / 2 - (view.top + view.height / 2);
}

/** Lights the current states and marks the arrows. */
export function mark(drawing: Element, { lit, last, coverage }: Marks): void {
  for (const state of drawing.querySelectorAll('g.node, g.statediagram-cluster'))
    state.toggleAttribute('data-lit', lit.has(nameOf(state) ?? ''));
  for (const arrow of drawing.querySelectorAll('path.transition')) {
    const place = placeOf(arrow);
    arrow.toggleAttribute('data-last', last.includes(place));
    const taken = coverage?.get(place);
    if (taken === undefined) arrow.removeAttribute('data-taken');
    else arrow.setAttribute('data-taken', taken);
  }
}
