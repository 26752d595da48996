import { expect, test } from 'vitest';
import { sharedHeight } from '../../../src/screens/cloudRoom/PatientLists.tsx';

const height = 850;
const waits = (rows: number) => 40 + 84 * rows;
const chats = (rows: number) => 76 + 61 * rows;
const at = (waiting: number, running: number, before: number | null = null) =>
  sharedHeight(before, { above: waits(waiting), below: chats(running), height });

test('each list has what it needs while there is room', () => {
  expect(at(3, 4)).toBe(waits(3));
  expect(at(16, 2)).toBe(height - chats(2));
});

test('where neither finds room for all, both have a fair share', () => {
  expect(at(16, 30)).toBeCloseTo(height * 0.45);
});

test('the line between them stays where it is when a patient comes or goes', () => {
  const begun = at(5, 3);
  expect([at(4, 4, begun), at(3, 5, begun), at(5, 3, begun)]).toEqual([begun, begun, begun]);
  const both = at(16, 30);
  expect([at(15, 31, both), at(17, 29, both)]).toEqual([both, both]);
});

test('it moves when one lacks what the other has to spare, and then by more than a row', () => {
  const begun = at(3, 2);
  const next = at(4, 2, begun);
  expect(next - waits(4)).toBeGreaterThan(84);
  expect(at(5, 2, next)).toBe(next);
});
