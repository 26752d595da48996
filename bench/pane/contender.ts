import type { Said } from './said.ts';

/** Where a list shows its rows. `reversed`: the newest row is the first child. */
export type View = { readonly scroller: HTMLElement; readonly list: Element; readonly reversed: boolean };

/** A way to show chats side by side: ours, or one it is measured against. */
export type Contender = {
  /** Takes the chats' histories in, without drawing anything. */
  load(histories: readonly (readonly Said[])[]): Promise<void>;
  /** Draws the chats. */
  show(host: HTMLElement): void;
  add(pane: number, said: Said): void;
  /** Puts older messages in front; null when it cannot. */
  readonly prepend: ((pane: number, older: readonly Said[]) => void) | null;
  /** Closes every pane and opens it again; null when there is nothing to close. */
  readonly rotate?: () => Promise<void>;
  /** How many actors live behind the screen. */
  readonly actors?: () => number;
  /** Where a pane's rows stand; null until they do. */
  view(pane: number): View | null;
};

/** Finds the rows of each pane once they are there. */
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

/** The grid that stands in for the workspace, with a place for each list. */
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
