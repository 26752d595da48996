import { readFileSync } from 'node:fs';
import { type Difference, replayRecording } from '../../scripts/replayRecording.ts';
import { readRecording } from '../../src/domain/machineRecording.ts';

/** A recording in tests/recordings. */
export function keptRecording(name: string) {
  const read = readRecording(readFileSync(`tests/recordings/${name}.json`, 'utf8'));
  if ('problem' in read) throw new Error(`${name} ${read.problem}`);
  return read.recording;
}

/** Replays a kept recording with the machines of now; null if every event leads to the recorded state. */
export const replayKept = (name: string): Difference | null => replayRecording(keptRecording(name));
