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

/** A paper that is open on the screen, and where. */
type OpenPaper = { readonly paper: () => Paper; readonly place: () => HTMLElement | null };

const isVisible = (element: HTMLElement | null): element is HTMLElement =>
  element?.isConnected === true && (element.checkVisibility?.() ?? true);

/** Panes and dialogs, in which a paper belongs to what has the focus. */
const around = '.pane, [role="dialog"]';

/** The papers that are open, and the one that a button prints. */
function createPapers() {
  let open: readonly OpenPaper[] = [];
  let chosen: Paper | null = null;
  let drawn = () => {};
  const canDraw = new Promise<void>((resolve) => {
    drawn = resolve;
  });

  /** The open paper in the pane or dialog that has the focus, else the one that was opened last. */
  function current(): Paper | null {
    if (chosen) return chosen;
    const visible = open.filter(({ place }) => isVisible(place()));
    const focused = document.activeElement?.closest(around) ?? null;
    const near = focused && visible.findLast(({ place }) => focused.contains(place()));
    return (near ?? visible.at(-1))?.paper() ?? null;
  }

  return {
    current,
    /** Registers an open paper; returns the function that removes it. */
    add(one: OpenPaper): () => void {
      open = [...open, one];
      return () => {
        open = open.filter((other) => other !== one);
      };
    },
    /** Called once papers can be drawn. */
    drawn,
    /** Prints this paper, whatever is open. */
    async print(paper: Paper): Promise<void> {
      // A picture that cannot be loaded must not prevent printing.
      await Promise.all([canDraw, paper.load().catch(() => {})]);
      chosen = paper;
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
