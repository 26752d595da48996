import { test as prop } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { place } from '../../src/ui/placement.ts';

const screen = { width: 1000, height: 800 };
const wish = { side: 'below', align: 'start', gap: 4, screen } as const;

test('a layer goes below its anchor where there is room, else above', () => {
  const size = { width: 200, height: 300 };
  expect(place({ ...wish, size, anchor: { left: 50, top: 100, width: 80, height: 30 } })).toMatchObject({
    left: 50,
    top: 134,
  });
  expect(place({ ...wish, size, anchor: { left: 50, top: 700, width: 80, height: 30 } })).toMatchObject({
    left: 50,
    top: 396,
  });
});

test('aligned to the end it ends with its anchor', () => {
  const anchor = { left: 500, top: 0, width: 40, height: 30 };
  expect(place({ ...wish, align: 'end', size: { width: 200, height: 100 }, anchor }).left).toBe(340);
});

prop.prop([
  fc.record({
    left: fc.integer({ min: 0, max: 960 }),
    top: fc.integer({ min: 0, max: 770 }),
    width: fc.constant(40),
    height: fc.constant(30),
  }),
  fc.record({ width: fc.integer({ min: 1, max: 984 }), height: fc.integer({ min: 1, max: 2000 }) }),
  fc.constantFrom('above', 'below'),
  fc.constantFrom('start', 'center', 'end'),
])('wherever the anchor stands, the layer is on screen and beside it', (anchor, size, side, align) => {
  const { left, top, maxHeight } = place({ anchor, size, screen, side, align, gap: 4 });
  const height = Math.min(size.height, maxHeight);
  expect(left).toBeGreaterThanOrEqual(8);
  expect(left + size.width).toBeLessThanOrEqual(992);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(top + height).toBeLessThanOrEqual(792);
  expect(top >= anchor.top + anchor.height || top + height <= anchor.top).toBe(true);
});
