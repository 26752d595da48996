import { test } from 'vitest';
import { replayKept } from '../support/keptRecordings.ts';

test('every event of consultation-cutLine leads to the recorded state', () => {
  replayKept('consultation-cutLine');
});
