import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Paper, papers } from './papers.ts';
import { Sheet } from './Sheet.tsx';
import { usePrinting } from './usePrinting.ts';

const ignorePictures = () => {};

type Props = {
  /** The element that shows the paper on the screen. */
  readonly place: RefObject<HTMLElement | null>;
  readonly paper: Paper;
  /** Any other open paper is printed before it, unless the focus is where this one is. */
  readonly isLast?: boolean;
};

/**
 * While the element is visible, the browser's print command prints this paper instead of the screen. This component
 * also renders the paper, so a paper that is open can be printed.
 */
export function OpenPaper({ place, paper, isLast = false }: Props) {
  const [own] = useState(() => ({ element: () => place.current }));
  const first = useRef(paper);
  useEffect(() => {
    // The print command does not wait for pictures, so they are loaded before. Without them the paper still names the
    // signers and the address of the public check in letters; the print button tries to load them again.
    first.current.load().catch(ignorePictures);
    return papers.add(own, isLast);
  }, [own, isLast]);
  return usePrinting() && papers.current() === own ? <Sheet paper={paper} /> : null;
}
