import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Measured = Space & {
  readonly measured: boolean;
  /** Size of the browser's font compared with the usual one. */
  readonly fontScale: number;
};

const fontScaleOf = (box: Element) => {
  const root = box.ownerDocument.documentElement;
  return Number.parseFloat(getComputedStyle(root).fontSize) / 16 || 1;
};

/** Measures an element; returns `usual` until it is measured and where there is no layout. */
export function useSize(usual: Space): [RefObject<HTMLDivElement | null>, Measured] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Measured>({ ...usual, measured: false, fontScale: 1 });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      setSize((before) => {
        if (width === 0 || height === 0) return before.measured ? before : { ...before, measured: true };
        const next = { width, height, measured: true, fontScale: fontScaleOf(box) };
        const same = (['width', 'height', 'measured', 'fontScale'] as const).every(
          (name) => before[name] === next[name],
        );
        return same ? before : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

/** Size shared by the panes in CSS pixels. */
export type Space = { readonly width: number; readonly height: number };
