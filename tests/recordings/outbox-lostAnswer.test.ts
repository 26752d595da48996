import { expect, test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test('every event of outbox-lostAnswer leads to the recorded state', () => {
  expect(replayKept('outbox-lostAnswer')).toBeNull();
});
