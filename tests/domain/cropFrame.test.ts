import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centred, draggedFrame, squareOf } from '../../src/domain/cropFrame.ts';

const wide = { width: 400, height: 200 };

test('at first the largest square in the middle is cut', () => {
  expect(squareOf(wide, centred)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf(wide, { zoom: 2, across: 0, down: 1 })).toEqual({ left: 0, top: 100, side: 100 });
});

test('dragging the picture moves the square the other way, until the picture ends', () => {
  expect(squareOf(wide, draggedFrame(wide, centred, 0.25, 0.5))).toEqual({ left: 50, top: 0, side: 200 });
  expect(squareOf(wide, draggedFrame(wide, centred, -9, 0))).toEqual({ left: 200, top: 0, side: 200 });
});

test('the square never leaves the picture', () => {
  const number = fc.double({ min: -10, max: 10, noNaN: true });
  const side = fc.integer({ min: 1, max: 5_000 });
  fc.assert(
    fc.property(side, side, number, number, number, (width, height, zoom, across, down) => {
      const cut = squareOf({ width, height }, draggedFrame({ width, height }, { zoom, across, down }, across, down));
      const isInside = cut.left >= 0 && cut.top >= 0 && cut.left + cut.side <= width + 1e-6;
      return isInside && cut.top + cut.side <= height + 1e-6 && cut.side > 0;
    }),
  );
});
