import { expect, test } from 'vitest';
import { isLinkFresh } from '../../src/domain/attachedFiles.ts';

test.each([
  ['https://h/files/k/a.pdf?expires=100000&signature=x', 60_000, true],
  ['https://h/files/k/a.pdf?expires=100000&signature=x', 80_000, false],
  ['/files/k/a.pdf?signature=x&expires=100000', 100_001, false],
  ['https://elsewhere/a.pdf', 1e15, true],
])('%s at %i is fresh: %s', (link, now, fresh) => {
  expect(isLinkFresh(link, now)).toBe(fresh);
});
