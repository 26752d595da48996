import { expect, test } from 'vitest';
import { createSamples, verdict } from '../../bench/samples.ts';

const judged = (samples: ReturnType<typeof createSamples>) =>
  verdict({ what: 'px moved', measured: samples.worst('ours', 'moved'), most: 0 }).slice(1);

test('a limit counts as met only after a measurement', () => {
  const samples = createSamples();
  expect(judged(samples)).toEqual(['–', '≤ 0', 'not measured']);
  samples.note('ours', 'moved', 0);
  expect(judged(samples)).toEqual(['0.00', '≤ 0', 'met']);
  samples.note('ours', 'moved', 1.5);
  expect(judged(samples)).toEqual(['1.50', '≤ 0', '**over**']);
});
