import { expect, test } from 'vitest';
import { samples, verdict } from '../../bench/samples.ts';

const judged = (kept: ReturnType<typeof samples>) =>
  verdict({ what: 'px moved', measured: kept.worst('ours', 'moved'), most: 0 }).slice(1);

test('a limit is kept only by what was measured', () => {
  const kept = samples();
  expect(judged(kept)).toEqual(['–', '≤ 0', 'not measured']);
  kept.note('ours', 'moved', 0);
  expect(judged(kept)).toEqual(['0.00', '≤ 0', 'kept']);
  kept.note('ours', 'moved', 1.5);
  expect(judged(kept)).toEqual(['1.50', '≤ 0', '**over**']);
});
