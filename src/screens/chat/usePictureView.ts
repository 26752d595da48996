import { type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  isBeyondStage,
  moved,
  type Point,
  type Sides,
  scaleOf,
  turned,
  wholePicture,
  zoomedBy,
  zoomedTo,
} from '../../domain/pictureView.ts';

const none: Sides = { width: 0, height: 0 };
const step = 1.5;
const arrowPx = 60;

/** The size of an element, as it changes. */
function useSides(element: HTMLElement | null): Sides {
  const [sides, setSides] = useState(none);
  useEffect(() => {
    if (!element) return;
    const measure = () => setSides({ width: element.clientWidth, height: element.clientHeight });
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return sides;
}

/** Zooms, moves and rotates one picture with wheel, keys, buttons, mouse and fingers. */
export function usePictureView(picture: string) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [natural, setNatural] = useState(none);
  const [seen, setSeen] = useState({ picture, view: wholePicture });
  const view = seen.picture === picture ? seen.view : wholePicture;
  const shown = { picture: natural, stage: useSides(stage) };
  const show = (next: typeof view) => setSeen({ picture, view: next });
  const pointers = useRef(new Map<number, Point>());

  const zoom = (factor: number, at?: Point) => show(zoomedBy(view, shown, factor, at));
  const actual = () => show(zoomedTo(view, shown, 1));
  const showWhole = () => show({ ...wholePicture, turns: view.turns });
  const isLarge = isBeyondStage(view, shown);
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage?.getBoundingClientRect();
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 };
  };

  const wheel = useRef((_event: WheelEvent) => {});
  wheel.current = (event) => {
    // React listens passively, and the page must not scroll or zoom meanwhile.
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), fromMiddle(event));
  };
  useEffect(() => {
    const turn = (event: WheelEvent) => wheel.current(event);
    stage?.addEventListener('wheel', turn, { passive: false });
    return () => stage?.removeEventListener('wheel', turn);
  }, [stage]);

  function movePointer(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const [other] = [...pointers.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]));
    pointers.current.set(event.pointerId, now);
    if (!other) show(moved(view, shown, { x: now.x - before.x, y: now.y - before.y }));
    else {
      const distance = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
      zoom(distance(now, other) / distance(before, other), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
  }
  const lift = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);

  /** What the keys do; false for a key that means nothing here. */
  function press(key: string): boolean {
    const arrows: Record<string, Point> = {
      ArrowLeft: { x: arrowPx, y: 0 },
      ArrowRight: { x: -arrowPx, y: 0 },
      ArrowUp: { x: 0, y: arrowPx },
      ArrowDown: { x: 0, y: -arrowPx },
    };
    const arrow = isLarge ? arrows[key] : undefined;
    if (arrow) show(moved(view, shown, arrow));
    else if (key === '+' || key === '=') zoom(step);
    else if (key === '-') zoom(1 / step);
    else if (key === '0') showWhole();
    else if (key === '1') actual();
    else if (key.toLowerCase() === 'r') show(turned(view));
    else return false;
    return true;
  }

  const scale = scaleOf(view, shown);
  return {
    percent: Math.round(scale * 100),
    isLarge,
    press,
    zoomIn: () => zoom(step),
    zoomOut: () => zoom(1 / step),
    showWhole,
    actual,
    turn: () => show(turned(view)),
    stage: {
      ref: setStage,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        pointers.current.set(event.pointerId, fromMiddle(event));
      },
      onPointerMove: movePointer,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: () => (isLarge ? showWhole() : actual()),
    },
    image: {
      onLoad: ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
        setNatural({ width: naturalWidth, height: naturalHeight }),
      style: {
        transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${scale})`,
      },
    },
  };
}
