import type { SampleMessage } from './sampleMessages.ts';

/** The elements of a list. `reversed`: the newest row is the first child. */
export type View = { readonly scroller: HTMLElement; readonly list: Element; readonly reversed: boolean };

/** A way to show chats side by side: ours, or one to compare with. */
export type Contender = {
  /** Loads the chats' histories without rendering. */
  load(histories: readonly (readonly SampleMessage[])[]): Promise<void>;
  /** Renders the chats. */
  show(host: HTMLElement): void;
  add(pane: number, message: SampleMessage): void;
  /** Prepends older messages; null if unsupported. */
  readonly prepend: ((pane: number, older: readonly SampleMessage[]) => void) | null;
  /** Closes and reopens every pane; null if unsupported. */
  readonly rotate?: () => Promise<void>;
  /** Number of running actors behind the screen. */
  readonly actors?: () => number;
  /** Elements of a pane's list; null until they exist. */
  view(pane: number): View | null;
};

/** Finds the list elements of each pane once they exist. */
export function viewsIn(selectors: { scroller: string; rows: string }, reversed = false): Contender['view'] {
  const found = new Map<number, View>();
  return (pane) => {
    const known = found.get(pane);
    if (known?.list.isConnected) return known;
    const scroller = document.querySelectorAll<HTMLElement>(selectors.scroller)[pane];
    const list = scroller?.querySelector(selectors.rows)?.parentElement;
    if (!scroller || !list) return null;
    const view = { scroller, list, reversed };
    found.set(pane, view);
    return view;
  };
}

/** A grid that replaces the workspace, with one cell per list. */
export function gridIn(host: HTMLElement, panes: number): HTMLElement[] {
  const grid = document.createElement('div');
  grid.className = 'bench-grid';
  grid.dataset.panes = String(panes);
  const places = Array.from({ length: panes }, () => document.createElement('div'));
  for (const place of places) place.className = 'bench-pane';
  grid.append(...places);
  host.append(grid);
  return places;
}
