import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Space } from './paneGrid.ts';

type Measured = Space & { readonly measured: boolean };

/** How large an element is on the screen; `usual` until it has been measured, and where nothing is laid out. */
export function useSize(usual: Space): [RefObject<HTMLDivElement | null>, Measured] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Measured>({ ...usual, measured: false });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      setSize((before) => {
        if (width === 0 || height === 0) return before.measured ? before : { ...before, measured: true };
        const same = before.measured && before.width === width && before.height === height;
        return same ? before : { width, height, measured: true };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
