/** A rectangle on the screen, in CSS pixels. */
export type Rectangle = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};
export type Side = 'above' | 'below';

type Wish = {
  readonly anchor: Rectangle;
  readonly size: { readonly width: number; readonly height: number };
  readonly screen: { readonly width: number; readonly height: number };
  readonly side: Side;
  readonly align: 'start' | 'center' | 'end';
  readonly gap: number;
};

const margin = 8;
const shift = { start: 0, center: 0.5, end: 1 };

/** Where a layer goes beside its anchor: on the wished side, on the other one where that has more room, always on screen. */
export function place({ anchor, size, screen, side, align, gap }: Wish): {
  left: number;
  top: number;
  maxHeight: number;
} {
  const room = {
    above: anchor.top - gap - margin,
    below: screen.height - anchor.top - anchor.height - gap - margin,
  };
  const other = side === 'above' ? 'below' : 'above';
  const chosen = room[side] < size.height && room[other] > room[side] ? other : side;
  const height = Math.min(size.height, room[chosen]);
  const left = anchor.left + (anchor.width - size.width) * shift[align];
  return {
    left: Math.max(margin, Math.min(left, screen.width - size.width - margin)),
    top: chosen === 'below' ? anchor.top + anchor.height + gap : anchor.top - gap - height,
    maxHeight: Math.max(room[chosen], 0),
  };
}
