import { test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test('every event of session-refresh leads to the recorded state', () => {
  replayKept('session-refresh');
});
