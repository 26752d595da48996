import { type RefObject, useEffect, useRef } from 'react';
import { type Paper, papers } from './papers.ts';

const ignorePictures = () => {};

/**
 * While the element is visible, the browser's print command prints this paper instead of the screen; null registers
 * nothing.
 */
export function usePaper(place: RefObject<HTMLElement | null>, paper: Paper | null): void {
  const latest = useRef(paper);
  useEffect(() => {
    latest.current = paper;
  });
  const isOpen = paper !== null;
  useEffect(() => {
    const first = latest.current;
    if (!isOpen || first === null) return;
    // The print command does not wait for pictures, so they are loaded before. Without them the paper still names the
    // signers and the address of the public check in letters; the print button tries to load them again.
    first.load().catch(ignorePictures);
    return papers.add({ paper: () => latest.current ?? first, place: () => place.current });
  }, [isOpen, place]);
}
