import { expect, test } from 'vitest';
import {
  isBeyondStage,
  moved,
  scaleOf,
  turned,
  wholePicture,
  zoomedBy,
  zoomedTo,
} from '../../src/domain/pictureView.ts';

const stage = { width: 400, height: 300 };
const large = { picture: { width: 4_000, height: 2_000 }, stage };
const small = { picture: { width: 50, height: 60 }, stage };

test('the whole picture fills its place, a small one enlarged up to four times', () => {
  expect([scaleOf(wholePicture, large), scaleOf(wholePicture, small)]).toEqual([0.1, 4]);
});

test('small pictures zoom as large ones do, up to eight times', () => {
  const view = zoomedBy(wholePicture, small, 1.5);
  expect([scaleOf(view, small), scaleOf(zoomedBy(view, small, 100), small)]).toEqual([6, 8]);
  expect(scaleOf(zoomedTo(wholePicture, small, 1), small)).toBe(1);
});

test('what is under the pointer stays there, and the picture covers its place', () => {
  const view = zoomedTo(wholePicture, large, 0.2, { x: 100, y: 0 });
  expect(view).toMatchObject({ x: -100, y: 0 });
  expect(moved(view, large, { x: 5_000, y: 5_000 })).toMatchObject({ x: 200, y: 50 });
  expect([isBeyondStage(wholePicture, large), isBeyondStage(view, large)]).toEqual([false, true]);
});

test('a rotated picture fits by its rotated sides', () => {
  const view = turned(wholePicture);
  expect(scaleOf(view, large)).toBe(0.075);
  expect([1, 2, 3].reduce(turned, view)).toEqual(wholePicture);
});

test('a picture whose size is not known yet is shown as it is', () => {
  expect(scaleOf(wholePicture, { picture: { width: 0, height: 0 }, stage })).toBe(1);
});
