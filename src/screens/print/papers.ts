import type { ReactNode } from 'react';

/** Something that can be printed on pages of its own. */
export type Paper = {
  readonly size: 'A4' | 'A5';
  /** Names the paper and its patient at the foot of every page. */
  readonly foot: string;
  readonly draw: () => ReactNode;
  /** Loads what printing cannot wait for, such as pictures. */
  readonly load: () => Promise<unknown>;
};

/** Where a paper is on the screen: itself, or the button that prints it. */
export type PaperPlace = { readonly element: () => HTMLElement | null };

const isVisible = (element: HTMLElement | null): element is HTMLElement =>
  element?.isConnected === true && (element.checkVisibility?.() ?? true);

/** What a paper belongs to, from the smallest: where the focus is, its paper is printed. */
const around = '.pane-chat, .pane-side-panel, .pane, [role="dialog"]';

/** The places around an element, from the smallest. */
function* placesAround(element: Element | null): Generator<Element, void> {
  for (let place = element?.closest(around); place; place = place.parentElement?.closest(around)) yield place;
}

/** The papers that are open, and the one that a button prints. */
function createPapers() {
  let open: readonly PaperPlace[] = [];
  let chosen: PaperPlace | null = null;

  /** The one that is printed: of the pressed button, else in the pane or dialog with the focus, else the last opened. */
  function current(): PaperPlace | null {
    if (chosen) return chosen;
    const visible = open.filter(({ element }) => isVisible(element()));
    for (const place of placesAround(document.activeElement)) {
      const near = visible.findLast(({ element }) => place.contains(element()));
      if (near) return near;
    }
    return visible.at(-1) ?? null;
  }

  return {
    current,
    /** Registers an open paper, or one that any other precedes; returns the function that removes it. */
    add(one: PaperPlace, isLast = false): () => void {
      open = isLast ? [one, ...open] : [...open, one];
      return () => {
        open = open.filter((other) => other !== one);
      };
    },
    /** Prints the paper of this button, whatever is open. */
    async print(button: PaperPlace, paper: Paper): Promise<void> {
      // A picture that cannot be loaded must not prevent printing.
      await paper.load().catch(() => {});
      if (!isVisible(button.element())) return;
      chosen = button;
      const forget = () => {
        chosen = null;
        window.removeEventListener('afterprint', forget);
      };
      window.addEventListener('afterprint', forget);
      window.print();
    },
  };
}

/** One printer for the page, like `window.print`. */
export const papers = createPapers();
