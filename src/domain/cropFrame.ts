type Size = { readonly width: number; readonly height: number };

/**
 * The square that is cut from a picture: its enlargement, and its position within the picture, where 0 is left or top and
 * 1 is right or bottom.
 */
export type CropFrame = { readonly zoom: number; readonly across: number; readonly down: number };

export const centred: CropFrame = { zoom: 1, across: 0.5, down: 0.5 };
export const mostZoom = 4;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The frame inside its limits. */
export const boundedFrame = ({ zoom, across, down }: CropFrame): CropFrame => ({
  zoom: within(zoom, 1, mostZoom),
  across: within(across, 0, 1),
  down: within(down, 0, 1),
});

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, frame: CropFrame) {
  const { zoom, across, down } = boundedFrame(frame);
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * across, top: (height - side) * down, side };
}

/** The frame after the picture below it was dragged by a distance, in parts of the side of the square. */
export function draggedFrame(size: Size, frame: CropFrame, right: number, below: number): CropFrame {
  const { left, top, side } = squareOf(size, frame);
  const part = (at: number, room: number) => (room > 0 ? at / room : 0.5);
  return boundedFrame({
    zoom: frame.zoom,
    across: part(left - right * side, size.width - side),
    down: part(top - below * side, size.height - side),
  });
}
