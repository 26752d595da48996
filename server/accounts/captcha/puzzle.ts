import { randomInt } from 'node:crypto';
import { PNG } from 'pngjs';

/** AJ-Captcha's sizes: the picture, and the piece that is cut out of it at full height. */
export const puzzleSize = { width: 310, height: 155, piece: 47 } as const;

/** The y of every answer; the piece moves only horizontally. */
export const puzzleY = 5;

type Colour = readonly [number, number, number];
const random = (from: number, to: number) => randomInt(from, to + 1);
const colour = (): Colour => [random(70, 210), random(70, 210), random(70, 210)];

function paint(picture: PNG, x: number, y: number, [red, green, blue]: Colour, strength = 1) {
  const at = (y * picture.width + x) * 4;
  for (const [n, value] of [red, green, blue].entries())
    picture.data[at + n] = Math.round((picture.data[at + n] ?? 0) * (1 - strength) + value * strength);
  picture.data[at + 3] = 255;
}

const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < puzzleSize.width && y < puzzleSize.height;

/** A random picture: a gradient, soft discs, and noise. */
function drawBackground(): PNG {
  const { width, height } = puzzleSize;
  const picture = new PNG({ width, height });
  const [top, bottom] = [colour(), colour()];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const part = y / height;
      const grain = random(-9, 9);
      const [red, green, blue] = top.map((value, n) => value * (1 - part) + (bottom[n] ?? 0) * part + grain);
      paint(picture, x, y, [red ?? 0, green ?? 0, blue ?? 0]);
    }
  for (let disc = 0; disc < 14; disc++) {
    const [cx, cy, radius, shade] = [random(0, width), random(0, height), random(12, 46), colour()];
    for (let y = cy - radius; y <= cy + radius; y++)
      for (let x = cx - radius; x <= cx + radius; x++)
        if (isInside(x, y) && (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2) paint(picture, x, y, shade, 0.5);
  }
  return picture;
}

/** Whether a point belongs to the piece: a square with a knob on top and a notch at its left side. */
function isPiece(x: number, y: number): boolean {
  const inSquare = x >= 0 && x < 40 && y >= 7 && y < puzzleSize.piece;
  const inKnob = (x - 20) ** 2 + (y - 7) ** 2 <= 49;
  const inNotch = x ** 2 + (y - 27) ** 2 <= 36;
  return (inSquare || inKnob) && !inNotch;
}

const base64 = (picture: PNG) => PNG.sync.write(picture).toString('base64');

/** Draws a slider puzzle: the picture with its hole, the piece on a strip of full height, and the x of the hole. */
export function drawPuzzle(): { x: number; picture: string; piece: string } {
  const { width, height, piece: side } = puzzleSize;
  const picture = drawBackground();
  const strip = new PNG({ width: side, height });
  const [left, top] = [random(70, width - side - 10), random(8, height - side - 8)];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      if (!isPiece(x, y)) continue;
      const from = ((top + y) * width + left + x) * 4;
      const isEdge = !(isPiece(x - 1, y) && isPiece(x + 1, y) && isPiece(x, y - 1) && isPiece(x, y + 1));
      paint(strip, x, top + y, [picture.data[from] ?? 0, picture.data[from + 1] ?? 0, picture.data[from + 2] ?? 0]);
      if (isEdge) paint(strip, x, top + y, [255, 255, 255], 0.8);
      paint(picture, left + x, top + y, isEdge ? [255, 255, 255] : [20, 20, 20], 0.55);
    }
  return { x: left, picture: base64(picture), piece: base64(strip) };
}
