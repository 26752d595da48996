import { test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test('every event of outbox-lostAnswer leads to the recorded state', () => {
  replayKept('outbox-lostAnswer');
});
