import { expect, test } from 'vitest';
import { upperListHeight } from '../../../src/screens/cloudRoom/PatientLists.tsx';

const height = 850;
const waits = (rows: number) => 40 + 84 * rows;
const chats = (rows: number) => 76 + 61 * rows;
const at = (waiting: number, running: number, before: number | null = null) =>
  upperListHeight(before, { above: waits(waiting), below: chats(running), height });

test('each list gets the height it needs if there is room', () => {
  expect(at(3, 4)).toBe(waits(3));
  expect(at(16, 2)).toBe(height - chats(2));
});

test('if neither list fits, both get a fair share', () => {
  expect(at(16, 30)).toBeCloseTo(height * 0.45);
});

test('the splitter stays in place when a patient arrives or leaves', () => {
  const begun = at(5, 3);
  expect([at(4, 4, begun), at(3, 5, begun), at(5, 3, begun)]).toEqual([begun, begun, begun]);
  const both = at(16, 30);
  expect([at(15, 31, both), at(17, 29, both)]).toEqual([both, both]);
});

test('the splitter moves if one list lacks what the other can spare, and then by more than a row', () => {
  const begun = at(3, 2);
  const next = at(4, 2, begun);
  expect(next - waits(4)).toBeGreaterThan(84);
  expect(at(5, 2, next)).toBe(next);
});
