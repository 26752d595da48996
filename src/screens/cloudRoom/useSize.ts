import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Space } from './paneGrid.ts';

/** How large an element is on the screen; `usual` where nothing has been laid out. */
export function useSize(usual: Space): [RefObject<HTMLDivElement | null>, Space] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usual);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      if (width > 0 && height > 0)
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
