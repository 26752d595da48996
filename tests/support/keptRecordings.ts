import { readFileSync } from 'node:fs';
import { describeDifference, replayRecording } from '../../scripts/replayRecording.ts';
import { readRecording } from '../../src/domain/machineRecording.ts';

/** A recording in tests/recordings. */
export function keptRecording(name: string) {
  const read = readRecording(readFileSync(`tests/recordings/${name}.json`, 'utf8'));
  if ('problem' in read) throw new Error(`${name} ${read.problem}`);
  return read.recording;
}

/** Replays a kept recording with the machines of now; fails with the first difference, at the line of the test. */
export function replayKept(name: string, machines?: Parameters<typeof replayRecording>[1]): void {
  const difference = replayRecording(keptRecording(name), machines);
  if (!difference) return;
  const failure = new Error(describeDifference(difference));
  Error.captureStackTrace(failure, replayKept);
  throw failure;
}
