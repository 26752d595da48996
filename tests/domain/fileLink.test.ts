import { expect, test } from 'vitest';
import { isLinkFresh, isLinkSure } from '../../src/domain/attachedFiles.ts';

test.each([
  ['https://h/files/k/a.pdf?expires=100000&signature=x', 60_000, true],
  ['https://h/files/k/a.pdf?expires=100000&signature=x', 80_000, false],
  ['/files/k/a.pdf?signature=x&expires=100000', 100_001, false],
  ['https://elsewhere/a.pdf', 1e15, true],
])('%s at %i is fresh: %s', (link, now, fresh) => {
  expect(isLinkFresh(link, now)).toBe(fresh);
});

test.each([
  ['for an hour and five minutes', 3_900_000, true],
  ['and not if it was signed while the clock of the platform was two hours fast', 10_800_000, false],
])('a link is sure to open %s', (_, expires, isSure) => {
  expect(isLinkSure(`https://h/files/k/a.pdf?expires=${expires}&signature=x`, 0)).toBe(isSure);
});
