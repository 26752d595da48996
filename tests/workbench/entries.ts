import type { MachineEntry, RunningActor } from '../../src/services/machineRecorder.ts';

/** A step of the only actor of a page, or of another one. */
export const microstep = (number: number, type: string, part: Partial<MachineEntry> = {}): MachineEntry => ({
  number,
  at: number,
  kind: 'microstep',
  actor: 'x:1',
  name: 'link',
  parent: null,
  machine: 'link',
  source: null,
  event: { type },
  state: 'online',
  tags: [],
  difference: {},
  transitions: [`offline on ${type} (0)`],
  isUntaken: false,
  ...part,
});

/** A running actor of a page. */
export const running = (actor: string, part: Partial<RunningActor> = {}): RunningActor => ({
  actor,
  parent: null,
  name: 'link',
  machine: 'link',
  state: 'online',
  tags: [],
  status: 'active',
  ...part,
});
