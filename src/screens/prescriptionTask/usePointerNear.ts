import { useCallback, useEffect, useRef, useState } from 'react';

/** A pointer that has rested this long is not about to press anything. */
const restMs = 6_000;

/** Whether the pointer is at work inside an element; spread `guard` over it. */
export function usePointerNear() {
  const [near, setNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    setNear(false);
  }, []);
  const move = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(false), restMs);
    setNear(true);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { near, guard: { onPointerMove: move, onPointerLeave: leave } };
}
